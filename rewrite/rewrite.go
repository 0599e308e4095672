// Package rewrite makes the relative links of HTML documents and of messages absolute,
// and changes no other byte. Package internal/engine does the work and documents it.
package rewrite

import (
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/engine"
)

// These types are those of the engine.
type (
	Batch       = engine.Batch
	BatchReader = engine.BatchReader
	Document    = engine.Document
	Edit        = engine.Edit
	Groups      = engine.Groups
	Mode        = engine.Mode
	Note        = engine.Note
	Options     = engine.Options
	Piece       = engine.Piece
	Plan        = engine.Plan
	Policy      = engine.Policy
	Reference   = engine.Reference
	Rewriter    = engine.Rewriter
	Status      = engine.Status
	Text        = engine.Text
	Tree        = engine.Tree
	Type        = engine.Type
	Visitor     = engine.Visitor
)

// These constants are those of the engine.
const (
	Unresolved = engine.Unresolved
	Absolute   = engine.Absolute
	Resolved   = engine.Resolved
	Left       = engine.Left
	Relative   = engine.Relative

	Social      = engine.Social
	Lazy        = engine.Lazy
	JSONLD      = engine.JSONLD
	RDFa        = engine.RDFa
	Conditional = engine.Conditional
	Param       = engine.Param
	Templates   = engine.Templates

	MakeAbsolute = engine.MakeAbsolute
	Pin          = engine.Pin
	MakeRelative = engine.MakeRelative

	Auto    = engine.Auto
	HTML    = engine.HTML
	Message = engine.Message
	XML     = engine.XML
	CSS     = engine.CSS
	Mbox    = engine.Mbox
	Emlx    = engine.Emlx
	Other   = engine.Other

	BrokenSeal       = engine.BrokenSeal
	RefusedBase      = engine.RefusedBase
	LongLine         = engine.LongLine
	UnknownFeedLinks = engine.UnknownFeedLinks
)

// New returns a Rewriter. The error says what is wrong with the options.
func New(opts Options) (*Rewriter, error) { return engine.New(opts) }

// Bytes returns src rewritten: [New] and [Rewriter.Bytes] in one. The error is that of New.
func Bytes(src []byte, opts Options) ([]byte, error) { return engine.Bytes(src, opts) }

// ParseType returns the type of that name.
func ParseType(name string) (Type, error) { return engine.ParseType(name) }

// ParseGroups returns the groups of those names.
func ParseGroups(names []string) (Groups, error) { return engine.ParseGroups(names) }

// DetectType returns the type of a document by its name and its head, and whether that is known.
func DetectType(name string, head []byte) (t Type, known bool) { return engine.DetectType(name, head) }

// Sniff returns the type of the source in r, and a reader of the whole source.
func Sniff(name string, r io.Reader) (t Type, known bool, src io.Reader) {
	return engine.Sniff(name, r)
}

// Pieces yields the pieces of the source in r, whose type is t.
func Pieces(r io.Reader, t Type) iter.Seq2[Piece, error] { return engine.Pieces(r, t) }

// NewBatchReader returns a reader of the mailbox in r.
func NewBatchReader(r io.Reader) *BatchReader { return engine.NewBatchReader(r) }
