package candidates

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// XML does what HTML does for XML text. Which places are read depends on more than the tables there: on the kind of a
// feed and on elements around. So the sites of all groups are collected, and what is in none is not read. rows are
// those of the user.
func (f *Finder) XML(text []byte, rows []*places.Place, groups places.Groups, report func(*Value)) {
	f.text, f.groups, f.report = text, groups, report
	f.collectXML(rows)
	s := xmlscan.New(text)
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case xmlscan.StartTag:
			f.xmlTag(t)
		case xmlscan.Text:
			f.xmlContent(t, t.Span, view.Unescape(text, t.Span, markup.XMLDoubleQuoted))
		case xmlscan.CDATA:
			at := markup.Span{Start: t.Start + len("<![CDATA["), End: t.End}
			f.xmlContent(t, at, bytes.TrimSuffix(text[at.Start:at.End], []byte("]]>")))
		}
	}
	f.sites.Reset()
	f.text, f.report, f.value = nil, nil, Value{}
}

// collectXML collects the sites of all groups in the text, which is XML, for siteAt.
func (f *Finder) collectXML(rows []*places.Place) {
	c := &f.sites
	if f.allXML == nil || !slices.Equal(f.rows, rows) {
		f.allXML, f.rows = places.For(places.AllGroups, rows), rows
	}
	c.Options = sites.Options{Places: f.allXML, Groups: places.AllGroups}
	c.Reset()
	c.XML(f.text)
	c.Sort()
	f.next, f.readEnd = 0, 0
}

// siteAt reports whether a value that begins at an offset is a site, and of which groups that are not read. The
// offsets ascend.
func (f *Finder) siteAt(start int) (group places.Groups, ok bool) {
	all := f.sites.Sites
	for f.next < len(all) && all[f.next].Value.Start < start {
		f.next++
	}
	if f.next == len(all) || all[f.next].Value.Start > start {
		return 0, start < f.readEnd
	}
	s := &all[f.next]
	if pieces := s.Details().Pieces; len(pieces) > 0 {
		f.readEnd = pieces[len(pieces)-1].End
	}
	return s.Group &^ f.groups, true
}

// xmlTag finds the values among the attributes of a start tag of XML.
func (f *Finder) xmlTag(t *xmlscan.Token) {
	for _, a := range t.Attrs {
		raw := f.text[a.Value.Start:a.Value.End]
		group, isSite := f.siteAt(a.Value.Start)
		if !mayHold(raw) || isSite && group == 0 {
			continue
		}
		f.attr = ascii.AppendLower(f.attr[:0], f.text[a.Name.Start:a.Name.End])
		isScript := isScriptURL(raw) || bytes.HasPrefix(f.attr, []byte("on"))
		if isNever(f.attr) && !isSite && !isScript {
			continue
		}
		value, name := view.Unescape(f.text, a.Value, a.Quote), string(f.text[a.Name.Start:a.Name.End])
		f.at, f.exact, f.noRow = a.Value.Start, len(value) == len(raw), isSite
		f.value = Value{Element: string(f.text[t.Name.Start:t.Name.End]), Attr: name, In: name, Group: group}
		if isScript {
			f.script(value)
		} else {
			f.attribute(value)
		}
	}
}

// xmlContent finds the values in the content of an element of XML: HTML that is escaped or in a CDATA section, scripts,
// JSON, and what looks like a reference as a whole.
func (f *Finder) xmlContent(t *xmlscan.Token, at markup.Span, value []byte) {
	_, isSite := f.siteAt(at.Start)
	element := string(f.text[t.In.Local.Start:t.In.Local.End])
	if isSite && element != "script" {
		return
	}
	f.at, f.exact, f.noRow = at.Start, len(value) == at.End-at.Start || t.Kind == xmlscan.CDATA, false
	f.value = Value{Element: element, In: element}
	switch {
	case element == "script":
		f.value.In = "scripts"
		f.script(value)
	case element == "style":
	case bytes.IndexByte(value, '<') >= 0:
		f.html(value)
	default:
		text := bytes.Trim(value, ascii.Whitespace)
		if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
			f.jsonStrings(value, syntax.Strings.String())
		} else if syntax.IsReference(text) {
			f.put(text, bytes.Index(value, text), syntax.Link.String())
		}
	}
}
