package anchors

import (
	"slices"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// With [Marks], a [Finder] finds marked elements. An author marks an element by an attribute that asks link
// checkers to ignore the element and its content. Anchor.At is the offset of the start tag, and Anchor.End
// the end of the element. A marked element within another marked element is not reported.

// marks are the attributes that mark an element, for HTMLProofer and for linkcheck.
var marks = []string{"data-proofer-ignore", "data-linkcheck-ignore"}

// htmlMarks visits the marked elements of HTML text.
func (f *Finder) htmlMarks() {
	s := &f.scanner
	s.Reset(f.text)
	var tag htmlscan.Token // the start tag of the marked element
	in := false
	for {
		t := s.Next()
		if in && (t.Kind == htmlscan.EOF || t.Kind != htmlscan.RawText && !s.IsOpen(&tag)) {
			f.marked(tag.Start, t.Start)
			in = false
		}
		switch {
		case t.Kind == htmlscan.EOF:
			return
		case !in && t.Kind == htmlscan.StartTag && !t.Ignored && slices.ContainsFunc(marks, func(name string) bool {
			_, ok := htmlscan.First(f.text, t.Attrs, name)
			return ok
		}):
			tag, in = *t, true
		}
	}
}

// xmlMarks visits the marked elements of XML text.
func (f *Finder) xmlMarks() {
	at, depth := -1, 0
	for {
		t := f.xml.Next()
		if at >= 0 && (t.Kind == xmlscan.EOF || t.Depth <= depth) {
			f.marked(at, t.Start)
			at = -1
		}
		switch {
		case t.Kind == xmlscan.EOF:
			return
		case at < 0 && t.Kind == xmlscan.StartTag && slices.ContainsFunc(marks, func(name string) bool {
			_, ok := f.first(t, name)
			return ok
		}):
			if at, depth = t.Start, t.Depth; t.SelfClosing {
				f.marked(at, t.End)
				at = -1
			}
		}
	}
}

// marked visits the marked element between two offsets.
func (f *Finder) marked(at, end int) {
	f.anchor = Anchor{At: at, End: end}
	f.visit(&f.anchor)
}
