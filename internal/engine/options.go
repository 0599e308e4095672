package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/candidates"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// Options control how a source is read, and what becomes of its references. The zero value is the
// default.
type Options struct {
	// Mode says what becomes of the references.
	Mode Mode
	// Base is the URL that the document was retrieved from: the retrieval
	// layer of RFC 1808 section 3.3. It must be absolute and hierarchical, or
	// empty.
	Base string
	// Charset is the charset of the document, if it is known from elsewhere. It counts like a
	// charset parameter of the document's media type: after a byte order mark, and before the
	// charset that the document declares. In a message it is the charset of parts whose header
	// names none. Text with a label that is not known is left, as in MIME: see package charenc and
	// [IsCharset].
	Charset string
	// Context has the layers outside of the document, such as the layers of the message that it was
	// taken from. Base is the layer outside of them. The dialect of Context must be Dialect.
	Context *base.Context
	// Decide, if it is not nil, is called once for each reference that can be changed, in the
	// order of the source: see [Decision]. The reference has the target that the mode gives it.
	Decide func(*Reference) Decision
	// Visit, if not nil, is called for each reference when a source is rewritten without a [Visitor],
	// as Visitor.Reference is, and Unread for each value that Visitor.Unread would get.
	Visit  func(*Reference)
	Unread func(*Unread)
	// Tree is the tree of files that the document is in. Its URL is the base if Base is
	// empty, and links to its files become the URLs that the files were retrieved from.
	Tree Tree
	// Moves are the moves for MoveLinks: documents below From are now below To.
	Moves []Move
	// RootRelative makes MoveLinks write links as paths, such as "/a/b", if their documents have
	// the same site.
	RootRelative bool
	// Converted says that relative links lead to files of the tree, as [MakeRelative] writes
	// them: the location of a link counts before its URL.
	Converted bool
	// Missing says what [MakeRelative] does with links to files that the tree lacks.
	Missing decide.Missing
	// MissingPage is the location of the page that [decide.MissingMark] makes links lead to. If empty, the
	// page is the file [decide.MissingName](1) at the top of the tree.
	MissingPage string
	// DropIntegrity removes the integrity and crossorigin attributes of elements whose URL leads
	// into the tree when links are made relative: browsers do not load files of such elements from
	// a disk.
	DropIntegrity bool
	// Type is the type of the source. With [detect.Auto], its content decides.
	Type detect.Type
	// Dialect is the set of rules for resolution. A relative reference is replaced by its
	// target, which is a serialised URL in [resolve.WHATWG]. Absolute references stay in
	// every dialect.
	Dialect resolve.Dialect
	// BaseFields are the header fields that give a base, in order of precedence. Nil means
	// base.DefaultFields(); an empty list means no fields. RFC 1808 section 3.1 has only "Base".
	BaseFields []string
	// BaseSchemes are the schemes of URLs that header fields may give as a base; nil means
	// base.DefaultSchemes(). A base with another scheme is passed over and noted: most readers
	// ignore such fields, so a field must not turn a link into a link to a file or a program. BASE
	// in HTML and Options.Base may have any scheme.
	BaseSchemes []string
	// Fragments says which links within a document stay.
	Fragments Fragments
	// Also are groups of places that are read, too.
	Also places.Groups
	// Places are places of the caller that are read, too: see [ParsePlaces].
	Places []*places.Place
	// DropBase removes the href attributes of BASE elements, and elements without other attributes,
	// once all references are absolute. The result can be pasted into another document. Later BASE
	// elements are removed, too, because they would count otherwise. BASE stays if a reference
	// stays relative to it, and in template and noscript elements.
	DropBase bool
	// NoHints ignores the URL that a saved file names as its origin (package
	// internal/savedfrom). Otherwise that URL counts if Base is empty.
	NoHints bool
	// Beside reports whether a directory, such as "page_files", is beside the file of the document. It
	// may be nil. Links to files that were saved with a page stay, whatever gives the base.
	Beside func(directory string) bool
	// Origin is the URL of origin that the file system stores in an attribute of the file. It
	// precedes a URL in the file.
	Origin string
	// FeedBase says whether a link in a feed gives the base of the feed, or of its items.
	FeedBase FeedBase
	// Signed rewrites signed parts, too (multipart/signed, inline PGP). Their signatures then fail.
	Signed bool
	// SkipDKIM leaves messages that have a DKIM-Signature or an ARC seal. Otherwise a note reports
	// a signature that covers a change.
	SkipDKIM bool
	// SkipAttachments leaves parts that are attachments by their Content-Disposition (RFC
	// 2183).
	SkipAttachments bool
	// MaxGrowth limits the output. A document, or the header of an entity, may become as large as
	// MaxGrowth times its decoded size in the source, plus 16 MiB. All documents of a message
	// together may add no more bytes than this limit allows for the message. A document that would
	// exceed a limit stays as it is, with a note. 0 means 16.
	MaxGrowth int
	// MaxDocument limits the size in bytes of a document, or of a message in a mailbox. A larger
	// document or message stays as it is, with a note. [Rewriter.Copy] and [Rewriter.Pieces] do not
	// hold it in memory. 0 means no limit.
	MaxDocument int
	// InnerLinks leaves relative references, unless the document itself gives the base: they lead to
	// files of the bundle that the document is in, as in EPUB.
	InnerLinks bool
	// Skips reports whether the file of a bundle with this name is no document, whatever it
	// contains. It may be nil.
	Skips func(name string) bool
	// Archive says how changed records of web archives are written. With [format.AddConversions],
	// the headers of HTTP responses stay.
	Archive format.Archive
	// Limits are the limits of messages.
	Limits mimebase.Limits
	// JSONFields are the fields of JSON text whose strings are documents or URLs. If there are any,
	// JSON is a document. The fields of a JSON Feed, and of the manifest of a
	// web application, need not be listed.
	JSONFields []jsonfield.Field

	json  jsonSets      // the sets that JSONFields and the known formats give
	entry decide.Entry  // what Tree says about the document, if Tree gives Base
	files *decide.Files // finds the files of Tree; nil without a Tree
	mover *decide.Mover // maps URLs by Moves; nil unless links move

	remains *candidates.Remains // finds URLs that should change and are not read; nil unless links move or become relative
}

// check returns an error if o is wrong. It removes white space around the base.
func (o *Options) check() error {
	switch {
	case !o.Type.IsValid():
		return fmt.Errorf("type %d: not a type", uint8(o.Type))
	case o.Mode > MoveLinks:
		return fmt.Errorf("mode %d: not a mode", uint8(o.Mode))
	case o.Fragments > FragmentsKeep:
		return fmt.Errorf("fragments %d: not a value", uint8(o.Fragments))
	case o.FeedBase > FeedItem:
		return fmt.Errorf("base of feeds %d: not one", uint8(o.FeedBase))
	case o.Dialect > resolve.WHATWG:
		return fmt.Errorf("dialect %d: not a dialect: give resolve.RFC1808, RFC3986 or WHATWG", uint8(o.Dialect))
	}
	if o.BaseSchemes != nil {
		schemes := make([]string, len(o.BaseSchemes)) // not nil, even if there are none
		for i, scheme := range o.BaseSchemes {
			schemes[i] = strings.ToLower(scheme)
		}
		o.BaseSchemes = schemes
	}
	switch {
	case o.Context != nil && o.Context.Dialect() != o.Dialect:
		return fmt.Errorf("context in the dialect %v: the dialect of the options is %v: give both the same", o.Context.Dialect(), o.Dialect)
	case o.Context != nil && o.Tree != nil:
		return errors.New("a document in a tree of files has no other context: leave one of the two out")
	case o.MaxGrowth < 0:
		return fmt.Errorf("MaxGrowth %d: give how many times as large the output may be, or 0", o.MaxGrowth)
	case o.MaxDocument < 0:
		return fmt.Errorf("MaxDocument %d: give a number of bytes, or 0", o.MaxDocument)
	}
	if err := o.json.set(o.JSONFields, o.FeedBase); err != nil {
		return err
	}
	o.Base = strings.Trim(o.Base, ascii.Whitespace)
	if err := o.checkMode(); err != nil {
		return err
	}
	if o.Base == "" {
		return nil
	}
	if reason := base.Unusable(o.Dialect, o.Base); reason != "" {
		return fmt.Errorf("base %q: %s: give an absolute URL such as http://example.org/dir/", o.Base, reason)
	}
	return nil
}

// Detect returns the type of a document by its name and its head, and how it was found: see package detect. With
// Options.JSONFields, JSON text is a document.
func (o *Options) Detect(name string, head []byte) detect.Detection {
	if len(o.JSONFields) > 0 {
		return detect.OfJSON(o.Charset, name, head)
	}
	return detect.Of(o.Charset, name, head)
}

// IsCharset reports whether label names a known encoding.
func IsCharset(label string) bool {
	_, ok := charenc.Lookup(label)
	return ok
}

// CheckCharset returns an error that says what to do if label names no known encoding.
func CheckCharset(label string) error {
	if IsCharset(label) {
		return nil
	}
	return fmt.Errorf("unknown charset %.40q: give a name such as utf-8, utf-16le or gbk, or leave it out", label)
}

// baseSchemes returns the schemes of URLs that header fields may give as a base.
func (o *Options) baseSchemes() []string {
	if o.BaseSchemes == nil {
		return base.DefaultSchemes()
	}
	return o.BaseSchemes
}

// baseFields returns the header fields that give a base.
func (o *Options) baseFields() []string {
	if o.BaseFields == nil {
		return base.DefaultFields()
	}
	return o.BaseFields
}

// context returns the context of a document: its retrieval layer. The sources precede the base in
// the options.
func (o *Options) context(sources ...base.Source) *base.Context {
	switch {
	case o.Base == "":
	case o.entry.From != "": // the tree gives the base
		sources = append(sources, base.Source{Layer: base.Retrieval, From: o.entry.From, Value: o.Base, Hint: o.entry.Saved || o.entry.Fixed})
	default:
		sources = append(sources, base.Source{From: FromOptions, Value: o.Base})
	}
	if o.Origin != "" && !o.NoHints {
		sources = append(sources, savedfrom.Hint("what is kept beside the file", o.Origin))
	}
	if o.Context != nil {
		return o.Context.WithRetrieval(sources...)
	}
	return base.NewContext(o.Dialect, sources...)
}

// FromOptions is the name of [Options].Base as a [base.Source].
const FromOptions = "the options"

// Groups are places that are read only on request: only some readers treat them as
// links.
type Groups = places.Groups

// The groups: see package places.
const (
	Social      = places.Social
	Lazy        = places.Lazy
	JSONLD      = places.JSONLD
	RDFa        = places.RDFa
	Conditional = places.Conditional
	Param       = places.Param
	Htmx        = places.Htmx
	Templates   = places.Templates
	AllGroups   = places.AllGroups
)

// GroupNames returns the names that [ParseGroups] knows.
func GroupNames() []string { return places.GroupNames() }

// ParsePlaces returns the places that rows describe: see [places.ParseRows].
func ParsePlaces(rows []string) ([]*places.Place, error) { return places.ParseRows(rows) }

// ParseGroups returns the groups with these names. The error lists the known names.
func ParseGroups(names []string) (Groups, error) { return places.ParseGroups(names) }
