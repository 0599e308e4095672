package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// Options says how a document is read and rewritten. The zero value is the
// default.
type Options struct {
	// Mode says what becomes of the references.
	Mode Mode
	// Base is the URL that the document was retrieved from: the retrieval
	// layer of RFC 1808 section 3.3. It must be absolute and hierarchical, or
	// empty.
	Base string
	// Charset is the charset of the document, if it is known from elsewhere: it counts as a
	// charset parameter of the document's media type does, after a byte order mark and
	// before what the document declares. In a message it is that of parts whose header
	// names none. A label that is not known is ignored, as in MIME: see [IsCharset].
	Charset string
	// Context is what is around the document, such as the entities that it was taken
	// from: the layers outside of the document's own. Base comes after it, as the outermost.
	// It must have the same dialect.
	Context *base.Context
	// Decide, if it is not nil, is asked about each reference that can be changed. See
	// [Decision]. The reference has the target that the mode gives it. Decide may be
	// called more than once for a reference, and must be safe for concurrent use if the
	// Rewriter is used concurrently.
	Decide func(*Reference) Decision
	// Tree is what lies around the document in a tree of files: its URL is the
	// base where Base is empty, and links into it stand for the URLs that it was
	// retrieved from.
	Tree Tree
	// Type is the document's type; Auto goes by its content.
	Type Type
	// Dialect is the set of rules for resolution. What is written for a relative
	// reference is its target, which in [resolve.WHATWG] is the serialised URL; an
	// absolute reference is not touched in any dialect.
	Dialect resolve.Dialect
	// BaseFields are the header fields that give a base, in the order in which
	// they are asked; nil stands for base.DefaultFields(). "Base" alone is the letter
	// of RFC 1808 section 3.1; an empty list that is not nil asks none.
	BaseFields []string
	// BaseSchemes are the schemes of URLs that header fields may give as a base; nil
	// means base.DefaultSchemes(). A base with another scheme is passed over and noted: most
	// readers ignore such fields, so these must not turn a link into one to a file or
	// a program. BASE in HTML and Options.Base may have any scheme.
	BaseSchemes []string
	// KeepFragments leaves references that consist of a fragment only, and
	// empty ones, as they are, so that a document's links into itself go on
	// working wherever it is. RFC 1808 section 5 resolves both.
	KeepFragments bool
	// Also are groups of places that are read too.
	Also places.Groups
	// DropBase takes the href off BASE elements, and the element if nothing
	// else is in it, once all references are absolute: what is left can be
	// pasted into another document. The later ones go too, since they would
	// count then. BASE stays if a reference stays relative to it. BASE in
	// template and noscript elements is left.
	DropBase bool
	// NoHints says that what a saved file itself tells of the URL that it was
	// retrieved from does not count: package internal/savedfrom lists what can
	// tell. Else it counts where Base is empty.
	NoHints bool
	// Origin is such a URL that stands beside the file, in an attribute that
	// the file system keeps. It counts before what stands in the file.
	Origin string
	// Signed says that what is signed (multipart/signed, inline PGP) is
	// rewritten all the same. The signatures will not verify.
	Signed bool
	// SkipDKIM leaves messages alone that have a DKIM-Signature or an ARC seal.
	// Else they are noted.
	SkipDKIM bool
	// SkipAttachments leaves parts of messages alone that are attachments according to
	// their Content-Disposition (RFC 2183).
	SkipAttachments bool
	// MaxGrowth limits the output. A document, or the header of an entity, may become as
	// large as MaxGrowth times its decoded size in the source, plus 16 MiB. All documents
	// of a message together may add no more bytes than that allows for the message. One
	// that would exceed a limit is left, and noted. 0 means 16.
	MaxGrowth int
	// MaxDocument limits the size in bytes of a document, or of a message in a mailbox. A
	// larger one is left, and noted, and [Rewriter.Copy] and [Rewriter.Pieces] do not
	// hold it in memory. 0 means no limit.
	MaxDocument int
	// Limits bounds what is taken apart of a message.
	Limits mimebase.Limits
}

// check says what is wrong with o. White space around the base is dropped.
func (o *Options) check() error {
	switch {
	case !o.Type.isValid():
		return fmt.Errorf("type %d: there is no such type", uint8(o.Type))
	case o.Mode > MakeRelative:
		return fmt.Errorf("mode %d: there is no such mode", uint8(o.Mode))
	case o.Dialect > resolve.WHATWG:
		return fmt.Errorf("dialect %d: there is no such dialect", uint8(o.Dialect))
	}
	if o.BaseSchemes != nil {
		o.BaseSchemes = lowerCase(o.BaseSchemes)
	}
	if err := o.checkOutside(); err != nil {
		return err
	}
	if o.MaxGrowth < 0 {
		return fmt.Errorf("MaxGrowth %d: give how many times as large the output may be, or 0", o.MaxGrowth)
	}
	if o.MaxDocument < 0 {
		return fmt.Errorf("MaxDocument %d: give a number of bytes, or 0", o.MaxDocument)
	}
	o.Base = strings.TrimSpace(o.Base)
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

// checkOutside returns an error if what is known from outside of the document cannot be.
func (o *Options) checkOutside() error {
	if o.Context == nil {
		return nil
	}
	if d := o.Context.Dialect(); d != o.Dialect {
		return fmt.Errorf("context in the dialect %v: the dialect of the options is %v: give both the same", d, o.Dialect)
	}
	if o.Tree != nil {
		return errors.New("a document in a tree of files has no other context: leave one of the two out")
	}
	return nil
}

// IsCharset reports whether label names an encoding that is known.
func IsCharset(label string) bool {
	_, ok := charenc.Lookup(label)
	return ok
}

// detect is [DetectType] for a document in Options.Charset.
func (o *Options) detect(name string, head []byte) (t Type, known bool) {
	return DetectTypeIn(o.Charset, name, head)
}

// lowerCase returns the names in lower case. It is not nil.
func lowerCase(names []string) []string {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(name)
	}
	return lower
}

// baseSchemes returns the schemes of URLs that header fields may give as a base.
func (o *Options) baseSchemes() []string {
	if o.BaseSchemes == nil {
		return base.DefaultSchemes()
	}
	return o.BaseSchemes
}

// context returns the context of a document: its retrieval layer. The sources come before
// those of the options.
func (o *Options) context(sources ...base.Source) *base.Context {
	if o.Base != "" {
		sources = append(sources, base.Source{From: "the caller", Value: o.Base})
	}
	if o.Origin != "" && !o.NoHints {
		sources = append(sources, savedfrom.Hint("what is kept beside the file", o.Origin))
	}
	if o.Context != nil {
		return o.Context.WithRetrieval(sources...)
	}
	return base.NewContext(o.Dialect, sources...)
}

// mime returns the options for the entities of a message.
func (o *Options) mime() mimebase.Options {
	m := mimebase.Options{BaseFields: o.BaseFields, BaseSchemes: o.BaseSchemes, AllowSigned: o.Signed, KeepDKIM: o.SkipDKIM, KeepAttachments: o.SkipAttachments, Limits: o.Limits}
	if !o.NoHints {
		m.RetrievalFields = []string{"Snapshot-Content-Location"}
	}
	return m
}
