//go:build unix

package browser

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// boxFont returns a TrueType font with a box for the letter A and for missing letters. It
// has only the tables that the OpenType specification requires.
func boxFont() []byte {
	box := words(1, 0, 0, 500, 500, 3, 0, // one contour, its bounds, the last point, no instructions
		0x0101, 0x0101, // four points on the curve
		0, 500, 0, -500, 0, 0, 500, 0) // x, then y, each from the point before
	cmap := words(0, 1, 3, 1, 0, 12, // one subtable: Windows, Unicode
		4, 32, 0, 4, 4, 1, 0, // format 4: two segments
		'A', -1, 0, 'A', -1, 1-'A', 1, 0, 0)
	family := words(0, 1, 18, 3, 1, 0x409, 1, 6, 0, 'B', 'o', 'x')
	tables := []struct {
		tag  string
		data []byte
	}{ // sorted by tag
		{"OS/2", slices.Concat(words(4, 500, 400, 5, 0), make([]byte, 22), make([]byte, 26),
			words(64, 'A', 'A', 500, 0, 0, 500, 0), make([]byte, 8), words(500, 500, 0, 'A', 1))},
		{"cmap", cmap},
		{"glyf", slices.Concat(box, box)},
		{"head", words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 500, 0, 8, 2, 0, 0)},
		{"hhea", words(1, 0, 500, 0, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2)},
		{"hmtx", words(500, 0, 500, 0)},
		{"loca", words(0, len(box)/2, len(box))},
		{"maxp", words(1, 0, 2, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)},
		{"name", family},
		{"post", words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	}
	font := words(1, 0, len(tables), 128, 3, len(tables)*16-128)
	var body []byte
	for _, t := range tables {
		padded := slices.Concat(t.data, make([]byte, -len(t.data)&3))
		font = append(font, t.tag...)
		font = binary.BigEndian.AppendUint32(font, sum(padded))
		font = binary.BigEndian.AppendUint32(font, uint32(12+16*len(tables)+len(body)))
		font = binary.BigEndian.AppendUint32(font, uint32(len(t.data)))
		body = append(body, padded...)
	}
	font = append(font, body...)
	// The checksum of the font is in the table head.
	at := bytes.Index(font, words(0x5F0F, 0x3CF5)) - 4
	binary.BigEndian.PutUint32(font[at:], 0xB1B0AFBA-sum(font))
	return font
}

// words returns numbers of 16 bits, the high byte first.
func words(numbers ...int) []byte {
	var b []byte
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	return b
}

// sum returns the sum of numbers of 32 bits.
func sum(data []byte) uint32 {
	var n uint32
	for ; len(data) > 0; data = data[4:] {
		n += binary.BigEndian.Uint32(data)
	}
	return n
}
