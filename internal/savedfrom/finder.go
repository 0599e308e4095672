package savedfrom

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// maxHints is the maximum number of hints, and of ignored hints.
const maxHints = 16

// A Finder collects the hints in an HTML document while the caller scans it. The zero value
// is ready to use.
type Finder struct {
	content   bool // the content of the body has begun
	templates int  // open template elements
	ownLinks  bool // see OwnsLinks
	archived  bool // an archive has rewritten the links: see Archived
	hints     []base.Source
	banner    base.Source // the URL in a banner, or the zero Source
	from      archive     // the archive that the banner names
	ignored   []base.Source

	ahead *htmlscan.Scanner // scans a document that the caller skims
	begun bool              // ahead has been Reset to the document
}

// Reset makes f ready for another document.
func (f *Finder) Reset() { *f = Finder{ahead: f.ahead} }

// ScrapBookAttr is the attribute of the html element in which WebScrapBook keeps the URL.
const ScrapBookAttr = "data-scrapbook-source"

// SeeSkimmed is See for a scanner of text that skims (see [htmlscan.Scanner.Skim]) and
// wants [ScrapBookAttr]. If a token may be a mark, SeeSkimmed scans the document itself to find
// out whether the content has begun.
func (f *Finder) SeeSkimmed(text []byte, t *htmlscan.Token) {
	if t.Kind == htmlscan.RawText && t.Element == atom.Script {
		f.script(text[t.Start:t.End])
	}
	if !isMark(text, t) {
		return
	}
	if !f.begun {
		if f.ahead == nil {
			f.ahead = new(htmlscan.Scanner)
		}
		f.ahead.Reset(text)
		f.begun = true
	}
	for !f.content {
		u := f.ahead.Next()
		if u.Kind == htmlscan.EOF {
			break
		}
		f.See(text, u)
		if u.Start == t.Start {
			return
		}
	}
	f.See(text, t)
}

// isMark reports whether a token may be a mark, regardless of its place.
func isMark(text []byte, t *htmlscan.Token) bool {
	switch {
	case t.Kind == htmlscan.Comment:
		content, ok := toolComment(text, t)
		if !ok {
			return false
		}
		_, ok = readComment(content)
		return ok || isWaybackComment(content)
	case t.Kind == htmlscan.StartTag && t.Atom == atom.Html:
		_, ok := attr(text, t, ScrapBookAttr)
		return ok
	case t.Kind == htmlscan.StartTag && t.Atom == atom.Meta:
		return isSavePage(text, t)
	}
	return false
}

// isSavePage reports whether a meta element is the mark of Save Page WE.
func isSavePage(text []byte, t *htmlscan.Token) bool {
	a, _ := attr(text, t, "name")
	return string(text[a.Value.Start:a.Value.End]) == "savepage-url"
}

// See processes a token of the document. The caller must pass all tokens in order; for an
// XML document the start tags and comments are enough. Once the content of the body has
// begun, only comments and scripts matter.
func (f *Finder) See(text []byte, t *htmlscan.Token) {
	switch {
	case t.Kind == htmlscan.RawText && t.Element == atom.Script:
		f.script(text[t.Start:t.End])
	case f.content && t.Kind != htmlscan.Comment:
	case t.Kind == htmlscan.Comment:
		f.comment(text, t)
	case t.InNoscript:
	case t.Kind == htmlscan.StartTag && t.InTemplate:
		if t.Atom == atom.Template {
			f.templates++
		}
	case t.Kind == htmlscan.StartTag:
		f.startTag(text, t)
	case t.Kind == htmlscan.EndTag && t.Atom == atom.Template:
		f.templates = max(f.templates-1, 0)
	case t.Kind == htmlscan.Text && f.templates == 0:
		f.content = len(bytes.TrimLeft(text[t.Start:t.End], ascii.Whitespace+"\ufeff")) > 0 // byte order marks do not begin content
	}
}

// startTag processes a start tag outside of templates.
func (f *Finder) startTag(text []byte, t *htmlscan.Token) {
	f.templates = 0
	switch t.Atom {
	case atom.Html:
		if a, ok := attr(text, t, ScrapBookAttr); ok {
			f.add(Hint("WebScrapBook attribute", urlOf(text, a)))
			f.ownLinks = true
		}
	case atom.Meta:
		if isSavePage(text, t) {
			a, _ := attr(text, t, "content")
			f.add(Hint("Save Page WE meta", urlOf(text, a)))
		}
	case atom.Template:
		f.templates = 1
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Head, atom.Link, atom.Noframes, atom.Noscript, atom.Script, atom.Style, atom.Title:
		// The parser keeps these elements in the head.
	default:
		f.content = true
	}
}

// attr returns the first attribute with that name.
func attr(text []byte, t *htmlscan.Token, name string) (a htmlscan.Attr, ok bool) {
	for i := range t.Attrs {
		n := t.Attrs[i].Name
		if n.End-n.Start == len(name) && bytes.EqualFold(text[n.Start:n.End], []byte(name)) {
			return t.Attrs[i], true
		}
	}
	return a, false
}

// urlOf returns the value of an attribute, decoded and cleaned as HTML does with a URL.
func urlOf(text []byte, a htmlscan.Attr) string {
	return view.AttrURL(text, a.Value.Start, a.Value.End, a.Quote)
}

func (f *Finder) comment(text []byte, t *htmlscan.Token) {
	content, ok := toolComment(text, t)
	if !ok {
		return
	}
	f.archived = f.archived || !t.InNoscript && isWaybackComment(content)
	if f.content && len(f.ignored) == maxHints {
		return
	}
	s, ok := readComment(content)
	if !ok {
		return
	}
	switch {
	case s.Ignored != "":
	case f.content:
		s.Ignored = basereason.LateMark
	case f.templates > 0:
		s.Ignored = basereason.InTemplate
	case t.InNoscript:
		s.Ignored = basereason.InNoscript
	}
	f.add(s)
}

// toolComment returns the content of a comment that a tool may have written, without the white space around
// it. No tool writes markup that is only a bogus comment ("<!x>", "<?x>").
func toolComment(text []byte, t *htmlscan.Token) (content []byte, ok bool) {
	if content, ok = bytes.CutPrefix(text[t.Start:t.End], []byte("<!--")); !ok {
		return nil, false
	}
	for _, end := range []string{"-->", "--!>"} {
		content = bytes.TrimSuffix(content, []byte(end))
	}
	content = trimSpace(content)
	return content, len(content) > 0 && strings.IndexByte(initials, content[0]) >= 0
}

// trimSpace returns b without white space at its ends.
func trimSpace(b []byte) []byte { return bytes.Trim(b, ascii.Whitespace) }

// add adds a source, unless it is already there: HTTrack writes its comment twice.
func (f *Finder) add(s base.Source) {
	list := &f.hints
	if s.Ignored != "" {
		list = &f.ignored
	}
	same := func(o base.Source) bool { return o.From == s.From && o.Value == s.Value }
	if len(*list) < maxHints && !slices.ContainsFunc(f.hints, same) && !slices.ContainsFunc(f.ignored, same) {
		*list = append(*list, s)
	}
}

// OwnsLinks reports whether all relative links of the document that have a path lead to files that were
// saved with it: WebScrapBook makes all other links absolute.
func (f *Finder) OwnsLinks() bool { return f.ownLinks }

// IsSaved reports whether a mark says that a program has saved the document.
func (f *Finder) IsSaved() bool { return len(f.hints) > 0 || f.ownLinks }

// Sources returns the hints found so far as sources of the retrieval layer: the usable marks in source order, then the
// banner of an archive, then the ignored marks.
func (f *Finder) Sources() []base.Source {
	sources := slices.Clone(f.hints)
	if f.banner.Value != "" {
		sources = append(sources, f.banner)
	}
	return append(sources, f.ignored...)
}

// fromFirefox is the place of a hint that is the base of the page, but not its URL.
const fromFirefox = "BASE that Firefox took out"

// Page returns the URL of a saved page, from the start of the document: the first usable
// source of a Finder. If none is usable, it is the first ignored one. The comment of
// Firefox does not count, because it has the base of the page. ok is false if there is no source.
//
// Page reads no further than to the content of the body, unless there is a banner.
func Page(head []byte) (s base.Source, ok bool) {
	head = plain(head)
	var f Finder
	scan := htmlscan.New(head)
	banner := mayHaveBanner(head)
	for t := scan.Next(); t.Kind != htmlscan.EOF && (!f.content || banner); t = scan.Next() {
		f.See(head, t)
	}
	for _, s := range f.Sources() {
		if s.From != fromFirefox {
			return s, true
		}
	}
	return base.Source{}, false
}

// Canonical returns the URL that a page gives for itself, by its canonical link or else by og:url, or "". This URL
// is not a hint, since the page may have been retrieved from elsewhere, but the rules for hints apply to it.
func Canonical(page []byte) (url string) {
	const most = 64 << 10 // bytes of the page that are read
	head := plain(page[:min(len(page), most)])
	var f Finder
	scan := htmlscan.New(head)
	for t := scan.Next(); t.Kind != htmlscan.EOF && !f.content; t = scan.Next() {
		f.See(head, t)
		if t.Kind != htmlscan.StartTag || t.InTemplate || t.InNoscript {
			continue
		}
		value := func(name string) string {
			a, _ := attr(head, t, name)
			return urlOf(head, a)
		}
		switch {
		case t.Atom == atom.Link && strings.EqualFold(value("rel"), "canonical"):
			if canonical, ok := usable(value("href")); ok {
				return canonical
			}
		case t.Atom == atom.Meta && url == "" && value("property") == "og:url":
			url, _ = usable(value("content"))
		}
	}
	return url
}
