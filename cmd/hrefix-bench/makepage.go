package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// madeSize is how large the pages are that are made, about.
const madeSize = 600_000

// madePages returns pages that are the same in each run.
func madePages() []document {
	var docs []document
	for _, m := range []struct {
		name string
		fill func(*maker)
	}{
		{"many links", (*maker).linkRow},
		{"many attributes", (*maker).attributeRow},
		{"table, no links", (*maker).tableRow},
	} {
		d := page(m.name, makePage(m.name, m.fill))
		d.made = true
		docs = append(docs, d)
	}
	return docs
}

// makePage returns a page that is filled by calls of fill.
func makePage(title string, fill func(*maker)) []byte {
	m := &maker{random: rand.New(rand.NewPCG(1808, 3986))}
	fmt.Fprintf(&m.out, "<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>%s</title></head>\n<body>\n<table>\n", title)
	for m.out.Len() < madeSize {
		fill(m)
	}
	m.out.WriteString("</table>\n</body></html>\n")
	return m.out.Bytes()
}

// A maker writes markup at random.
type maker struct {
	out    bytes.Buffer
	random *rand.Rand
	row    int
}

var words = strings.Fields("the base of each document is found from the inside out and a link without one means nothing at all to those who read it years later somewhere else")

// words writes n words.
func (m *maker) words(n int) string {
	var some []string
	for range n {
		some = append(some, words[m.random.IntN(len(words))])
	}
	return strings.Join(some, " ")
}

// link returns a reference, as pages have them.
func (m *maker) link() string {
	n := m.random.IntN(10_000)
	switch m.random.IntN(8) {
	case 0:
		return fmt.Sprintf("../%s/%d.html", m.words(1), n)
	case 1:
		return fmt.Sprintf("/%s/?id=%d&amp;page=%d", m.words(1), n, n%7)
	case 2:
		return fmt.Sprintf("#section-%d", n)
	case 3:
		return fmt.Sprintf("http://www.example.com/%s/%d", m.words(1), n)
	case 4:
		return fmt.Sprintf("../../%s/%s/../%d.html#top", m.words(1), m.words(1), n)
	}
	return fmt.Sprintf("%s-%d.html", m.words(1), n)
}

// linkRow is a row of links and an image, as in an index.
func (m *maker) linkRow() {
	m.row++
	fmt.Fprintf(&m.out, "<tr><td><img src=\"%s\" alt=\"\"></td><td><a href=\"%s\">%s</a></td><td><a href='%s' class=more>%s</a></td></tr>\n",
		m.link(), m.link(), m.words(3), m.link(), m.words(1))
}

// attributeRow is a row of elements with many attributes, few of them links.
func (m *maker) attributeRow() {
	m.row++
	fmt.Fprintf(&m.out, "<tr id=\"row-%d\" class=\"row even wide\" role=\"row\" aria-rowindex=\"%d\" data-id=\"%d\" data-kind=\"item\">", m.row, m.row, m.row)
	for i := range 4 {
		fmt.Fprintf(&m.out, "<td id=\"cell-%d-%d\" class=\"cell c%d\" title=\"%s\" lang=\"en\" dir=\"ltr\" align=\"left\" valign=\"top\" tabindex=\"0\" role=\"gridcell\" aria-label=\"%s\" aria-colindex=\"%d\" data-value=\"%d\" data-sort=\"%d\" hidden>%d</td>",
			m.row, i, i, m.words(3), m.words(2), i, m.random.IntN(1000), m.random.IntN(1000), i)
	}
	fmt.Fprintf(&m.out, "<td><a id=\"link-%d\" class=\"link\" rel=\"nofollow\" target=\"_blank\" title=\"%s\" href=\"%s\" data-track=\"row\">%s</a></td></tr>\n",
		m.row, m.words(2), m.link(), m.words(1))
}

// tableRow is a row of numbers.
func (m *maker) tableRow() {
	m.row++
	fmt.Fprintf(&m.out, "<tr><th>%d</th>", m.row)
	for range 12 {
		fmt.Fprintf(&m.out, "<td>%d.%02d</td>", m.random.IntN(10_000), m.random.IntN(100))
	}
	m.out.WriteString("</tr>\n")
}
