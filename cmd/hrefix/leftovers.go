package main

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
)

// Leftovers are the references of a document that stay relative. They are reported on
// stderr with the reason: one line for each reason, or one object for each reference with
// --json, or nothing with --dry-run. All references are counted.
type leftovers struct {
	tally
	to    *console.Console
	in    *source
	json  bool
	quiet bool
	err   error
}

func newLeftovers(in *source, to *console.Console, f *flags) *leftovers {
	return &leftovers{to: to, in: in, json: f.json, quiet: f.dryRun}
}

// like returns leftovers of the same source that are reported elsewhere.
func (l *leftovers) like(to *console.Console) *leftovers {
	return &leftovers{to: to, in: l.in, json: l.json, quiet: l.quiet}
}

// see counts a reference. lines are those of its piece.
func (l *leftovers) see(ref *engine.Reference, lines *lineCounter) {
	l.count(ref)
	if ref.Status == engine.Unresolved && ref.Base.Layer == base.Default && ref.Base.Unknown == "" {
		l.baseless = ref.Reason
	}
	if l.in.place != nil && ref.Status == engine.Absolute && ref.Part == "" {
		l.addTwin(l.in.place.Twin(ref.Text), 1)
	}
	if l.json && !l.quiet && isLeft(ref) && l.err == nil {
		l.err = console.WriteJSON(l.to.Stderr, newLink(l.in.Name, lines, ref))
	}
}

// isLeft reports whether a reference stays as it is although it does not have the form that
// the mode is to give it.
func isLeft(ref *engine.Reference) bool {
	return ref.Status == engine.Unresolved || ref.Status == engine.Left
}

// end reports the reasons. The error is that of stderr.
func (l *leftovers) end() error {
	if l.json || l.quiet {
		return l.err
	}
	for _, reason := range l.reasons {
		advice := ""
		if reason == l.baseless {
			advice = l.in.adviseBase()
		}
		l.to.Report("%s: %s left: %s%s", l.in.Name, console.Plural(l.left[reason], "reference"), reason, advice)
	}
	return l.err
}

// adviseBase returns how to give a base to a document that has none. For a page found in a
// directory that is --root, since with -b all pages there would get the same base.
func (s *source) adviseBase() string {
	if s.Found && s.isPage() {
		return ": give --root URL=" + console.ShellWord(directoryOf(s.File))
	}
	return ": give -b URL"
}
