package engine

import (
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/moves"
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
