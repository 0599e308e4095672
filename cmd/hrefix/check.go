package main

import (
	"cmp"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// check lists the references that have no target, and with --no-relative those that need a
// base. A document whose references cannot be found fails, too.
func (c *command) check(args []string) error {
	out, err := c.findings(args)
	if err != nil {
		return err
	}
	err = c.readTo(out.records, args, func(s *source.Source, one *pieces.Piece) *engine.Plan {
		one.Err = findings.WriteDocument(one.Console.Stdout, s.Name)
		plan := s.Rewriter.VisitPiece(one.Piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			why := c.objection(ref)
			if why == "" || one.Err != nil {
				return
			}
			f := newFinding(s, one, ref)
			f.Code, f.Text = cmp.Or(f.Code, "relative"), why
			if out.filter.Accepts(f.URL, f.Ref) {
				one.Err = findings.Write(one.Console.Stdout, &f)
			}
		}})
		writeUnread(s, one, plan.Notes)
		return plan
	})
	return out.end(err)
}

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
