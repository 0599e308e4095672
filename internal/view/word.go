package view

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
)

const (
	// maxWord is the maximum length of an encoded word that is decoded: a line of RFC 5322. RFC
	// 2047 section 2 allows 75 characters.
	maxWord = 998
	// maxCharset is the greatest length of the charset of an encoded word.
	maxCharset = 64
	// maxOpening is the greatest length of an encoded word up to its text.
	maxOpening = 2 + maxCharset + 3
)

// A word is an encoded word: RFC 2047 section 2.
type word struct {
	size     int    // the number of bytes, as written
	encoding byte   // the letter of the encoding
	text     []byte // the decoded text in UTF-8
}

// wordOpening returns the length of the part before the text of the encoded word that s begins
// with, or 0 if s does not begin with an encoded word.
func wordOpening(s []byte) int {
	if len(s) < 2 || s[0] != '=' || s[1] != '?' {
		return 0
	}
	n := 2
	for n < len(s) && n < 2+maxCharset && isCharset(s[n]) {
		n++
	}
	if n == 2 || n+2 >= len(s) || s[n] != '?' || s[n+2] != '?' || strings.IndexByte("qQbB", s[n+1]) < 0 {
		return 0
	}
	return n + 3
}

// isCharset reports whether c is allowed in the name of a charset (RFC 2978 section 2.3),
// or is the asterisk before a language (RFC 2231 section 5).
func isCharset(c byte) bool { return ascii.IsAlphanumeric(c) || strings.IndexByte("-_.:+'()*", c) >= 0 }

// readWord reads the encoded word that s begins with. ok is false if there is no word that
// can be decoded.
func readWord(s []byte) (w word, ok bool) {
	open := wordOpening(s)
	if open == 0 {
		return w, false
	}
	stop := open
	for stop < len(s) && stop < maxWord && ' ' < s[stop] && s[stop] < 0x7f && s[stop] != '?' {
		stop++
	}
	if !bytes.HasPrefix(s[stop:], []byte("?=")) {
		return w, false
	}
	w = word{size: stop + 2, encoding: s[open-2]}
	var raw []byte
	if w.encoding|0x20 == 'b' {
		raw, ok = decodeB(s[open:stop])
	} else {
		raw, ok = decodeQ(s[open:stop])
	}
	if ok {
		w.text, ok = decodeCharset(string(s[2:open-3]), raw)
	}
	return w, ok
}

// decodeB decodes the B encoding (RFC 2047 section 4.1). The padding may be missing.
func decodeB(s []byte) ([]byte, bool) {
	s = bytes.TrimRight(s, "=")
	raw, err := base64.RawStdEncoding.AppendDecode(nil, s)
	return raw, err == nil
}

// decodeQ decodes the Q encoding: RFC 2047 section 4.2.
func decodeQ(s []byte) ([]byte, bool) {
	raw := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_':
			raw = append(raw, ' ')
		case c != '=':
			raw = append(raw, c)
		case i+2 < len(s) && ascii.IsHexDigit(s[i+1]) && ascii.IsHexDigit(s[i+2]):
			raw = append(raw, ascii.HexByte(s[i+1], s[i+2]))
			i += 2
		default:
			return nil, false
		}
	}
	return raw, true
}

// decodeCharset decodes raw, and reports whether there were no errors. A language may
// follow the label (RFC 2231 section 5).
func decodeCharset(label string, raw []byte) ([]byte, bool) {
	label, _, _ = strings.Cut(label, "*")
	switch strings.ToLower(label) {
	case "us-ascii", "unknown-8bit": // RFC 1428 section 3
		return raw, isASCII(raw)
	}
	found, ok := charenc.Lookup(label)
	switch {
	case !ok || !found.Readable():
		return nil, false
	case found.Name() == charenc.UTF8:
		return raw, utf8.Valid(raw)
	}
	e, _ := charset.Lookup(found.Name())
	text, err := e.NewDecoder().Bytes(raw)
	return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
