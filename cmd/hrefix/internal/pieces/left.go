package pieces

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/linktext"
)

// Options say what is reported of references that stay relative: by default a line for each
// reason with the number of references.
type Options struct {
	JSON  bool // report each reference as JSON
	Quiet bool // report neither these references nor notes
	Needs bool // count the files that links lead to, since the new tree may lack some
}

// leftReferences counts the references of a source, and reports on stderr the references that stay
// relative.
type leftReferences struct {
	summary.Tally
	Options
	to  *console.Console
	in  *source.Source
	err error // the error of writing to stderr

	canonical string // the URL that a page without a base gives for itself, or ""
}

// like returns leftReferences of the same source that are reported elsewhere.
func (l *leftReferences) like(to *console.Console) *leftReferences {
	return &leftReferences{Options: l.Options, to: to, in: l.in}
}

// see counts a reference of a source, or of a document in it. lines are the lines of its piece.
func (l *leftReferences) see(in *source.Source, ref *engine.Reference, lines *linktext.Lines) {
	l.Count(ref)
	switch {
	case in.Suggester != nil:
		l.seeMove(in, ref)
	case in.Place == nil || ref.Part != "":
	case ref.Reason.Is(reason.Elsewhere):
		l.CountRoot(in.Place.Misplaced(string(ref.Target)), true)
	case ref.Status == engine.Absolute:
		l.CountRoot(in.Place.Twin(ref.Text), false)
	}
	if l.Needs && !l.in.Type.IsBundle() { // a bundle goes into the new tree as a whole
		if name, ok := in.NewTarget(ref); ok {
			l.CountNeeded(name)
		}
	}
	if l.JSON && !l.Quiet && summary.IsLeft(ref) && l.err == nil {
		l.err = l.to.ReportJSON(linktext.NewLink(in.Name, lines, ref))
	}
}

// seeMove counts a reference for the reports of a move.
func (l *leftReferences) seeMove(in *source.Source, ref *engine.Reference) {
	switch ref.Status {
	case engine.Absolute:
		l.CountMove(in.Suggester.From(ref.Text))
		if in.HasMoved(ref.Text) {
			l.CountMoved(true)
		}
	case engine.Resolved:
		if ref.Base.IsAbsolute(ref.Text) || bytes.HasPrefix(ref.Text, []byte("/")) && in.LeadsToFile(ref) {
			l.CountMoved(false)
		}
	}
}

// end reports the reasons. The error comes from stderr.
func (l *leftReferences) end() error {
	l.CountEndings(l.in.Name, l.in.Endings)
	if l.JSON || l.Quiet {
		return l.err
	}
	for why, n := range l.Left() {
		if why == reason.OwnAnchor.Text {
			continue // expected, and in most pages
		}
		advice, flag := "", ""
		if l.NeedsBase(why) && l.in.Suggester != nil && l.in.Found {
			l.CountStaying(n)
			continue
		}
		if l.NeedsBase(why) {
			advice, flag = l.in.AdviseBase(l.canonical)
		}
		sentence, _, _ := strings.Cut(why, ": ")
		l.to.Remark(l.in.DisplayName(), sentence+flag, fmt.Sprintf("%s left: %s%s", console.Plural(n, "reference"), why, advice))
	}
	return l.err
}
