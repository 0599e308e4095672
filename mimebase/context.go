package mimebase

import (
	"iter"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// A source is a base field in a header.
type source struct {
	rank int // index of its name in fieldNames.list: 0 for the preferred field
	at   int // offset of its body in the text
	base.Source
}

// maxIgnored is the number of repeated fields of one name that are reported.
const maxIgnored = 4

// Context returns the context of a document in the body of e: the bases that
// the header of e and the entities around e give (RFC 1808 section 3.2).
func (e *Entity) Context() *base.Context {
	if e.context != nil {
		return e.context
	}
	return e.outer.Enclose(e.own(base.Encapsulating, -1)...)
}

// HeaderBase returns the base of the references in the header field called
// field. By RFC 1808 section 3.1, the base of a message applies to its own
// header too. For a base field, only the base fields before it in
// Options.BaseFields give the base: by default, Content-Location is resolved
// against Base or Content-Base.
func (e *Entity) HeaderBase(field string) *base.Result {
	rank := slices.IndexFunc(e.baseFields.list, func(name string) bool { return strings.EqualFold(name, field) })
	return e.outer.Establish(e.own(base.Embedded, rank)...)
}

// readRetrieval adds the URLs in the fields of opts.RetrievalFields to the
// context of e, which is a message, as sources of the retrieval layer.
func (e *Entity) readRetrieval(opts Options) {
	var hints []base.Source
	for _, name := range opts.RetrievalFields {
		body, ok := e.FieldBody(name)
		if !ok {
			continue
		}
		url, _, ignored := e.fieldURL(name, body)
		if ignored != "" {
			continue
		}
		hint := base.Source{From: e.from(name), Value: url, Schemes: opts.BaseSchemes, Hint: true}
		hints = append(hints, hint)
		for _, c := range base.NewContext(resolve.RFC1808, hint).Establish().Candidates() {
			if c.Reason == basereason.SchemeRefused { // BaseNotes adds the part number, which is not known yet
				e.refused = &Note{Offset: e.SourceOffset(body.Start), Text: refusal(c)}
			}
		}
	}
	e.outer = e.outer.WithRetrieval(hints...)
}

// refusal returns the text of a note on a candidate that is passed over because
// of its scheme.
func refusal(c base.Candidate) string {
	return c.From + " is passed over: " + c.Text() + ": " + strings.ToLower(resolve.Parse(c.URL).Scheme)
}

// own returns the sources in the header of e. Unless rank is negative, it
// returns only sources with a lower rank.
func (e *Entity) own(layer base.Layer, rank int) []base.Source {
	var all []base.Source
	for _, s := range e.sources {
		if rank < 0 || s.rank < rank {
			s.Layer = layer
			all = append(all, s.Source)
		}
	}
	return all
}

// BaseNotes returns a note for each base field of e that is passed over because
// of the scheme of its URL. See Options.BaseSchemes.
func (e *Entity) BaseNotes() (notes []Note) {
	if e.refused != nil {
		notes = append(notes, Note{Part: e.Part, Offset: e.refused.Offset, Text: e.refused.Text})
	}
	if !slices.ContainsFunc(e.sources, func(s source) bool { return !base.HasScheme(s.Value, e.baseFields.schemes) }) {
		return notes
	}
	for i, c := range e.outer.Establish(e.own(base.Encapsulating, -1)...).Candidates()[:len(e.sources)] {
		if c.Reason == basereason.SchemeRefused {
			notes = append(notes, Note{Part: e.Part, Offset: e.SourceOffset(e.sources[i].at), Text: refusal(c)})
		}
	}
	return notes
}

// findBase reads the base fields of e, whose part number must be known, into
// e.sources, in the order of Options.BaseFields, the preferred one first. Of
// several fields with one name, the first counts. findBase does not resolve
// them: a message may have many parts with long bases, and to keep all resolved
// bases would take much memory.
func (e *Entity) findBase() {
	if e.names&e.baseFields.bits == 0 {
		e.context = e.outer
		return
	}
	var all []source
	seen := make([]int, len(e.baseFields.list))
	for _, f := range e.Fields {
		rank := slices.IndexFunc(e.baseFields.list, func(name string) bool { return isName(f.Name, name) })
		if rank < 0 {
			continue
		}
		if seen[rank]++; seen[rank] > 1+maxIgnored {
			continue
		}
		name := e.baseFields.list[rank]
		url, note, ignored := e.fieldURL(name, f.Body)
		if seen[rank] > 1 {
			ignored = basereason.SecondField
		}
		s := base.Source{From: e.from(name), Value: url, Note: note, Ignored: ignored, Schemes: e.baseFields.schemes}
		all = append(all, source{rank, f.Body.Start, s})
	}
	slices.SortStableFunc(all, func(a, b source) int { return a.rank - b.rank })
	for i := 1; i < len(all); i++ {
		first, s := all[i-1], all[i]
		if s.Ignored == basereason.SecondField && first.Ignored == "" && s.Value != first.Value {
			e.note(s.at, "a second "+e.baseFields.list[s.rank]+" field has another URL: the first field counts")
		}
	}
	if e.sources = all; len(all) == 0 {
		e.context = e.outer
	}
}

// from returns the text of [base.Source.From] for a field in the header of e.
func (e *Entity) from(field string) string {
	switch {
	case e.headerOnly:
		return field + " field"
	case e.Parent == nil:
		return field + " of the message"
	case e.IsMessage():
		return field + " of the message in part " + e.Parent.Part
	}
	return field + " of part " + e.Part
}

// fieldURL returns the URL in the body of a field. note, if not empty, says how
// it differs from the grammar, and ignored why it does not count. fieldURL
// decodes encoded words (RFC 2557 section 4.4.2).
func (e *Entity) fieldURL(name string, body Span) (url string, note, ignored base.Reason) {
	value := e.Text[body.Start:body.End]
	if view.HasWords(value) {
		words, err := view.NewWords(e.Text, body.Start, body.End)
		if err != nil {
			ignored = basereason.EncodedWord
		}
		value = words.Text()
	}
	url, note, ok := base.ParseField(name, unfold(value))
	if !ok {
		ignored = basereason.NoURL
	}
	return url, note, ignored
}

// HeaderContext returns the context of a document in the body of an entity
// whose header another package has parsed. fields yields the name and the body
// of each header field, in the order of the header; a body may be folded. Nil
// means that there are no fields.
//
// outer is the context around the entity. For a part, HeaderContext has returned
// it for the entity around the part. For the message itself, it has the dialect
// and the retrieval URL, or is nil for RFC 1808 without such a URL. If it is
// called for each header from the outermost inward, HeaderContext returns what
// [Entity.Context] returns for a message that [Parse] has parsed.
//
// Only the options BaseFields, BaseSchemes and RetrievalFields count. Give
// RetrievalFields for the header of a message, not for the header of a part.
func HeaderContext(outer *base.Context, fields iter.Seq2[string, string], opts Options) *base.Context {
	opts = opts.withDefaults()
	e := &Entity{outer: outer, baseFields: newFieldNames(opts.BaseFields, opts.BaseSchemes), headerOnly: true}
	if fields == nil {
		fields = func(func(string, string) bool) {}
	}
	for name, body := range fields {
		if isAny(opts.BaseFields, name) || isAny(opts.RetrievalFields, name) {
			start := len(e.Text)
			e.Text = append(e.Text, body...)
			e.Fields = append(e.Fields, Field{Name: name, Body: Span{start, len(e.Text)}})
			e.names |= nameBit(name)
		}
	}
	e.readRetrieval(opts)
	e.findBase()
	return e.Context()
}

// isAny reports whether name is in list, in any case.
func isAny(list []string, name string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return isName(s, name) })
}
