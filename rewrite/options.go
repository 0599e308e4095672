package rewrite

import (
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// Options says how a document is read and rewritten. The zero value is the
// default.
type Options struct {
	// Base is the URL that the document was retrieved from: the retrieval
	// layer of RFC 1808 section 3.3. It must be absolute and hierarchical, or
	// empty.
	Base string
	// Type is the document's type; Auto goes by its content.
	Type Type
	// Dialect is the set of rules for resolution.
	Dialect resolve.Dialect
	// BaseFields are the header fields that give a base, in the order in which
	// they are asked; nil stands for base.Fields(). "Base" alone is the letter
	// of RFC 1808 section 3.1; an empty list that is not nil asks none.
	BaseFields []string
	// KeepFragments leaves references that consist of a fragment only, and
	// empty ones, as they are, so that a document's links into itself go on
	// working wherever it is. RFC 1808 section 5 resolves both.
	KeepFragments bool
	// Also are groups of places that are read too.
	Also Groups
	// DropBase takes the href off BASE elements, and the element if nothing
	// else is in it, once all references are absolute: what is left can be
	// pasted into another document. The later ones go too, since they would
	// count then. BASE stays if a reference stays relative to it. BASE in
	// template and noscript elements is left.
	DropBase bool
	// Limits bounds what is taken apart of a message.
	Limits mimebase.Limits
}

// check says what is wrong with o. White space around the base is dropped.
func (o *Options) check() error {
	o.Base = strings.TrimSpace(o.Base)
	if o.Base == "" {
		return nil
	}
	if reason := base.Unusable(o.Base); reason != "" {
		return fmt.Errorf("base %q: %s: give an absolute URL such as http://example.org/dir/", o.Base, reason)
	}
	return nil
}

// context returns the context of the document: its retrieval layer.
func (o *Options) context() *base.Context {
	if o.Base == "" {
		return base.NewContext(o.Dialect)
	}
	return base.NewContext(o.Dialect, base.Source{From: "the caller", Value: o.Base})
}
