package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/resolve"
)

// Some references are left because of their text alone: it is empty, a fragment, a placeholder or
// a file on a Windows network. This file has the rules. plainsite.go calls mayStay to find out whether a value
// is plain, references.go and header.go need the reason. Policies do not see such references.

// keepReference returns the reason why a reference must stay because of its text, if there is
// one. If an empty reference means the document itself, keepReference sets its base. blank
// reports whether an empty reference is written as white space.
func (w *walk) keepReference(ref *Reference, sc *scope, s *sites.Site, blank bool) Reason {
	if len(ref.Text) > 0 {
		if w.isOfItem(ref) && ref.Text[0] == '#' {
			return reason.LocalFragment
		}
		return w.opts.keepText(s.Syntax, ref.Text)
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
	return w.opts.keepFragment(ref.Text)
}

// keepText returns the reason why text, which is not empty, must stay in a value of that
// kind, if there is one.
func (o *Options) keepText(kind syntax.Kind, text []byte) Reason {
	if text[0] == '#' && kind.IsLocal() {
		return reason.LocalFragment
	}
	return o.keepURL(text)
}

// keepURL returns the reason why text, which is not empty, must stay wherever it is a reference,
// if there is one.
func (o *Options) keepURL(text []byte) Reason {
	switch {
	case o.Also&places.Templates == 0 && syntax.IsPlaceholder(text):
		return reason.Placeholder
	case o.Dialect != resolve.WHATWG && isNetworkPath(text):
		return reason.NetworkPath
	}
	return o.keepFragment(text)
}

// isNetworkPath reports whether text names a file on a Windows network: "\\server\share\file". It
// stays, as "C:\file" does, which is an absolute URL by its grammar. For browsers it is
// "//server/share/file", so the dialect that follows them resolves it.
func isNetworkPath(text []byte) bool { return len(text) > 2 && text[0] == '\\' && text[1] == '\\' }

// keepFragment returns the reason why a reference within its document must stay, if there is
// one: [Options].KeepFragments.
func (o *Options) keepFragment(text []byte) Reason {
	if o.KeepFragments && (len(text) == 0 || text[0] == '#') {
		return reason.KeptFragment
	}
	return none
}

// mayStay reports whether a value may have to stay because of its text. That is possible only
// for text that begins with one of unusualStarts.
func (o *Options) mayStay(kind syntax.Kind, text []byte) bool {
	return text[0] == '3' || o.keepText(kind, text) != none
}

// unusualStarts has the first bytes of text that may have to stay: fragments, placeholders,
// files on a network, and references that are encoded in quoted-printable twice.
var unusualStarts = func() [256]bool {
	t := syntax.MayBeginPlaceholder
	t['3'], t['#'], t['\\'] = true, true, true
	return t
}()
