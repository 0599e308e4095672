package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/resolve"
)

// Some references are left because of their text alone: it is empty, a fragment, a placeholder or a file
// on a Windows network. A fragment may also be left because its document has the anchor. This file has
// the rules: keepReference for documents, keepURL for header fields and JSON. Policies do not see such references.

// keepReference returns the reason why a reference must stay because of its text, if there is
// one. If an empty reference means the document itself, keepReference sets its base. blank
// reports whether an empty reference is written as white space.
func (w *walk) keepReference(ref *Reference, sc *scope, s *sites.Site, blank bool) Reason {
	switch {
	case len(ref.Text) == 0: // see below
	case !unusualStarts[ref.Text[0]]:
		return none
	default:
		if w.isOfItem(ref) && ref.Text[0] == '#' {
			return reason.LocalFragment
		}
		return cmp.Or(w.opts.keepText(s.Syntax, ref.Text), w.keepOwnAnchor(ref.Text, sc, s))
	}
	switch {
	case w.inFeed && w.isOfItem(ref):
		return reason.EmptyInItem
	case s.Empty == places.EmptyInBase && ref.Base.Layer == base.Embedded:
	case s.Empty == places.EmptyResolves, s.Empty == places.BlankResolves && blank:
	case s.Empty == places.EmptyDocument && w.depth == 0 && s.Form != sites.Form(markup.NoValue):
		// A srcdoc document has a URL of its own, and an attribute without a value gets none.
		ref.Base = sc.fallback
	default:
		return reason.Empty
	}
	return w.opts.keepURL(ref.Text)
}

// keepText returns the reason why text, which is not empty, must stay in a value of that
// kind, if there is one.
func (o *Options) keepText(kind syntax.Kind, text []byte) Reason {
	if text[0] == '#' && kind.IsLocal() {
		return reason.LocalFragment
	}
	return o.keepURL(text)
}

// keepURL returns the reason why text must stay wherever it is a reference: in a document, in a string of
// JSON or in a header field.
func (o *Options) keepURL(text []byte) Reason {
	switch {
	case o.Also&places.Templates == 0 && syntax.IsPlaceholder(text):
		return reason.Placeholder
	case o.Dialect != resolve.WHATWG && len(text) > 2 && text[0] == '\\' && text[1] == '\\':
		// The text names a file on a Windows network: "\\server\share\file". It stays, like "C:\file", which is an
		// absolute URL by its grammar. For browsers it is "//server/share/file", so the dialect that follows them
		// resolves it.
		return reason.NetworkPath
	case o.Fragments == FragmentsKeep && (len(text) == 0 || text[0] == '#'):
		return reason.KeptFragment
	}
	return none
}

// Fragments says which links within a document stay. RFC 1808 section 5 resolves such links. They then lead
// to the URL of the document, not to the reader's copy.
type Fragments uint8

const (
	// FragmentsAuto leaves a link that is only a fragment if it leads to an anchor of its document, or to the top,
	// unless a BASE element of the document makes it lead elsewhere.
	FragmentsAuto Fragments = iota
	// FragmentsAbsolute resolves all links within a document.
	FragmentsAbsolute
	// FragmentsKeep leaves all references that are empty or only a fragment.
	FragmentsKeep
)

var fragmentsNames = []string{FragmentsAuto: "auto", FragmentsAbsolute: "absolute", FragmentsKeep: "keep"}

// FragmentsNames returns the names that [ParseFragments] accepts.
func FragmentsNames() []string { return slices.Clone(fragmentsNames) }

// ParseFragments returns the Fragments with a name. The empty name stands for FragmentsAuto.
func ParseFragments(name string) (Fragments, error) {
	if i := slices.Index(fragmentsNames, cmp.Or(name, fragmentsNames[FragmentsAuto])); i >= 0 {
		return Fragments(i), nil
	}
	return 0, fmt.Errorf("unknown value %q: known are %s", name, strings.Join(fragmentsNames, ", "))
}

// leavesOwnAnchors reports whether links to anchors of the document stay. They do not stay in a srcdoc
// document: it has the base of the document around it, so the links lead there. They do not stay with [Pin]:
// the base that is written into the document applies to them, too. For items of feeds, which readers show one
// by one, see [walk.isOfItem].
func (w *walk) leavesOwnAnchors() bool {
	return w.opts.Fragments == FragmentsAuto && w.opts.Mode != Pin && w.depth == 0
}

// keepOwnAnchor returns OwnAnchor if a reference leads to an anchor of its document, or else none.
func (w *walk) keepOwnAnchor(text []byte, sc *scope, s *sites.Site) Reason {
	if sc.ownAnchors && text[0] == '#' && s.Place.Links() && w.collector.Anchors.Leads(text[1:]) {
		return reason.OwnAnchor
	}
	return none
}

// hasOwnBase reports whether a BASE element decides where a link that is only a fragment leads. b is the base of
// the document. A relative BASE decides it even if there is no base to resolve it against, as in a file on a disk.
func hasOwnBase(b *base.Result) bool {
	return b.Layer == base.Embedded || slices.ContainsFunc(b.Candidates(), func(c base.Candidate) bool {
		return c.Layer == base.Embedded && c.Reason == basereason.NoOuterBase
	})
}

// unusualStarts has the first bytes of text that may have to stay: fragments, placeholders,
// files on a network, and references that are encoded in quoted-printable twice. keepReference and prefix ask
// about no other text, so the first byte of a new rule must be here.
var unusualStarts = func() [256]bool {
	t := syntax.MayBeginPlaceholder
	t['3'], t['#'], t['\\'] = true, true, true
	return t
}()
