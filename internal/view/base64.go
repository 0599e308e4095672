package view

import (
	"encoding/binary"
	"errors"
)

// Reasons why the view of a base64 body cannot carry edits. The text is still what common mail
// readers show, but the mapping to the outer text would be a guess.
var (
	// ErrGarbage means bytes that are neither of the alphabet nor white
	// space; they are skipped.
	ErrGarbage = errors.New("base64: bytes outside of the alphabet")
	// ErrPadding means padding before the end, or padding of the wrong length;
	// decoding starts afresh after it.
	ErrPadding = errors.New("base64: misplaced padding")
	// ErrTruncated means a last quantum of one character; it is skipped.
	ErrTruncated = errors.New("base64: incomplete last quantum")
)

// Base64 is the view of a base64 body (RFC 2045 section 6.8). White space
// between characters is skipped, and missing padding at the end is accepted.
//
// An edit that does not change the length of the text changes only the quanta that it
// touches. Any other edit encodes everything again, from the first quantum that it touches
// to the end. The new lines are as long as the first line of the body (or 76 characters, if
// the body has only one line, of at most 76), and have the body's line ending. White space
// after the last quantum stays, and if the padding was missing, it stays missing.
type Base64 struct {
	decoded
	bare bool // the padding is missing
	err  error

	unbroken bool // see Unbroken
}

var _ View = (*Base64)(nil)

// NewBase64 returns the view of outer[start:end]. The error is [ErrGarbage], [ErrPadding],
// [ErrTruncated] or nil. With an error the view still has a text, but its Carry returns no edits.
func NewBase64(outer []byte, start, end int) (*Base64, error) {
	v := new(Base64)
	return v, v.Reset(outer, start, end)
}

// Reset makes v the view of outer[start:end] and overwrites the text that v had before. The
// error comes from [NewBase64].
func (v *Base64) Reset(outer []byte, start, end int) error {
	v.begin(base64Step, outer, start, end)
	v.bare, v.unbroken, v.err = false, false, nil
	v.text = sized(v.text, (end-start)/4*3+3)
	v.decode()
	v.size = len(v.text)
	return v.err
}

// Unbroken makes v keep a body of one line in one line, until the next Reset. Formats other than
// mail have no limit for lines.
func (v *Base64) Unbroken() { v.unbroken = true }

// Kinds of bytes in a base64 body other than characters of the alphabet.
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

// notBase64 is set in base64Bits for bytes outside the alphabet.
const notBase64 = 1

// base64Bits has the bits that a character adds to its quantum, by its position in the
// quantum (first to fourth). The upper three bytes are the decoded ones.
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

// decode decodes the body. Whole quanta and line breaks are decoded in tight loops,
// everything else unit by unit.
func (v *Base64) decode() {
	padded := false
	for pos := v.start; pos < v.end; {
		v.note(len(v.text), pos)
		if from := pos; !padded {
			pos = v.quanta(pos)
			if pos += lineBreak(v.outer, pos, v.end); pos > from {
				continue
			}
		}
		q := readQuantum(v.outer, pos, v.end)
		v.text = append(v.text, q.bytes[:q.n]...)
		if q.chars > 0 && padded {
			v.fail(ErrPadding)
		}
		v.noteError(q)
		v.bare = v.bare || q.n > 0 && q.n < 3 && q.pads == 0
		padded = padded || q.pads > 0
		pos = q.end
	}
}

// quanta decodes quanta with nothing but line breaks between their characters, at most up
// to about the next mark. It returns the offset where it stopped.
func (v *Base64) quanta(pos int) int {
	src := v.outer[pos:min(v.end, pos+spacing)]
	n := len(v.text)
	dst := v.text[n:cap(v.text)] // Reset allocated all of this room
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

// noteError records the error of a quantum that is not plain.
func (v *Base64) noteError(q quantum) {
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

// A quantum is the unit of a base64 body: two to four characters, and the padding if there
// is any. Bytes between quanta are read as a quantum without characters.
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
	q := quantum{unit: unit{start: pos, char: opaque}}
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
			i = end // the rest belongs to the next quantum
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
			return unit{start: pos, end: pos + 4, n: 3, char: opaque}
		}
	}
	return readQuantum(src, pos, end).unit
}

// Room returns the number of bytes of text that v has memory for. Reset reuses this memory.
func (v *Base64) Room() int { return cap(v.text) }
