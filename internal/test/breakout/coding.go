package breakout

import (
	"encoding/binary"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// A Coding is an encoding of the Encoding Standard, or a label that the standard does not have.
type Coding struct {
	Name   string // the name in the Encoding Standard; empty for a label that it does not have
	Label  string // the label in declarations
	states []string
	weight int
	outer  bool // only the transport or a byte order mark can declare the encoding
}

// Left reports whether documents of the encoding must stay as they are, because nobody can read
// them.
func (c *Coding) Left() bool { return c.Name == "" || c.Name == "replacement" }

// Family returns a name for encodings that are alike.
func (c *Coding) Family() string {
	switch {
	case c.Left():
		return "unread"
	case c.utf16():
		return "UTF-16"
	case c.weight == 1, c.Name == "windows-1252", c.Name == "x-user-defined":
		return "one byte"
	case c.weight == 6 && c.Name != "utf-8":
		return "two bytes"
	}
	return c.Name
}

func (c *Coding) utf16() bool { return c.Name == "utf-16le" || c.Name == "utf-16be" }

// toRoman is the escape sequence of ISO-2022-JP after which 5C and 7E are not ASCII.
const toRoman = "\x1b(J"

// Codings are the encodings of the Encoding Standard. Those that matter more occur more often.
var Codings = func() (all []*Coding) {
	add := func(weight int, names ...string) {
		for _, name := range names {
			all = append(all, &Coding{Name: name, Label: name, weight: weight})
		}
	}
	add(6, "utf-8", "shift_jis", "gbk", "gb18030", "big5", "euc-kr", "euc-jp")
	add(1, "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
		"iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
		"windows-874", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
		"windows-1257", "windows-1258", "x-mac-cyrillic")
	add(3, "windows-1252")
	all = append(all,
		&Coding{Name: "iso-2022-jp", Label: "iso-2022-jp", weight: 12, states: []string{"", toRoman, "\x1b$B!!" + toRoman, "\x1b$B!!\x1b(B", "\x1b(I1" + toRoman}},
		&Coding{Name: "x-user-defined", Label: "x-user-defined", weight: 2, outer: true},
		&Coding{Name: "utf-16le", Label: "utf-16le", weight: 2, outer: true},
		&Coding{Name: "utf-16be", Label: "utf-16be", weight: 2, outer: true})
	for _, label := range []string{"replacement", "iso-2022-kr", "hz-gb-2312"} {
		all = append(all, &Coding{Name: "replacement", Label: label, weight: 1})
	}
	for _, label := range []string{"u7", "utf_7", "hz", "hz_gb", "hzgb", "iso2022kr", "iso2022_kr", "65000", "cp65000"} {
		all = append(all, &Coding{Label: label, weight: 1, outer: true})
	}
	return all
}()

// encode returns the bytes of r, or false if the encoding lacks it.
func (c *Coding) encode(r rune) ([]byte, bool) {
	if r < utf8.RuneSelf || c.Name == "utf-8" || c.Left() || c.utf16() {
		return []byte(string(r)), true
	}
	enc, _ := charset.Lookup(c.Name)
	out, err := enc.NewEncoder().Bytes([]byte(string(r)))
	if err != nil {
		return nil, false
	}
	back, err := enc.NewDecoder().Bytes(out)
	return out, err == nil && string(back) == string(r)
}

// finish returns the bytes of a document. Text in UTF-16 is in UTF-8 until then; its bytes that are not
// valid become surrogates without a partner.
func (c *Coding) finish(text []byte, mark bool) (out []byte) {
	if !c.utf16() {
		if mark && c.Name == "utf-8" {
			return append([]byte("\xef\xbb\xbf"), text...)
		}
		return text
	}
	var order binary.AppendByteOrder = binary.LittleEndian
	if c.Name == "utf-16be" {
		order = binary.BigEndian
	}
	if mark {
		out = order.AppendUint16(out, 0xfeff)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			out = order.AppendUint16(out, 0xd800+uint16(text[0]))
		case r >= 0x10000:
			out = order.AppendUint16(out, uint16(0xd800+(r-0x10000)>>10))
			out = order.AppendUint16(out, uint16(0xdc00+(r-0x10000)&0x3ff))
		default:
			out = order.AppendUint16(out, uint16(r))
		}
		text = text[n:]
	}
	return out
}
