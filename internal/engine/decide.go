package engine

import (
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/urltext"
)

// What is decided about a reference is in package decide. Its types have these names here, too.
type (
	Reference = decide.Reference
	Status    = decide.Status
	Policy    = decide.Policy
	Tree      = decide.Tree
)

// The statuses.
const (
	Unresolved = decide.Unresolved
	Absolute   = decide.Absolute
	Resolved   = decide.Resolved
	Left       = decide.Left
	Relative   = decide.Relative
)

// A Reason says why a reference stays as it is: see package reason.
type Reason = reason.Reason

// none is the zero Reason: there is no reason to keep a reference.
var none Reason

// A Move is a pair of URLs: documents below From are now below To. Package internal/moves has the
// rules.
type Move = moves.Move

// The uses of a reference, which say what a reader of a document does with the target: see package places.
const (
	Follow = places.Follow // the user of the reader may go to the target
	Show   = places.Show   // the reader shows or plays the target as a part of the document
	Apply  = places.Apply  // the reader runs or applies the target, or shows a document in it
	Name   = places.Name   // the reader does not load the target
)

// A Decision is the result of [Options].Decide for a reference. The zero value leaves the
// decision to the mode.
type Decision struct {
	// Keep leaves the reference as it is.
	Keep bool
	// Replace replaces the reference by URL.
	Replace bool
	URL     string
}

// answers are the decisions of Options.Decide for the references of a source. Some documents are decided
// twice. The first time is a rehearsal: it shows whether BASE must stay, how the parts of a message are
// called, or whether the declaration of the encoding moves. Options.Decide is still called once for each
// reference, so that it can count or number the references.
type answers struct {
	fields []string           // the fields that give a base
	given  map[asked]Decision // the decisions that a rehearsal was given
}

// An asked identifies a reference.
type asked struct {
	part, attr, text string
	source, within   int // the offsets of the reference in the source and in its document
}

// choose has Options.Decide decide a reference that the mode has decided. It does not ask about elements
// and header fields that give a base, because other references are resolved against them.
func (l *link) choose(r *Reference) {
	if r.GivesBase(l.purpose.answers.fields) {
		return
	}
	if r.Target = r.Text; r.Status == Resolved {
		r.Target = slices.Clip(l.target)
	}
	switch d := l.purpose.answer(r); {
	case d.Replace && d.URL == string(r.Target): // the decision is the default
	case d.Replace:
		r.Status, r.Reason, r.Facts.Chosen = Resolved, none, true
		l.target = append(l.target[:0], d.URL...)
	case d.Keep && r.Status != Absolute:
		r.Status, r.Reason = Left, reason.Kept
		l.target = l.target[:0]
	}
}

// answer returns the decision of Options.Decide for r.
func (p *purpose) answer(r *Reference) Decision {
	if !p.rehearsal && len(p.answers.given) == 0 {
		return p.opts.Decide(r)
	}
	key := asked{r.Part, r.Attr, string(r.Text), r.Offset(), r.Within(0)}
	d, ok := p.answers.given[key]
	switch {
	case !ok:
		d = p.opts.Decide(r)
	case !p.rehearsal:
		delete(p.answers.given, key)
	}
	if p.rehearsal {
		p.answers.given[key] = d
	}
	return d
}

// checkChosen returns the reason why l.target, the URL that Options.Decide gave for ref, cannot
// be written, if there is one. It maps the URL to ASCII if the document may not have its
// characters.
func (l *link) checkChosen(ref *Reference, doc *scope) Reason {
	// Readers remove control characters, and white space around a URL.
	control := func(c byte) bool { return c < ' ' || c == 0x7f }
	if n := len(l.target); n == 0 || !utf8.Valid(l.target) || slices.ContainsFunc(l.target, control) || l.target[0] == ' ' || l.target[n-1] == ' ' {
		return reason.BadURL
	}
	if ref.Rules.Place != nil && ref.Rules.Place.Syntax.Misreads(l.target) {
		return reason.Misread
	}
	if !ascii.Is(l.target) && (ref.Rules.Place == nil || foreignStart(doc.isUTF8(doc.collector), string(l.target)) != "") {
		uri, ok := urltext.ToURI(string(l.target))
		if !ok {
			return reason.BadURL
		}
		l.target = append(l.target[:0], uri...)
	}
	if l.purpose.rehearsal {
		return none
	}
	l.purpose.limits.chosen.add(ref.Text, l.target)
	if l.purpose.limits.chosen.isOver() {
		return reason.Growth
	}
	return none
}
