package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/printable"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// A finding is a reference that check does not accept. The JSON keys are those of a link, and
// stable.
type finding struct {
	pieces.Link
	Column int `json:"column"` // in bytes, from 1
}

// check lists the references that have no target, and with --no-relative those that need a
// base. A document whose references cannot be found fails, too.
func (c *command) check(args []string) error {
	var found atomic.Bool
	err := c.read(args, func(s *source.Source, one *pieces.Piece) *engine.Plan {
		plan := s.Rewriter.VisitPiece(one.Piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			why := c.objection(ref)
			if why == "" || one.Err != nil {
				return
			}
			found.Store(true)
			f := finding{Link: pieces.NewLink(s.Name, &one.Lines, ref), Column: one.Lines.Column()}
			f.Reason, f.Text = cmp.Or(f.Reason, "relative"), why
			if c.flags.json {
				one.Err = console.WriteJSON(one.Console.Stdout, f)
			} else {
				one.Err = f.write(one.Console.Stdout)
			}
		}})
		if slices.ContainsFunc(plan.Notes, isUnread) {
			found.Store(true)
		}
		return plan
	})
	if err == nil && found.Load() {
		return errCheck
	}
	return err
}

// isUnread reports whether a note says that references are not found. The note itself is
// printed as those of other verbs are.
func isUnread(n engine.Note) bool { return n.Code == engine.UnreadableEncoding }

// objection returns what is wrong with a reference, or "".
func (c *command) objection(ref *engine.Reference) string {
	switch {
	case ref.Status == engine.Unresolved:
		return ref.Reason.Text
	case ref.Status == engine.Left && ref.NeedsBase() && !ref.Base.Resolves():
		return "left without a usable base: " + ref.Reason.Text
	case c.flags.noRelative && ref.NeedsBase():
		if ref.Reason.Code != "" {
			return "relative, and left: " + ref.Reason.Text
		}
		return "relative"
	}
	return ""
}

// write writes the finding as compilers write theirs.
func (f *finding) write(w io.Writer) error {
	where := fmt.Sprintf("%s:%d:%d", f.Doc, f.Line, f.Column)
	place := strings.TrimSpace(f.Element + " " + f.Attr)
	if place == "" {
		place = "style sheet"
	}
	why := f.Text
	if f.Part != "" {
		why += " (part " + f.Part + ")"
	}
	_, err := fmt.Fprintf(w, "%s: %s: %s: %s\n", printable.String(where), printable.String(place), printable.String(f.Ref), printable.String(why))
	return err
}
