package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/resolve"
)

// An HTTP response in a web archive has the URL of its record. The fields of its header that give a
// base do so as fields of a message do (RFC 1808 section 3.2, RFC 2068 sections 14.11 and 14.15), but
// not in the dialect of browsers: browsers ignore these fields, and RFC 9110 section 8.7 no longer
// defines such a base. References in the header are relative to the URL of the response (RFC 9110
// sections 8.7 and 10.2.2). A base in the content does not count for them: not for a Link (RFC 8288
// section 3.1), nor for a Refresh, which is followed before the content is read.

// response walks the HTTP response of in: its header, then the document in it. It appends the
// edits of text.
func (s *sourceWalk) response(edits []edit.Edit, in *framed, text []byte, ctx *base.Context) []edit.Edit {
	w := &s.documents
	s.http.Parse(text[in.at:in.start])
	unsure := w.unsure
	edits = s.responseHeader(edits, in, text, ctx)
	if !in.member.NoDocument {
		edits = s.framedDocument(edits, in, text[:in.end:in.end], w.responseContext(&s.http, in.at, ctx))
	}
	w.unsure = unsure
	return edits
}

// responseHeader decides the references in the header of the HTTP response of in, and appends
// the edits of text.
func (s *sourceWalk) responseHeader(edits []edit.Edit, in *framed, text []byte, ctx *base.Context) []edit.Edit {
	var fields *fieldref.Header
	at := in.at
	for _, f := range s.http.Fields {
		name := s.http.Name(f)
		if !fieldref.IsHTTP(name) {
			continue
		}
		if fields == nil {
			fields = new(fieldref.Header)
			fields.Begin(text)
			fields.HTTP, fields.Bases = true, s.documents.opts.movesBaseField()
		}
		fields.Add(string(name), at+f.ValueStart, at+f.ValueEnd)
	}
	if fields == nil || !fields.HasFields() || s.documents.anchor != nil {
		return edits
	}
	h := &fieldHeader{fields: fields, base: func(string) *base.Result { return ctx.Establish() }, start: at, size: in.start - at}
	if s.documents.opts.Archive.Changes == format.AddConversions {
		h.keep = reason.Conversion
	}
	first := len(edits)
	edits = s.documents.header(edits, h)
	s.documents.grown(edit.Grown(edits[first:]))
	return edits
}

// responseContext returns the context of the document in an HTTP response. h is the head of the response, at
// the offset at, and ctx the context of the response.
func (w *walk) responseContext(h *httpmessage.Head, at int, ctx *base.Context) *base.Context {
	if w.opts.Dialect == resolve.WHATWG {
		return ctx
	}
	sources := w.opts.sourcesOf(h)
	if len(sources) == 0 {
		return ctx
	}
	for _, c := range ctx.Establish(sources...).Candidates()[:len(sources)] {
		if c.Reason == basereason.SchemeRefused {
			w.note(RefusedBase, "", at, c.From+" is passed over: "+c.Text()+": "+strings.ToLower(resolve.Parse(c.URL).Scheme))
		}
	}
	return ctx.Enclose(sources...)
}

// maxSources is the number of fields with one name that are reported as candidates for the base.
const maxSources = 5

// sourcesOf returns the fields of the head of an HTTP response that may give a base, as sources of the
// base. Of the fields with one name, the first counts.
func (o *Options) sourcesOf(h *httpmessage.Head) (sources []base.Source) {
	for _, name := range o.baseFields() {
		first := len(sources)
		for _, f := range h.Fields {
			if !h.Is(f, name) || len(sources)-first == maxSources {
				continue
			}
			url, note, ok := base.ParseField(name, h.Value(f))
			s := base.Source{Layer: base.Encapsulating, From: name + decide.OfResponse, Value: url, Note: note, Schemes: o.baseSchemes()}
			switch {
			case len(sources) > first:
				s.Ignored = basereason.SecondField
			case !ok:
				s.Ignored = basereason.NoURL
			}
			sources = append(sources, s)
		}
	}
	return sources
}

// ResponseBase returns the base that the head of an HTTP response gives its document, which was
// retrieved from url. If the head gives no usable base, the result is url itself.
func (o *Options) ResponseBase(head *httpmessage.Head, url string) string {
	if o.Dialect == resolve.WHATWG {
		return url
	}
	sources := o.sourcesOf(head)
	if len(sources) == 0 {
		return url
	}
	outer := base.NewContext(o.Dialect, base.Source{From: "the URL of the response", Value: url})
	b := outer.Establish(sources...)
	if !b.Resolves() || base.Unusable(o.Dialect, b.String()) != "" {
		return url
	}
	return b.String()
}
