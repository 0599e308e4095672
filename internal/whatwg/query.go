package whatwg

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
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
// the special-query percent-encode set. s is valid UTF-8.
func appendInEncoding(dst, s []byte, enc encoding.Encoding) []byte {
	var buf [512]byte
	encoder := enc.NewEncoder().Transformer
	for {
		n, read, err := encoder.Transform(buf[:], s, true)
		dst = appendEncoded(dst, buf[:n], specialQuerySet)
		s = s[read:]
		if err == transform.ErrShortDst && (n > 0 || read > 0) {
			continue
		}
		if err == nil || len(s) == 0 {
			return dst
		}
		r, size := utf8.DecodeRune(s)
		dst = append(dst, "%26%23"...)
		dst = strconv.AppendUint(dst, uint64(r), 10)
		dst = append(dst, "%3B"...)
		s = s[size:]
	}
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
