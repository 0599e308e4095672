package feeds

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// SameHTML compares two texts of HTML token by token: tags, attributes and texts must be the same,
// except that URLs may become absolute by one of the bases. It returns the first difference.
func SameHTML(before, after string, bases ...string) error {
	a, b := html.NewTokenizer(strings.NewReader(before)), html.NewTokenizer(strings.NewReader(after))
	raw := ""
	for {
		kind := a.Next()
		if next := b.Next(); next != kind {
			return fmt.Errorf("%q became %q", a.Raw(), b.Raw())
		}
		if kind == html.ErrorToken {
			return nil
		}
		x, y := a.Token(), b.Token()
		if err := sameToken(x, y, raw, bases); err != nil {
			return err
		}
		raw = ""
		if kind == html.StartTagToken {
			raw = x.Data
		}
	}
}

// sameToken compares two tokens after a start tag.
func sameToken(a, b html.Token, tag string, bases []string) error {
	isCode := tag == "style" || tag == "script"
	if a.Data != b.Data && !(isCode && sameByAny(unescaped(a.Data), unescaped(b.Data), bases)) || len(a.Attr) != len(b.Attr) {
		return fmt.Errorf("%q became %q", a, b)
	}
	for i, x := range a.Attr {
		y := b.Attr[i]
		switch {
		case x.Key != y.Key || x.Namespace != y.Namespace:
			return fmt.Errorf("the attribute %s became %s", x.Key, y.Key)
		case x.Val == y.Val || sameByAny(x.Val, y.Val, bases):
		case x.Key == "style" && sameByAny(unescaped(x.Val), unescaped(y.Val), bases):
		case x.Key == "srcdoc":
			if err := SameHTML(x.Val, y.Val, bases...); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s: %q became %q, with the bases %s", x.Key, x.Val, y.Val, bases)
		}
	}
	return nil
}

// URLs returns the values of href and src attributes in a text of HTML.
func URLs(text string) (urls []string) {
	z := html.NewTokenizer(strings.NewReader(text))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		for _, a := range z.Token().Attr {
			if a.Key == "href" || a.Key == "src" {
				urls = append(urls, strings.TrimSpace(a.Val))
			}
		}
	}
	return urls
}

// sameByAny is SameWords with one of the bases.
func sameByAny(a, b string, bases []string) bool {
	return slices.ContainsFunc(bases, func(base string) bool { return SameWords(a, b, base) })
}

// codeEscape matches an escape of CSS or JavaScript.
var codeEscape = regexp.MustCompile(`\\(?:x([0-9a-f]{2})|([0-9a-f]{1,6}) ?|([^0-9A-Za-z]))`)

// unescaped returns a style sheet or a script without escapes.
func unescaped(code string) string {
	return codeEscape.ReplaceAllStringFunc(code, func(escape string) string {
		m := codeEscape.FindStringSubmatch(escape)
		if n, err := strconv.ParseUint(m[1]+m[2], 16, 32); err == nil {
			return string(rune(n))
		}
		return m[3]
	})
}
