package whatwg

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// writeQuery implements the query state, from the "?" on.
func (p *parser) writeQuery() {
	query, _, _ := bytes.Cut(p.in[p.pos+1:], []byte("#"))
	p.pos += 1 + len(query)
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
	e := enc.NewEncoder()
	var buf [64]byte
	for {
		n, read, err := e.Transform(buf[:], s, true)
		dst, s = appendEncoded(dst, buf[:n], specialQuerySet), s[read:]
		switch {
		case err == transform.ErrShortDst:
		case len(s) == 0:
			return dst
		default:
			r, size := utf8.DecodeRune(s)
			dst, s = fmt.Appendf(dst, "%%26%%23%d%%3B", r), s[size:]
		}
	}
}
