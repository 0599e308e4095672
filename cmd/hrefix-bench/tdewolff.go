package main

import (
	"bytes"
	"errors"
	"io"
	"net/url"

	"github.com/tdewolff/parse/v2"
	lexer "github.com/tdewolff/parse/v2/html"
	"golang.org/x/net/html"
)

// newLexer is the HTML lexer of tdewolff/parse, with net/url.
func newLexer() peer {
	base := parsedBase()
	var input []byte
	return &goPeer{
		is: about{"tdewolff/parse lexer, net/url", version("github.com/tdewolff/parse/v2"), "nine attributes; no srcset, CSS, refresh, charsets; folds names to lower case in its input, so it gets a copy"},
		work: func(d *document, out *bytes.Buffer) (int, error) {
			input = append(input[:0], d.data...)
			return rewriteLexed(out, input, base)
		},
	}
}

// rewriteLexed writes src with its links absolute. It returns how many changed.
func rewriteLexed(out *bytes.Buffer, src []byte, base *url.URL) (links int, err error) {
	l := lexer.NewLexer(parse.NewInputBytes(src))
	for {
		kind, data := l.Next()
		switch kind {
		case lexer.ErrorToken:
			if err := l.Err(); !errors.Is(err, io.EOF) {
				return links, err
			}
			return links, nil
		case lexer.AttributeToken:
			if writeLexedAttr(out, l, base) {
				links++
				continue
			}
		}
		out.Write(data)
	}
}

// writeLexedAttr writes an attribute whose link changes, and reports whether it
// does.
func writeLexedAttr(out *bytes.Buffer, l *lexer.Lexer, base *url.URL) bool {
	if !isLinkAttr(string(l.AttrKey())) {
		return false
	}
	value := l.AttrVal()
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	target, changed := absolute(base, html.UnescapeString(string(value)))
	if !changed {
		return false
	}
	out.WriteByte(' ')
	out.Write(l.AttrKey())
	out.WriteString(`="`)
	out.WriteString(html.EscapeString(target))
	out.WriteByte('"')
	return true
}
