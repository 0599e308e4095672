package engine

import (
	"bytes"
	"regexp"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/syntax"
)

// A Redirect is the URL to which a page sends its readers by itself.
type Redirect struct {
	To     string // the reference as the page has it
	Script bool   // the redirect is only in a script, which may do something else first
	Now    bool   // a meta element redirects without a delay
	Hash   bool   // a script reads the fragment of the page's URL, to hand it on
}

// maxRedirect is the size of the largest page that may count as a redirect.
const maxRedirect = 64 << 10

// Redirect finds out whether a page redirects its readers: by a meta element (HTML Standard, section
// 4.2.5.3, state refresh), or by a script that sets the location to a string. It does not run scripts, and
// finds them only in encodings that extend ASCII.
func (rw *Rewriter) Redirect(p Piece) (r Redirect, ok bool) {
	if len(p.Source) > maxRedirect {
		return r, false
	}
	if ascii.ContainsFold(p.Source, "refresh") { // this search is quicker than reading the page
		rw.VisitReferences(p, func(ref *Reference) bool {
			if place := ref.Rules.Place; place != nil && place.Syntax == syntax.Refresh && len(ref.Text) > 0 && ref.Text[0] != '#' {
				r.To = string(ref.Text)
				before := p.Source[:min(ref.Offset(), len(p.Source))]
				r.Now = atOnce.Match(before[max(0, bytes.LastIndexByte(before, '<')):])
			}
			return r.To == ""
		})
	}
	if r.To == "" {
		set := findLocation(p.Source)
		if set == nil {
			return r, false
		}
		r.To, r.Script = string(bytes.Join(set[1:], nil)), true
	}
	r.Hash = bytes.Contains(p.Source, []byte("location.hash"))
	return r, true
}

// atOnce matches text that ends with the content attribute of a meta element, up to the URL, if the
// delay is 0.
var atOnce = regexp.MustCompile(`(?i)\bcontent\s*=\s*["']?\s*0*(?:\.[0-9.]*)?(?:\s*[;,]|\s)\s*(?:url\s*=\s*)?(?:["']|&[a-z0-9#]+;)?$`)

// findLocation returns the first match of setsLocation in text, or nil.
func findLocation(text []byte) (set [][]byte) {
	const name = "location"
	for from := 0; set == nil; {
		n := bytes.Index(text[from:], []byte(name))
		if n < 0 {
			return nil
		}
		if at := from + n; at == 0 || !ascii.IsAlphanumeric(text[at-1]) && text[at-1] != '_' {
			set = setsLocation.FindSubmatch(text[at:])
		}
		from += n + len(name)
	}
	return set
}

// setsLocation matches script text that sets the location to a string without escapes. The string
// may be only the beginning of an expression.
var setsLocation = regexp.MustCompile(`^location(?:(?:\.href)?\s*=\s*(?:"([^"\\#]+)"|'([^'\\#]+)')|` +
	`\.(?:replace|assign)\(\s*(?:"([^"\\#]+)"|'([^'\\#]+)'))`)
