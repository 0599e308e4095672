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
	l := &j.documents.link
	j.setReference(s, role)
	defer func() { l.ref = Reference{} }()
	if j.documents.decideString() {
		j.changes = j.value.Carry(j.changes, j.url.Carry(nil, l.change[:]))
	}
}

// setReference sets the reference of the link to the string s.
func (j *jsonWalk) setReference(s jsonfield.String, role jsonfield.Role) {
	w := j.documents
	ctx := j.contextOf(s.Scope)
	j.value.Reset(j.text.bytes, s.Start, s.End)
	j.url.Reset(j.value.Text(), 0, len(j.value.Text()))
	against := ctx.Establish()
	if s.Start+1 == j.feed.link {
		against = j.feed.outside
	}
	ref := &w.link.ref
	*ref = Reference{
		Part: j.part(), Attr: j.names.keep(j.strings.Key()), Text: j.url.Text(), Base: against,
		At: decide.Position{Views: j.text.views},
	}
	ref.At.Inner[0], ref.At.Inner[1], ref.At.Layers = &j.value, &j.url, 2
	ref.Rules.JSON, ref.Rules.GivesBase = true, role == jsonfield.Base
	ref.Rules.Keep = cmp.Or(j.text.keep, w.keepString(ref.Text))
	if j.outgrown && ref.Rules.Keep == none {
		ref.Rules.Keep = reason.Growth
	}
}

// keepString returns the reason why the URL text of a string must stay, or none.
func (w *walk) keepString(text []byte) Reason {
	if len(text) == 0 {
		return reason.Empty
	}
	return w.opts.keepURL(text)
}

// decideString decides the reference of the link, which is a string of JSON. It reports whether
// its text is edited. The edit is then in w.link.change.
func (w *walk) decideString() bool {
	l := &w.link
	if l.decide(&l.ref, nil); !l.report(&l.ref) {
		return false
	}
	w.grown(len(l.target) - len(l.ref.Text))
	return true
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
