package view

import (
	"encoding/binary"
	"errors"

	"github.com/hrefix/hrefix/internal/simd"
)

// Why a base64 body cannot carry edits. The text is what common mail readers
// show, but where it comes from is a guess.
var (
	// ErrGarbage means bytes that are neither of the alphabet nor white
	// space; they are skipped.
	ErrGarbage = errors.New("base64: bytes outside of the alphabet")
	// ErrPadding means padding before the end, or too much or too little of
	// it; decoding starts afresh after it.
	ErrPadding = errors.New("base64: misplaced padding")
	// ErrTruncated means a last quantum of one character; it is skipped.
	ErrTruncated = errors.New("base64: incomplete last quantum")
)

// Base64 is the view of a base64 body (RFC 2045 section 6.8). White space
// between characters is skipped, and missing padding at the end is accepted.
//
// An edit that leaves the length of the text alone changes the quanta that it
// touches and nothing else. Any other is written anew from the first quantum
// that it touches to the end, in lines as long as the first line was (76, if
// there was only one and it was not longer) and with the line ending that the
// body has. White space after the last quantum stays, and padding that was
// left off stays off.
type Base64 struct {
	text []byte
	tab  table
	bare bool // the padding is left off
	err  error

	arena *Arena // see In
}

var _ View = (*Base64)(nil)

// NewBase64 returns the view of outer[start:end]. The view can be read even if
// there is an error, one of [ErrGarbage], [ErrPadding] and [ErrTruncated], but
// then it must be left as it is: its Carry carries nothing.
func NewBase64(outer []byte, start, end int) (*Base64, error) {
	v := new(Base64)
	return v, v.Reset(outer, start, end)
}

// Reset makes v the view of outer[start:end]; the error is that of
// [NewBase64]. The text of the view it was before is overwritten.
func (v *Base64) Reset(outer []byte, start, end int) error {
	v.tab.reset(base64Step, outer, start, end)
	v.bare, v.err = false, nil
	v.text = sized(v.text, (end-start)/4*3+3)
	v.decode()
	v.tab.size = len(v.text)
	return v.err
}

// In makes v take the memory of what its edits insert from a.
func (v *Base64) In(a *Arena) { v.arena = a }

// Kinds of bytes in a base64 body, above the values of the alphabet.
const (
	b64White = 0xFD
	b64Pad   = 0xFE
	b64Other = 0xFF
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var base64Value = func() (t [256]byte) {
	for i := range t {
		t[i] = b64Other
	}
	for _, c := range []byte(" \t\r\n") {
		t[c] = b64White
	}
	t['='] = b64Pad
	for i := range alphabet {
		t[alphabet[i]] = byte(i)
	}
	return t
}()

// notBase64 is set in base64Bits for bytes that are not of the alphabet.
const notBase64 = 1

// base64Bits has the bits that a character of the alphabet gives to the quantum
// that it is the first, second, third or fourth of: the upper three bytes.
var base64Bits = func() (t [4][256]uint32) {
	for k := range t {
		for c, v := range base64Value {
			if t[k][c] = notBase64; v < 64 {
				t[k][c] = uint32(v) << (26 - 6*k)
			}
		}
	}
	return t
}()

// decode reads the body: whole quanta and line breaks in tight loops, the
// rest by units.
func (v *Base64) decode() {
	t := &v.tab
	padded := false
	for pos := t.start; pos < t.end; {
		t.note(len(v.text), pos)
		if from := pos; !padded {
			pos = v.quanta(pos)
			if pos += lineBreak(t.outer, pos, t.end); pos > from {
				continue
			}
		}
		q := readQuantum(t.outer, pos, t.end)
		v.text = append(v.text, q.bytes[:q.n]...)
		if q.chars > 0 && padded {
			v.fail(ErrPadding)
		}
		v.judge(q)
		v.bare = v.bare || q.n > 0 && q.n < 3 && q.pads == 0
		padded = padded || q.pads > 0
		pos = q.end
	}
}

// quanta decodes quanta without anything between their characters but perhaps line
// breaks, up to about the next mark at most, and returns where it stopped.
func (v *Base64) quanta(pos int) int {
	src := v.tab.outer[pos:min(v.tab.end, pos+spacing+16)] // of the last 16 bytes some may be left
	n := len(v.text)
	dst := v.text[n:cap(v.text)] // all the room that Reset made
	if read, written := simd.DecodeBase64(dst, src); read > 0 {
		v.text = v.text[:n+written]
		return pos + read
	}
	for len(src) >= 4 && len(dst) >= 4 {
		bits := base64Bits[0][src[0]] | base64Bits[1][src[1]] | base64Bits[2][src[2]] | base64Bits[3][src[3]]
		if bits&notBase64 != 0 {
			break
		}
		binary.BigEndian.PutUint32(dst, bits)
		src, dst = src[4:], dst[3:]
		pos, n = pos+4, n+3
	}
	v.text = v.text[:n]
	return pos
}

// judge notes what is wrong with a quantum that is not plain.
func (v *Base64) judge(q quantum) {
	switch {
	case q.garbage:
		v.fail(ErrGarbage)
	case q.pads > 0 && (q.chars < 2 || q.chars+q.pads != 4):
		v.fail(ErrPadding)
	case q.chars == 1:
		v.fail(ErrTruncated)
	}
}

func (v *Base64) fail(err error) {
	if v.err == nil {
		v.err = err
	}
}

// A quantum is the unit of a base64 body: two to four characters, and padding
// if there is any. Bytes between quanta are read as one without characters.
type quantum struct {
	unit
	chars, pads int
	garbage     bool
	bytes       [3]byte
}

// readQuantum reads the quantum at src[pos:end], or the bytes before it.
func readQuantum(src []byte, pos, end int) quantum {
	if base64Value[src[pos]] > 63 {
		return readBetween(src, pos, end)
	}
	q := quantum{unit: unit{start: pos, whole: true}}
	bits, garbage := uint32(0), false
	for i := pos; i < end && q.chars+q.pads < 4; i++ {
		c := base64Value[src[i]]
		switch {
		case c == b64White:
			continue
		case c == b64Other:
			garbage = true
			continue
		case c == b64Pad:
			q.pads++
		case q.pads > 0:
			i = end // not of this quantum
			continue
		default:
			bits |= uint32(c) << (18 - 6*q.chars)
			q.chars++
		}
		q.end, q.garbage = i+1, garbage
	}
	q.n = q.chars * 6 / 8
	q.bytes = [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
	return q
}

// readBetween reads up to the next character of the alphabet.
func readBetween(src []byte, pos, end int) quantum {
	q := quantum{unit: unit{start: pos}}
	i := pos
	for ; i < end && base64Value[src[i]] > 63; i++ {
		switch base64Value[src[i]] {
		case b64Pad:
			q.pads++
		case b64Other:
			q.garbage = true
		}
	}
	q.end = i
	return q
}

func base64Step(src []byte, pos, end int) unit {
	if pos+4 <= end {
		s := src[pos : pos+4]
		if base64Value[s[0]]|base64Value[s[1]]|base64Value[s[2]]|base64Value[s[3]] < 64 {
			return unit{start: pos, end: pos + 4, n: 3, whole: true}
		}
	}
	return readQuantum(src, pos, end).unit
}

// Text implements [View].
func (v *Base64) Text() []byte { return v.text }

// Room returns how many bytes of text v has memory for, whatever it is Reset to.
func (v *Base64) Room() int { return cap(v.text) }

// Source implements [View].
func (v *Base64) Source(off int) int { return v.tab.source(off) }
