package mimebase

import (
	"iter"
	"slices"

	"github.com/hrefix/hrefix/base"
)

// HeaderContext returns the context of a document in the body of an entity
// whose header another package has parsed. fields yields the name and the body
// of each header field, in the order of the header; a body may be folded. Nil
// means that there are no fields. outer
// is the context of the entity itself: the context of the entity around it. At the top
// it has the dialect and the retrieval URL, or is nil for RFC 1808 without such a
// URL. Called for each header from the outermost inward, HeaderContext gives what
// [Entity.Context] gives for a message that [Parse] has parsed.
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
			e.addField(name, body)
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

// addField adds a field to the header of e, with its body at the end of e.Text.
func (e *Entity) addField(name, body string) {
	start := len(e.Text)
	e.Text = append(e.Text, body...)
	e.Fields = append(e.Fields, Field{Name: name, Body: Span{start, len(e.Text)}})
	e.names |= nameBit(name)
}
