package whatwg

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// writeQuery implements the query state, from the "?" on.
func (p *parser) writeQuery() {
	end := indexByte(p.in, p.pos, '#')
	query := p.in[p.pos+1 : end]
	p.pos = end
	p.out = append(p.out, '?')
	switch {
	case p.scheme == notSpecial:
		p.out = appendEncoded(p.out, query, querySet)
	case p.enc != nil && p.scheme != ws && p.scheme != wss && classOf(query)&nonASCII != 0:
		p.out = appendInEncoding(p.out, query, p.enc)
	default:
		p.out = appendEncoded(p.out, query, specialQuerySet)
	}
}

// writeFragment implements the fragment state, from the "#" on.
func (p *parser) writeFragment() {
	p.out = append(p.out, '#')
	p.out = appendEncoded(p.out, p.in[p.pos+1:], fragmentSet)
}

// appendInEncoding implements percent-encode after encoding (URL Standard section 1.3) with
// the special-query percent-encode set. s is valid UTF-8. A character that the encoding lacks
// becomes the percent-encoded form of a character reference.
func appendInEncoding(dst, s []byte, enc encoding.Encoding) []byte {
	for len(s) > 0 {
		n := 0
		for n < len(s) {
			r, size := utf8.DecodeRune(s[n:])
			if !hasRune(enc, r) {
				break
			}
			n += size
		}
		if b, err := enc.NewEncoder().Bytes(s[:n]); err == nil {
			dst = appendEncoded(dst, b, specialQuerySet)
		}
		if s = s[n:]; len(s) > 0 {
			r, size := utf8.DecodeRune(s)
			dst = fmt.Appendf(dst, "%%26%%23%d%%3B", r)
			s = s[size:]
		}
	}
	return dst
}

// hasRune reports whether the encoder of the Encoding Standard for enc writes r. That of
// golang.org/x/text may write a character reference instead, or bytes that only decoders know:
// characters of JIS X 0212 in EUC-JP (section 12.1.2), and of HKSCS in Big5 (section 11.1.2).
func hasRune(enc encoding.Encoding, r rune) bool {
	if r < utf8.RuneSelf {
		return true
	}
	char := string(r)
	b, err := enc.NewEncoder().Bytes([]byte(char))
	if err != nil || len(b) == 3 && b[0] == 0x8f || len(b) == 2 && b[0] < 0xa1 && isBig5(enc) {
		return false
	}
	back, err := enc.NewDecoder().Bytes(b)
	return err == nil && string(back) == char
}

// isBig5 reports whether enc is Big5, which alone reads these bytes as two characters.
func isBig5(enc encoding.Encoding) bool {
	out, err := enc.NewDecoder().Bytes([]byte{0x88, 0x62})
	return err == nil && string(out) == "\u00ca\u0304"
}

// indexByte returns the offset of the first c in s[from:], or len(s).
func indexByte(s []byte, from int, c byte) int {
	for i := from; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return len(s)
}
