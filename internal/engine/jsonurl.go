package engine

import (
	"cmp"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// A URL in a string of JSON is decided like a URL in a header field. The reference has no element,
// and its attribute is the name of the member.

// reference decides the URL in the string s, and adds the edits of the text.
func (j *jsonWalk) reference(s jsonfield.String, role jsonfield.Role) {
	w, l := j.documents, &j.documents.link
	ctx := j.contextOf(s.Scope)
	text, against := j.urlIn(s.Start, s.End), ctx.Establish()
	if s.Start+1 == j.feed.link {
		against = j.feed.outside
	}
	ref := &l.ref
	*ref = Reference{
		Part: j.part(), Attr: j.names.keep(j.strings.Key()), Text: text, Base: against,
		At: decide.Position{Views: j.text.views, Layers: 2},
	}
	ref.At.Inner[0], ref.At.Inner[1] = &j.value, &j.url
	keep := reason.Empty
	if len(text) > 0 {
		keep = cmp.Or(w.opts.keepURL(text), j.growth)
	}
	ref.Rules = decide.Rules{JSON: true, GivesBase: role == jsonfield.Base, Keep: cmp.Or(j.text.keep, keep)}
	if l.decide(ref, nil); l.report(ref) {
		w.grown(len(l.target) - len(text))
		j.changes = j.value.Carry(j.changes, j.url.Carry(nil, l.change[:]))
	}
}

// outgrows reports whether the URLs of the text could make it grow beyond the limit. Documents in
// strings have limits of their own. It counts the URLs only if the text is large enough for so
// many.
func (j *jsonWalk) outgrows() bool {
	w := j.documents
	if w.opts.Mode == Pin || w.anchor != nil {
		return false
	}
	limit, most := w.growLimit(len(j.text.bytes)), maxEscape*base.MaxURL
	if mover := w.opts.mover; mover != nil {
		most = plus(most, product(maxEscape, mover.Table.Longest()))
	}
	if product(len(j.text.bytes)/len(`"",`), most) <= limit {
		return false
	}
	n := 0
	j.eachString(func(s jsonfield.String) {
		if role := j.set.Fields()[s.Field].Role; role == jsonfield.URL || role == jsonfield.Base {
			n = plus(n, plus(addedBy(j.contextOf(s.Scope).Establish()), most-maxEscape*base.MaxURL))
		}
	})
	j.scopes = j.scopes[:0]
	j.strings.Rewind()
	return n > limit
}
