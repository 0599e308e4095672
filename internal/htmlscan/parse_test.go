package htmlscan_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
)

// mark is the prefix of the attributes that plant adds to start tags.
const mark = "zz"

// plant adds an attribute with a unique name to every start tag that want accepts.
func plant(text []byte, want func(*htmlscan.Token) bool) []byte {
	var out []byte
	s := htmlscan.New(text)
	for n := 0; ; {
		t := s.Next()
		if t.Kind == htmlscan.EOF {
			return out
		}
		if t.Kind != htmlscan.StartTag || !want(t) {
			out = append(out, text[t.Start:t.End]...)
			continue
		}
		out = append(out, text[t.Start:t.Name.End]...)
		out = fmt.Appendf(out, " %s%d=x ", mark, n)
		out = append(out, text[t.Name.End:t.End]...)
		n++
	}
}

// A finding is the result of one of the two parsers for a planted start tag.
type finding struct {
	namespace string
	template  bool
	place     []int // only of this package
}

// ours returns the findings of the scanner in planted text.
func ours(text []byte, noscript bool) map[int]finding {
	found := map[int]finding{}
	s := htmlscan.New(text)
	dropped := markup.Span{}
	starts, merged := map[int]int{}, map[int]bool{}
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag {
			continue
		}
		n := planted(text, t)
		if n < 0 || t.Ignored && !t.Merged || t.InNoscript && !noscript {
			continue
		}
		if t.Dropped != dropped {
			for n, start := range starts {
				if !merged[n] && t.Dropped.Start <= start && start < t.Dropped.End {
					delete(found, n)
				}
			}
		}
		starts[n], merged[n] = t.Start, t.Merged
		f := finding{namespace: [...]string{"", "svg", "math"}[t.Namespace], template: t.InTemplate}
		if !t.Merged && notFormatting(t) && !t.InTemplate {
			f.place = s.Place()
		}
		found[n] = f
	}
	return found
}

func planted(text []byte, t *htmlscan.Token) int {
	if len(t.Attrs) == 0 {
		return -1
	}
	return number(string(text[t.Attrs[0].Name.Start:t.Attrs[0].Name.End]))
}

// number returns the number in the name of a planted attribute, or -1.
func number(name string) int {
	digits, ok := strings.CutPrefix(name, mark)
	n, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return -1
	}
	return n
}

// theirs returns the findings of x/net/html in planted text, and the order of the planted
// elements in the tree.
func theirs(text []byte, scripting bool) (found map[int]finding, order []int, err error) {
	doc, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		return nil, nil, err
	}
	found = map[int]finding{}
	var walk func(n *html.Node, template bool)
	walk = func(n *html.Node, template bool) {
		for _, a := range n.Attr {
			k := number(a.Key)
			if k < 0 {
				continue
			}
			if _, clone := found[k]; clone {
				continue
			}
			order = append(order, k)
			found[k] = finding{namespace: n.Namespace, template: template}
		}
		template = template || n.DataAtom == atom.Template && n.Namespace == ""
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, template)
		}
	}
	walk(doc, false)
	return found, order, nil
}

// compareTrees returns a difference between the scanner and x/net/html, or "" if there is
// none.
func compareTrees(text []byte, scripting bool) string {
	we := ours(text, !scripting)
	they, order, err := theirs(text, scripting)
	if err != nil {
		return err.Error()
	}
	for n, w := range we {
		h, ok := they[n]
		if !ok {
			return fmt.Sprintf("element %d: we have it, they have not", n)
		}
		if w.namespace != h.namespace || w.template != h.template {
			return fmt.Sprintf("element %d: we have %q, template %t; they have %q, %t", n, w.namespace, w.template, h.namespace, h.template)
		}
	}
	for n := range they {
		if _, ok := we[n]; !ok {
			return fmt.Sprintf("element %d: they have it, we have not", n)
		}
	}
	return compareOrder(we, order)
}

// compareOrder compares the places with the tree order. It skips formatting elements, since
// clones of them may come first, and templates.
func compareOrder(we map[int]finding, order []int) string {
	order = slices.DeleteFunc(slices.Clone(order), func(n int) bool { return we[n].place == nil })
	sorted := slices.Clone(order)
	slices.SortFunc(sorted, func(a, b int) int { return slices.Compare(we[a].place, we[b].place) })
	if !slices.Equal(order, sorted) {
		return fmt.Sprintf("order: we have %v, they have %v", sorted, order)
	}
	return ""
}
