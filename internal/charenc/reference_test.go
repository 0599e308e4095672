package charenc

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// oracles are the decoders of golang.org/x/text. Its GBK lacks the four-byte characters
// that GBK has in the standard.
var oracles = map[string]encoding.Encoding{
	"shift_jis":   japanese.ShiftJIS,
	"euc-jp":      japanese.EUCJP,
	"iso-2022-jp": japanese.ISO2022JP,
	"gbk":         simplifiedchinese.GB18030,
	"gb18030":     simplifiedchinese.GB18030,
	"big5":        traditionalchinese.Big5,
	"euc-kr":      korean.EUCKR,
}

// A reference implements the decoders of the standard literally, byte by byte, and records
// which bytes were ASCII characters. It does not distinguish other characters and errors.
type reference struct {
	text []byte
	pos  int // offset of the next byte
	mask []byte
}

// next returns the next byte of the queue.
func (r *reference) next() (c byte, end bool) {
	if r.pos == len(r.text) {
		return 0, true
	}
	r.pos++
	return r.text[r.pos-1], false
}

// restore puts the last n bytes back into the queue.
func (r *reference) restore(n int) { r.pos -= n }

// emit records that the last byte was an ASCII character.
func (r *reference) emit(c byte) { r.mask[r.pos-1] = c }

// referenceMask returns the mask that Mask should return.
func referenceMask(name string, text []byte) []byte {
	r := &reference{text: text, mask: bytes.Repeat([]byte{blank}, len(text))}
	switch name {
	case "iso-2022-jp":
		r.iso2022jp()
	case "gbk", "gb18030":
		r.gb18030()
	case "euc-jp":
		r.eucjp()
	case "shift_jis":
		r.double(name, func(c byte) bool { return 0x81 <= c && c <= 0x9f || 0xe0 <= c && c <= 0xfc })
	default:
		r.double(name, func(c byte) bool { return 0x81 <= c && c <= 0xfe })
	}
	return r.mask
}

// double implements the decoders of Shift_JIS, Big5 and EUC-KR.
func (r *reference) double(name string, isLead func(byte) bool) {
	for lead := byte(0); ; {
		c, end := r.next()
		switch {
		case end:
			return
		case lead != 0:
			if !isCharacter(name, lead, c) && c < 0x80 {
				r.restore(1)
			}
			lead = 0
		case c < 0x80:
			r.emit(c)
		case isLead(c):
			lead = c
		}
	}
}

// isCharacter looks a pair up in golang.org/x/text. Its index of GBK is older and lacks
// characters that were private use; the index of the standard is complete.
func isCharacter(name string, lead, trail byte) bool {
	if name == "gb18030" {
		return 0x40 <= trail && trail <= 0xfe && trail != 0x7f
	}
	if name == "shift_jis" && 0xf0 <= lead && lead <= 0xf9 {
		return 0x40 <= trail && trail <= 0xfc && trail != 0x7f // end user defined
	}
	out, err := oracles[name].NewDecoder().Bytes([]byte{lead, trail})
	return err == nil && !bytes.Contains(out, []byte("\ufffd"))
}

func (r *reference) gb18030() {
	for first, second, third := byte(0), byte(0), byte(0); ; {
		c, end := r.next()
		switch {
		case end:
			return
		case third != 0:
			if c < 0x30 || c > 0x39 {
				r.restore(3)
			}
			first, second, third = 0, 0, 0
		case second != 0:
			if 0x81 <= c && c <= 0xfe {
				third = c
				continue
			}
			r.restore(2)
			first, second = 0, 0
		case first != 0:
			if 0x30 <= c && c <= 0x39 {
				second = c
				continue
			}
			if !isCharacter("gb18030", first, c) && c < 0x80 {
				r.restore(1)
			}
			first = 0
		case c < 0x80:
			r.emit(c)
		case 0x81 <= c && c <= 0xfe:
			first = c
		}
	}
}

// eucjp restores every ASCII byte, so it needs no index.
func (r *reference) eucjp() {
	for lead := byte(0); ; {
		c, end := r.next()
		switch {
		case end:
			return
		case lead == 0x8f && 0xa1 <= c && c <= 0xfe:
			lead = c
		case lead != 0:
			lead = 0
			if c < 0x80 {
				r.restore(1)
			}
		case c < 0x80:
			r.emit(c)
		case c == 0x8e || c == 0x8f || 0xa1 <= c && c <= 0xfe:
			lead = c
		}
	}
}

func (r *reference) iso2022jp() {
	const (
		ascii = iota
		roman
		katakana
		leadByte
		trailByte
		escapeStart
		escapeState
	)
	state, output, lead := ascii, ascii, byte(0)
	for {
		c, end := r.next()
		if end && state != escapeState {
			return
		}
		switch state {
		case ascii, roman, katakana, leadByte:
			switch {
			case c == 0x1b:
				state = escapeStart
			case state == leadByte && 0x21 <= c && c <= 0x7e:
				state = trailByte
			case state == leadByte || state == katakana || c >= 0x80 || c == 0x0e || c == 0x0f:
			case state == roman && (c == 0x5c || c == 0x7e):
			default:
				r.emit(c)
			}
		case trailByte:
			state = leadByte
			if c == 0x1b {
				state = escapeStart
			}
		case escapeStart:
			if c == '$' || c == '(' {
				lead, state = c, escapeState
				continue
			}
			r.restore(1)
			state = output
		case escapeState:
			state = -1
			if !end {
				switch string([]byte{lead, c}) {
				case "(B":
					state = ascii
				case "(J":
					state = roman
				case "(I":
					state = katakana
				case "$@", "$B":
					state = leadByte
				}
			}
			switch {
			case state >= 0:
				output = state
			case end:
				r.restore(1)
				state = output
			default:
				r.restore(2)
				state = output
			}
		}
	}
}
