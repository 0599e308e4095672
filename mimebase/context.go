package mimebase

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// A source is a base field of a header.
type source struct {
	rank int // of its name in the list of the names
	at   int // where its body begins in the text
	base.Source
}

// maxIgnored is how many further fields of one name are mentioned.
const maxIgnored = 4

// Context returns what a document in the body of e stands in: all entities
// around it, and the header of e (RFC 1808 section 3.2).
func (e *Entity) Context() *base.Context {
	if e.context != nil {
		return e.context
	}
	return e.outer.Enclose(e.own(base.Encapsulating, -1)...)
}

// inside returns [Entity.Context] for a part of e: all parts have the same.
func (e *Entity) inside() *base.Context {
	e.context = e.Context()
	return e.context
}

// HeaderBase returns the base of the references in the header field of that
// name (RFC 1808 section 3.1: the base of a message is that of its own header,
// too). A base field is not resolved against itself but against those that
// precede it in the list of the names: Content-Location against Content-Base
// and Base, if the list is the default.
func (e *Entity) HeaderBase(field string) *base.Result {
	rank := slices.IndexFunc(e.baseFields.list, func(name string) bool { return strings.EqualFold(name, field) })
	return e.outer.Establish(e.own(base.Embedded, rank)...)
}

// retrieval reads the fields of a message that tell the URL that it was
// retrieved from.
func (p *parser) retrieval(e *Entity) {
	if e.IsMessage() {
		e.readRetrieval(p.opts)
	}
}

// readRetrieval adds the URLs in the fields of opts.RetrievalFields to the
// context of e, as sources of the retrieval layer.
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
		e.noteRefused(body.Start, base.NewContext(resolve.RFC1808, hint).Establish().Candidates())
	}
	e.outer = e.outer.WithRetrieval(hints...)
}

// noteRefused keeps a note if a candidate is refused for its scheme: that in the field whose
// body begins at the offset at. The number of e is not known yet.
func (e *Entity) noteRefused(at int, candidates []base.Candidate) {
	for _, c := range candidates {
		if c.Reason == base.ReasonSchemeRefused {
			e.refused = &Note{Offset: e.SourceOffset(at), Text: refusal(c)}
		}
	}
}

func refusal(c base.Candidate) string {
	return c.From + " is passed over: " + c.Text() + ": " + strings.ToLower(resolve.Parse(c.URL).Scheme)
}

// findBase finds what could give e a base. Its number must be known. What is given is
// established when it is asked for: of many parts, all with long bases, that takes much
// memory.
func (e *Entity) findBase() {
	if e.sources = e.findSources(); len(e.sources) == 0 {
		e.context = e.outer
	}
}

// own returns the sources in the header of e, those before the given rank
// only unless it is negative.
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

// BaseNotes returns a note for each field in the header of e whose base does not count
// for the scheme of its URL: see [Options].BaseSchemes.
func (e *Entity) BaseNotes() (notes []Note) {
	if e.refused != nil {
		notes = append(notes, Note{Part: e.Part, Offset: e.refused.Offset, Text: e.refused.Text})
	}
	if !slices.ContainsFunc(e.sources, func(s source) bool { return !base.HasScheme(s.Value, e.baseFields.schemes) }) {
		return notes
	}
	for i, c := range e.outer.Establish(e.own(base.Encapsulating, -1)...).Candidates()[:len(e.sources)] {
		if c.Reason == base.ReasonSchemeRefused {
			notes = append(notes, Note{Part: e.Part, Offset: e.SourceOffset(e.sources[i].at), Text: refusal(c)})
		}
	}
	return notes
}

// findSources reads the base fields of e. The first of a name counts.
func (e *Entity) findSources() []source {
	if e.names&e.baseFields.bits == 0 {
		return nil
	}
	var all []source
	seen := make([]int, len(e.baseFields.list))
	for _, f := range e.Fields {
		for rank, name := range e.baseFields.list {
			if !isName(f.Name, name) {
				continue
			}
			if seen[rank]++; seen[rank] <= 1+maxIgnored {
				all = append(all, e.source(rank, f.Body, seen[rank] > 1))
			}
			break
		}
	}
	slices.SortStableFunc(all, func(a, b source) int { return a.rank - b.rank })
	return all
}

// source reads the body of a base field.
func (e *Entity) source(rank int, body Span, again bool) source {
	name := e.baseFields.list[rank]
	url, note, ignored := e.fieldURL(name, body)
	if again {
		ignored = base.ReasonSecondField
	}
	s := base.Source{From: e.from(name), Value: url, Note: note, Ignored: ignored, Schemes: e.baseFields.schemes}
	s.AllowOpaque = strings.HasPrefix(strings.ToLower(url), "thismessage:")
	return source{rank, body.Start, s}
}

// from returns the text of [base.Source].From for a field in the header of e.
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

// fieldURL reads the URL in the body of a field, a note on how it is written,
// and the reason if it does not count. Encoded words are decoded (RFC 2557
// section 4.4.2).
func (e *Entity) fieldURL(name string, body Span) (url string, note, ignored base.Reason) {
	value := e.Text[body.Start:body.End]
	if view.HasWords(value) {
		words, err := view.NewWords(e.Text, body.Start, body.End)
		if err != nil {
			ignored = base.ReasonEncodedWord
		}
		value = words.Text()
	}
	url, note, ok := base.ParseField(name, unfold(value))
	if !ok {
		ignored = base.ReasonNoURL
	}
	return url, note, ignored
}
