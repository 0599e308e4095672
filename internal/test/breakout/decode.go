package breakout

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns a text in UTF-8, as the decoders of the Encoding Standard do (sections 9 to 14), with
// U+FFFD for bytes that are no character. The characters come from golang.org/x/text, whose decoders
// handle errors differently.
func Decode(name string, text []byte) []byte {
	if name == "gbk" {
		name = "gb18030" // its decoder is the decoder of gbk (section 10.1.1)
	}
	coding, _ := charset.Lookup(name)
	d := decoder{name: name, coding: coding, text: text}
	switch name {
	case "utf-8":
		out, _ := unicode.UTF8.NewDecoder().Bytes(text)
		return bytes.TrimPrefix(out, []byte("\ufeff"))
	case "utf-16le", "utf-16be":
		out, _ := coding.NewDecoder().Bytes(text)
		return bytes.TrimPrefix(out, []byte("\ufeff"))
	case "iso-2022-jp":
		d.iso2022jp()
	case "shift_jis", "big5", "euc-kr", "euc-jp", "gb18030":
		for len(d.text) > 0 {
			d.next()
		}
	default:
		for _, c := range text {
			other := utf8.RuneError
			if c < 0xa0 { // golang.org/x/text lacks these
				other = rune(c)
			}
			d.add(d.lookup([]byte{c}, other))
		}
	}
	return d.out
}

type decoder struct {
	name   string
	coding encoding.Encoding
	text   []byte // the rest
	out    []byte
}

func (d *decoder) add(r rune) { d.out = utf8.AppendRune(d.out, r) }

// lookup returns the character of some bytes, or other if golang.org/x/text has no such character.
func (d *decoder) lookup(char []byte, other rune) rune {
	out, err := d.coding.NewDecoder().Bytes(char)
	if r, n := utf8.DecodeRune(out); err == nil && n == len(out) && r != utf8.RuneError {
		return r
	}
	return other
}

// next decodes a character or error of an encoding of several bytes a character.
func (d *decoder) next() {
	b := d.text
	lead := b[0]
	n := 1
	r := utf8.RuneError
	switch {
	case lead < utf8.RuneSelf:
		r = rune(lead)
	case !d.isLead(lead):
		if d.name == "shift_jis" || lead == 0x80 && d.name == "gb18030" {
			r = d.lookup(b[:1], r)
		}
	case len(b) == 1:
	case d.name == "euc-jp" && lead == 0x8f && b[1] >= 0xa1 && b[1] != 0xff:
		if n = 2; len(b) > 2 {
			n, r = d.trail(3)
		}
	case d.name == "gb18030" && '0' <= b[1] && b[1] <= '9':
		n, r = d.four()
	default:
		n, r = d.trail(2)
	}
	d.add(r)
	d.text = b[n:]
}

func (d *decoder) isLead(c byte) bool {
	switch d.name {
	case "shift_jis":
		return 0x81 <= c && c <= 0x9f || 0xe0 <= c && c <= 0xfc
	case "euc-jp":
		return c == 0x8e || c == 0x8f || 0xa1 <= c && c <= 0xfe
	}
	return 0x81 <= c && c <= 0xfe
}

// trail decodes a character of n bytes. A last byte that makes an error is read again if it is ASCII.
func (d *decoder) trail(n int) (size int, r rune) {
	char := d.text[:n]
	lead, last := char[0], char[n-1]
	switch {
	case d.name == "shift_jis" && 0xf0 <= lead && lead <= 0xf9 && last >= 0x40 && last <= 0xfc && last != 0x7f:
		i := rune(last) - 0x40
		if last > 0x7f {
			i--
		}
		return n, 0xe000 + (rune(lead)-0xf0)*188 + i
	case d.name == "gb18030":
		r = d.lookup(char, private(lead, last))
	case d.name == "big5" && last == 0x7f, d.name == "euc-jp" && last < 0xa1:
		r = utf8.RuneError
	default:
		r = d.lookup(char, utf8.RuneError)
	}
	if r == utf8.RuneError && last < utf8.RuneSelf {
		return n - 1, r
	}
	return n, r
}

// private returns the private-use character that index gb18030 has for two bytes.
func private(lead, trail byte) rune {
	i := rune(trail) - 0x40
	if trail > 0x7f {
		i--
	}
	switch {
	case trail < 0x40 || trail == 0x7f || trail == 0xff:
	case lead <= 0xa7 && lead >= 0xa1 && trail <= 0xa0:
		return 0xe4c6 + (rune(lead)-0xa1)*96 + i
	case lead <= 0xaf && lead >= 0xaa && trail >= 0xa1:
		return 0xe000 + (rune(lead)-0xaa)*94 + rune(trail) - 0xa1
	case lead >= 0xf8 && trail >= 0xa1:
		return 0xe234 + (rune(lead)-0xf8)*94 + rune(trail) - 0xa1
	default:
		if i := strings.IndexByte("Yafgm~", trail); lead == 0xfe && i >= 0 {
			return 0x9fb4 + rune(i) // GB 18030-2022
		}
		return 0xf0000 + rune(lead)<<8 + rune(trail) // any of the remaining characters will do
	}
	return utf8.RuneError
}

// four decodes four bytes of gb18030, with a digit in second place.
func (d *decoder) four() (size int, r rune) {
	b := d.text
	switch {
	case len(b) == 2:
		return 2, utf8.RuneError
	case b[2] < 0x81 || b[2] == 0xff:
		return 1, utf8.RuneError
	case len(b) == 3:
		return 3, utf8.RuneError
	case b[3] < '0' || b[3] > '9':
		return 1, utf8.RuneError
	}
	return 4, d.lookup(b[:4], utf8.RuneError)
}

// iso2022jp follows section 12.2.1.
func (d *decoder) iso2022jp() {
	state, fresh := "(B", false // fresh: after an escape sequence, with nothing written since
	for b := d.text; len(b) > 0; {
		if b[0] == 0x1b && len(b) > 2 {
			switch s := string(b[1:3]); s {
			case "(B", "(J", "(I", "$@", "$B":
				if fresh {
					d.add(utf8.RuneError)
				}
				state, fresh, b = s, true, b[3:]
				continue
			}
		}
		n, r := 1, utf8.RuneError
		switch c := b[0]; {
		case c == 0x1b:
		case state[0] == '$':
			if 0x21 <= c && c <= 0x7e && len(b) > 1 && b[1] != 0x1b {
				if n = 2; 0x21 <= b[1] && b[1] <= 0x7e {
					r = d.lookup([]byte{0x1b, '$', 'B', c, b[1]}, r)
				}
			}
		case state == "(I":
			if 0x21 <= c && c <= 0x5f {
				r = 0xff61 + rune(c) - 0x21
			}
		case state == "(J" && c == '\\':
			r = 0xa5
		case state == "(J" && c == '~':
			r = 0x203e
		case c < utf8.RuneSelf && c != 0x0e && c != 0x0f:
			r = rune(c)
		}
		d.add(r)
		fresh, b = false, b[n:]
	}
}
