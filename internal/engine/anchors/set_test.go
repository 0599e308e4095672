package anchors

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// randomPage returns a random document with the names 0 to 4 and n0 to n4.
func randomPage(r *rand.Rand) []byte {
	var text strings.Builder
	for range 1 + r.IntN(20) {
		piece := pieces[r.IntN(len(pieces))]
		args := make([]any, strings.Count(piece, "%d"))
		for i := range args {
			args[i] = r.IntN(5)
		}
		fmt.Fprintf(&text, piece, args...)
	}
	return []byte(text.String())
}

// requireNames compares what a set has with the anchors that a Finder finds.
func requireNames(t *testing.T, s *Set, find func(func(*Anchor)), src []byte) {
	t.Helper()
	want := map[string]bool{}
	find(func(a *Anchor) {
		want[string(a.Name)] = true
		if a.AnyCase {
			want[strings.ToUpper(string(a.Name))] = true
		}
	})
	for i := range 5 {
		for _, form := range []string{"%d", "n%d", "N%d"} {
			name := fmt.Sprintf(form, i)
			require.Equal(t, want[name], s.Leads([]byte(name)), "%s in %s", name, src)
		}
	}
}

// TestSet: a set has the anchors of a document, from whichever token on it is filled.
func TestSet(t *testing.T) {
	var want htmlscan.Names
	Note(&want)
	r := rand.New(rand.NewPCG(3, 4))
	var s Set
	for range 20_000 {
		src := randomPage(r)
		s.Reset()
		from := r.IntN(10)
		scan := htmlscan.New(src)
		var links htmlscan.Names // what the scan is for
		links.Add("href")
		scan.Want(&links)
		scan.Skim()
		for n, tok := 0, scan.Next(); tok.Kind != htmlscan.EOF; n, tok = n+1, scan.Next() {
			if s.whole != nil || n >= from && tok.Kind != htmlscan.Text {
				s.Tag(src, tok, scan, &want)
			}
		}
		if s.whole == nil {
			require.False(t, s.Leads([]byte("0")))
			continue
		}
		var f Finder
		requireNames(t, &s, func(visit func(*Anchor)) { f.HTML(src, visit) }, src)
	}
}

// TestCells: the id of a part of a table counts without another scan, as long as the table is open.
func TestCells(t *testing.T) {
	var want htmlscan.Names
	Note(&want)
	for src, confirmed := range map[string]bool{
		"<p><a href=x><table><tr><td id=1>":                       true,
		"<p><table><tr><td><a href=x></td><td id=1>":              true,
		"<p><table><tr><td id=1><a href=x>":                       true,
		"<p><table><tr><td><table></table><a href=x><td id=1>":    false, // the outer table is open, but nobody counts
		"<p><a href=x><table></TABLE><td id=1>":                   false,
		"<p><a href=x><td id=1>":                                  false,
		"<p><a href=x><template><table></template><tr><td id=1>":  false,
		"<p><a href=x><noscript><table></noscript><tr><td id=1>":  false,
		"<p><a href=x><template></template><table><tr><td id=1>":  false,
		"<p><a href=x><!-- </table> --><table><caption id=1></b>": true,
	} {
		var s Set
		scan := htmlscan.New([]byte(src))
		var links htmlscan.Names
		links.Add("href")
		scan.Want(&links)
		scan.Skim()
		for tok := scan.Next(); tok.Kind != htmlscan.EOF; tok = scan.Next() {
			if s.whole != nil || tok.Atom == atom.A {
				s.Tag([]byte(src), tok, scan, &want)
			}
		}
		if _, sure := s.find([]byte("1")); !sure {
			s.readBefore()
		}
		s.confirmCells()
		_, sure := s.find([]byte("1"))
		require.Equal(t, confirmed, sure, src)
	}
}

// TestXMLSet is the same for XML.
func TestXMLSet(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s Set
	for range 5_000 {
		src := randomPage(r)
		s.Reset()
		from, n := r.IntN(10), 0
		var scan xmlscan.Scanner
		scan.Reset(src)
		for tok := scan.Next(); tok.Kind != xmlscan.EOF; tok = scan.Next() {
			if n++; tok.Kind == xmlscan.StartTag && n > from {
				s.XMLTag(src, tok)
			}
		}
		var f Finder
		if s.whole != nil {
			requireNames(t, &s, func(visit func(*Anchor)) { f.XML(src, visit) }, src)
		}
	}
}

// TestLeads: which fragments lead to a document that has some names.
func TestLeads(t *testing.T) {
	names := map[string]bool{"t": true, "a b": true, "\u00e9": true, "%41": true, "Top2": true, ":~:": true}
	has := func(name []byte) bool { return names[string(name)] }
	for fragment, want := range map[string]bool{
		"": true, "top": true, "TOP": true, "tOp": true, "%74op": true, "%54OP": true, "top2": false, "Top2": true, "top%": false,
		"t": true, "T": false, "%74": true, "a%20b": true, "a b": true, "a+b": false, "%C3%A9": true, "\u00e9": true, "%41": true, "A": false, "%2541": true,
		":~:text=x": true, "t:~:text=x": true, "u:~:text=x": false, "%74:~:text=%41": true, "t:text=x": false,
	} {
		require.Equal(t, want, Leads([]byte(fragment), has), "%q", fragment)
	}
}
