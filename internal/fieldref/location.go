package fieldref

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/view"
)

// location returns the reference in a Content-Location, Content-Base or Base field.
func (f *field) location() Reference {
	r := Reference{foldInside: true}
	text, start, end := f.text, f.start, f.end
	if !f.http && view.HasWords(text[start:end]) {
		words, err := view.NewWords(text, start, end)
		if err != nil {
			r.Keep = err.Error()
		}
		r.Views, r.words = append(r.Views, words), true
		text, start, end = words.Text(), 0, len(words.Text())
	}
	start, end, r.bars = unwrap(text, start, end)
	url := view.NewUnspaced(text, start, end)
	r.Views = append(r.Views, url)
	if len(url.Text()) == 0 && r.Keep == "" {
		r.Keep = reasonEmpty
	}
	return r
}

// unwrap returns the span of the URL in text[start:end], as base.ParseField finds it, and
// the bytes that would end the brackets or quotes around it.
func unwrap(text []byte, start, end int) (int, int, string) {
	start = skipSpace(text, start, end)
	end = trimSpace(text, start, end)
	s := text[start:end]
	switch {
	case bytes.HasPrefix(s, []byte("<")):
		if i := bytes.IndexByte(s, '>'); i >= 0 {
			end = start + i
		}
		inner := view.NewUnspaced(text, start+1, end)
		if hasURLPrefix(inner.Text()) {
			return inner.Source(len(urlPrefix)), end, "<>"
		}
		return start + 1, end, "<>"
	case len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"':
		return start + 1, end - 1, `"\`
	case hasURLPrefix(s):
		return start + len(urlPrefix), end, ""
	}
	return start, end, ""
}

const urlPrefix = "URL:"

func hasURLPrefix(s []byte) bool {
	return len(s) >= len(urlPrefix) && strings.EqualFold(string(s[:len(urlPrefix)]), urlPrefix)
}

// url returns the reference in text[start:end] of an HTTP field, as browsers read it: by the URL
// Standard, which keeps white space in a URL.
func (f *field) url(start, end int) Reference {
	url := view.NewURL(f.text, start, end)
	r := Reference{Views: view.Stack{url}}
	if len(url.Text()) == 0 {
		r.Keep = reasonEmpty
	}
	return r
}
