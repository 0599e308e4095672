package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/resolve"
)

// moveFlags are the flags of move, as given.
type moveFlags struct {
	from, to     []string
	pairs        string
	rootRelative bool

	moves     []engine.Move    // the moves that the flags give
	suggester *moves.Suggester // suggests further moves
}

// addMoving adds the flags of move.
func (f *flags) addMoving(set *pflag.FlagSet) {
	m := &f.moveFlags
	set.StringArrayVar(&m.from, "from", nil, "`URL` below which the site was; may be repeated, with --to for each")
	set.StringArrayVar(&m.to, "to", nil, "`URL` below which the site is now")
	set.StringVar(&m.pairs, "pairs", "", "read more pairs from `FILE`, one a line: the old URL, a tab, and the new URL; - is stdin")
	set.BoolVar(&m.rootRelative, "root-relative", false, "write absolute links that move from their path on, such as /a/b, in pages of the same site")
}

// move gives the links to a site that has moved their new URLs.
func (c *command) move(_ *cobra.Command, args []string) error {
	m := &c.flags.moveFlags
	var err error
	if m.moves, err = c.pairs(args); err != nil {
		return err
	}
	dialect, err := resolve.ParseDialect(c.flags.dialect)
	if err != nil {
		return c.rewrite(engine.MoveLinks, args) // rewrite reports the error
	}
	table, err := moves.New(dialect, m.moves)
	if err != nil {
		return err
	}
	m.suggester = table.Suggester()
	if to, from, ok := table.Nested(); ok && c.flags.manifest == "" { // a manifest keeps files from being done twice
		c.Report("--to %s lies below --from %s: do not run this twice on the same files", to.To, from)
	}
	return c.rewrite(engine.MoveLinks, args)
}

// reportStaying reports files of the tree that keep their names, though links to them change.
func (c *command) reportStaying(o *source.Opener) {
	if o.Book == nil {
		return
	}
	for _, m := range c.flags.moves {
		from, inTree := o.Book.PathOf(m.From)
		to, toTree := o.Book.PathOf(m.To)
		if inTree && toTree && from != to && exists(from) {
			c.Remark(from, "kept", fmt.Sprintf("keeps its name, though links to it lead to %s now: rename it after the move", to))
		}
	}
}

// pairs returns the moves that the flags give.
func (c *command) pairs(args []string) (list []engine.Move, err error) {
	m := &c.flags.moveFlags
	switch {
	case len(m.from) != len(m.to):
		return nil, fmt.Errorf("%d --from and %d --to: give one --to for each --from, in the same order", len(m.from), len(m.to))
	case len(m.from) == 0 && m.pairs == "":
		return nil, errors.New("move needs the old and the new URL: give --from URL and --to URL, or --pairs FILE")
	}
	for i := range m.from {
		list = append(list, engine.Move{From: m.from[i], To: m.to[i]})
	}
	if m.pairs == "" {
		return list, nil
	}
	var text []byte
	lists := c.flags.inputs.lists
	switch {
	case m.pairs != inputs.Stdin:
		text, err = os.ReadFile(m.pairs)
	case len(args)+len(lists) == 0 || slices.Contains(args, inputs.Stdin) || slices.Contains(lists, inputs.Stdin):
		return nil, errors.New("--pairs - and the input are both stdin: give a file for one of them")
	default:
		text, err = io.ReadAll(c.stdin)
	}
	if err != nil {
		return nil, fmt.Errorf("--pairs %s: %w", m.pairs, cause.Of(err))
	}
	more, err := parsePairs(text)
	if err != nil {
		return nil, fmt.Errorf("--pairs %s:%w", m.pairs, err)
	}
	return append(list, more...), nil
}

// parsePairs parses lines with the old URL, a tab, and the new URL. Empty lines, and lines that
// begin with "#", are skipped. The error begins with the number of the line.
func parsePairs(text []byte) (list []engine.Move, err error) {
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		from, to, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%d: %q: not of the form OLD, tab, NEW: write for example http://old.example/, a tab, https://new.example/", n, line)
		}
		list = append(list, engine.Move{From: strings.TrimSpace(from), To: strings.TrimSpace(to)})
		if _, err := moves.New(resolve.RFC1808, list[len(list)-1:]); err != nil {
			return nil, fmt.Errorf("%d: %w", n, err)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%d: it has no pairs: write one a line", n)
	}
	return list, nil
}
