package main

import (
	"bytes"
	"errors"
	"io"
	"net/url"

	"golang.org/x/net/html"
)

const tokenizerName = "x/net/html tokenizer, net/url"

// newTokenizer is the tokenizer of x/net/html, with net/url.
func newTokenizer() peer {
	base := parsedBase()
	return &goPeer{
		is: about{tokenizerName, version("golang.org/x/net"), "nine attributes; no srcset, CSS, refresh, charsets; tags with links are written again"},
		work: func(d *document, out *bytes.Buffer) (int, error) {
			return rewriteTokens(out, d.data, base)
		},
	}
}

// rewriteTokens writes src with its links absolute. It returns how many changed.
func rewriteTokens(out *bytes.Buffer, src []byte, base *url.URL) (links int, err error) {
	z := html.NewTokenizer(bytes.NewReader(src))
	var t tokenTag
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return links, err
			}
			out.Write(src[at:])
			return links, nil
		}
		raw := src[at : at+len(z.Raw())]
		at += len(raw)
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			out.Write(raw)
			continue
		}
		n := t.read(z, base)
		if n == 0 {
			out.Write(raw)
			continue
		}
		links += n
		t.write(out, kind == html.SelfClosingTagToken)
	}
}

// A tokenTag is a start tag of the tokenizer.
type tokenTag struct {
	name  []byte
	attrs []tokenAttr
}

type tokenAttr struct {
	key, value []byte
	target     string // replaces value, if not empty
}

// read reads the tag that the tokenizer is at, and resolves its links. It returns
// how many change.
func (t *tokenTag) read(z *html.Tokenizer, base *url.URL) (links int) {
	name, more := z.TagName()
	t.name, t.attrs = name, t.attrs[:0]
	for more {
		var a tokenAttr
		a.key, a.value, more = z.TagAttr()
		if isLinkAttr(string(a.key)) {
			if target, changed := absolute(base, string(a.value)); changed {
				a.target = target
				links++
			}
		}
		t.attrs = append(t.attrs, a)
	}
	return links
}

// write writes the tag with its links.
func (t *tokenTag) write(out *bytes.Buffer, selfClosing bool) {
	out.WriteByte('<')
	out.Write(t.name)
	for _, a := range t.attrs {
		out.WriteByte(' ')
		out.Write(a.key)
		out.WriteString(`="`)
		if a.target != "" {
			out.WriteString(html.EscapeString(a.target))
		} else {
			out.WriteString(html.EscapeString(string(a.value)))
		}
		out.WriteByte('"')
	}
	if selfClosing {
		out.WriteByte('/')
	}
	out.WriteByte('>')
}
