package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/candidates"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A Mode says what becomes of references. Each mode is a [Policy].
type Mode uint8

// The modes.
const (
	// MakeAbsolute makes every link absolute: RFC 1808 section 4.
	MakeAbsolute Mode = iota
	// Pin leaves all links. It writes the base of the document into the document instead, as RFC
	// 1808 section 3.4 asks of people who distribute documents.
	Pin
	// MakeRelative makes links relative whose target is in Options.Tree, so that they work
	// without a server. MakeAbsolute with the same tree and Options.Converted undoes that.
	MakeRelative
	// MoveLinks gives links below the From URLs of Options.Moves their new URLs.
	MoveLinks
)

// policy returns the policy of the mode.
func (o *Options) policy() Policy {
	switch {
	case o.Mode == Pin:
		return decide.Pinned
	case o.Mode == MakeRelative:
		return decide.ToRelative(o.files, o.Missing, o.MissingPage)
	case o.Mode == MoveLinks && o.Tree != nil:
		return o.mover.InTree(o.files)
	case o.Mode == MoveLinks:
		return o.mover.Decide
	case o.Tree != nil:
		return o.files.ToAbsolute
	}
	return decide.ToAbsolute
}

// checkMode returns an error if other options contradict the mode.
func (o *Options) checkMode() error {
	switch {
	case o.Mode == Pin && o.Fragments == FragmentsKeep:
		return errors.New("fragments cannot be kept where a base is written into the document, because it counts for them, too: leave that option out")
	case o.Mode == MakeRelative && o.DropBase:
		return errors.New("BASE is dropped only where links become absolute: make them so first, then relative")
	case o.Mode == Pin && o.DropBase:
		return errors.New("BASE cannot be both dropped and written: leave one of the options out")
	}
	if err := o.checkMoves(); err != nil {
		return err
	}
	return errors.Join(o.checkConversion(), o.checkTree())
}

// checkConversion returns an error if an option for trees is wrong, or for another mode.
func (o *Options) checkConversion() error {
	switch {
	case o.Missing > decide.MissingMark:
		return fmt.Errorf("missing %d: not a value", uint8(o.Missing))
	case o.Missing != decide.MissingAbsolute && o.Mode != MakeRelative:
		return errors.New("links to missing files are handled only where links become relative: leave that option out")
	case o.DropIntegrity && o.Mode != MakeRelative:
		return errors.New("integrity is dropped only where links become relative: leave that option out")
	case o.Converted && o.Tree == nil:
		return errors.New("converted links need a tree: give the tree that the document is in as Options.Tree")
	case o.MissingPage != "" && decide.LocationOf(decide.LocationURL(o.MissingPage)) != o.MissingPage:
		return fmt.Errorf("missing page %q: not a location: give one such as file:///missing.html", o.MissingPage)
	}
	return nil
}

// checkTree takes the base from the tree, and returns an error if the base or the tree is wrong.
func (o *Options) checkTree() error {
	switch {
	case o.Tree == nil && o.Mode == MakeRelative:
		return errors.New("links can only be made relative in a tree: give the tree that the document is in as Options.Tree")
	case o.Tree == nil:
		return nil
	case o.Base == "":
		o.Base, o.entry = o.Tree.URL(), decide.EntryOf(o.Tree)
		if o.Mode != MoveLinks && isMisread(o.Dialect, o.Base) {
			o.Dialect = resolve.RFC3986
		}
	case o.Mode == MakeRelative && o.Base != o.Tree.URL():
		return fmt.Errorf("base %q: the document is %q in its tree: leave the base out", o.Base, o.Tree.URL())
	}
	return nil
}

// isMisread reports whether a dialect and the tree disagree about the directory of a file. If so, the
// references of the document are resolved by RFC 3986.
//
//   - RFC 1808 section 2.4.5 cuts a base at its first ";", even if that is in the name of a
//     directory.
//   - The URL Standard reads a directory such as "C:" at the top of a file: URL, which a
//     location is, as a drive: ".." does not lead out of it.
func isMisread(d resolve.Dialect, url string) bool {
	switch d {
	case resolve.RFC1808:
		path := urltext.Path(url)
		return strings.Contains(path[:strings.LastIndexByte(path, '/')+1], ";")
	case resolve.WHATWG:
		name, below := strings.CutPrefix(url, decide.Top)
		return below && len(name) > 2 && ascii.IsAlpha(name[0]) && (name[1] == ':' || name[1] == '|') && name[2] == '/'
	}
	return false
}

// checkMoves reads the moves. It returns an error if the moves are wrong, or if the mode uses none.
func (o *Options) checkMoves() error {
	switch {
	case o.Mode != MoveLinks && (len(o.Moves) > 0 || o.RootRelative):
		return errors.New("moves are for the mode that moves links: choose that mode, or leave them out")
	case o.Mode != MoveLinks:
		return nil
	case o.DropBase:
		return errors.New("BASE is dropped only where links become absolute: make them so first, then move them")
	case o.mover != nil: // the mover of a Rewriter with the same moves
		return nil
	}
	table, err := moves.New(o.Dialect, o.Moves)
	if err != nil {
		return err
	}
	o.mover = decide.NewMover(table, o.Dialect, o.baseFields(), o.baseSchemes(), o.RootRelative)
	o.remains = candidates.OfMoves(o.Moves, table)
	return nil
}
