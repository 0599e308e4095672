package main

import (
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// links lists the references of the documents.
func (c *command) links(args []string) error {
	wanted, err := c.flags.filter()
	if err != nil {
		return err
	}
	if console.IsTerminal(c.Stdout) && !c.flags.json {
		columns := console.NewColumns(c.Stdout)
		c.Stdout = columns
		defer columns.Flush()
	}
	return c.read(args, func(s *source.Source, one *pieces.Piece) *engine.Plan {
		return s.Rewriter.VisitPiece(one.Piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			if one.Err != nil || !wanted.accepts(ref) {
				return
			}
			l := pieces.NewLink(s.Name, &one.Lines, ref)
			if c.flags.json {
				one.Err = console.WriteJSON(one.Console.Stdout, l)
			} else {
				one.Err = l.Write(one.Console.Stdout)
			}
		}})
	})
}
