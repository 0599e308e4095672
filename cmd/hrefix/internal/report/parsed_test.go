package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A parsed is a page as a browser without scripts has it.
type parsed struct{ *html.Node }

func parse(t testing.TB, page string) parsed {
	doc, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	return parsed{doc}
}

// all returns the elements that has says yes to.
func (p parsed) all(has func(*html.Node) bool) []parsed {
	var found []parsed
	for n := range p.Descendants() {
		if n.Type == html.ElementNode && has(n) {
			found = append(found, parsed{n})
		}
	}
	return found
}

// tags returns the elements of those names.
func (p parsed) tags(names ...atom.Atom) []parsed {
	return p.all(func(n *html.Node) bool {
		for _, name := range names {
			if n.DataAtom == name {
				return true
			}
		}
		return false
	})
}

// classed returns the elements that have a class.
func (p parsed) classed(class string) []parsed {
	return p.all(func(n *html.Node) bool {
		for _, c := range strings.Fields(attr(n, "class")) {
			if c == class {
				return true
			}
		}
		return false
	})
}

// id returns the element of that id.
func (p parsed) id(id string) parsed {
	found := p.all(func(n *html.Node) bool { return attr(n, "id") == id })
	if len(found) != 1 {
		panic(fmt.Sprintf("%d elements with id %s", len(found), id))
	}
	return found[0]
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text returns the text in p, white space collapsed.
func (p parsed) text() string {
	var b strings.Builder
	for n := range p.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func texts(all []parsed) []string {
	var list []string
	for _, p := range all {
		list = append(list, p.text())
	}
	return list
}

// rows returns the rows of the table of references, the cells joined by "|".
func (p parsed) rows() []string {
	var rows []string
	for _, r := range p.id("reference-table").tags(atom.Tbody)[0].tags(atom.Tr) {
		rows = append(rows, strings.Join(texts(r.tags(atom.Td)), "|"))
	}
	return rows
}

// lines returns the data of the page.
func (p parsed) lines(t testing.TB) [][]any {
	var lines [][]any
	for _, s := range p.tags(atom.Script) {
		if attr(s.Node, "type") != "application/jsonl" {
			continue
		}
		dec := json.NewDecoder(strings.NewReader(s.FirstChild.Data))
		for {
			var line []any
			err := dec.Decode(&line)
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			lines = append(lines, line)
		}
	}
	return lines
}
