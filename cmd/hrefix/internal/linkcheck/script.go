package linkcheck

import (
	"bytes"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// If no element of a page has a fragment, a script of the page may make it, or it may lead to another
// page. The text of a page is searched for this when the first such fragment is met.

// scripts are the known uses of fragments in the scripts of a page.
type scripts struct {
	made      madeNames
	redirects bool
	engine.Redirect
}

// A scripted is a file whose scripts are read once.
type scripted struct {
	once sync.Once
	scripts
}

// scriptedOf returns the scripts of a file. A redirect counts if it leads to another file.
func (p *Page) scriptedOf(t addressbook.Target) *scripted {
	known, _ := p.c.scripted.LoadOrStore(t.ID, new(scripted))
	s := known.(*scripted)
	s.once.Do(func() {
		s.Redirect, s.redirects = p.files.Scripts(t, func(text []byte) { s.made = marked(text) })
		switch {
		case !s.redirects:
		case len(s.To) > maxTarget, // each fault would repeat the URL
			s.Script && len(p.anchors(t).hashes) > 0: // the script of a page with anchors may be for a button
			s.redirects = false
		default: // a page may load itself again from time to time
			to := p.redirected(t, s.To)
			s.redirects = to.State != addressbook.File || to.ID != t.ID
		}
	})
	return s
}

// isRound reports whether a file redirects in a circle: the file and the pages after it all redirect at once, by
// meta elements. Pages that redirect after a delay may do so in a circle on purpose.
func (p *Page) isRound(t addressbook.Target) bool {
	for range maxRedirects {
		s := p.scriptedOf(t)
		if !s.redirects || !s.Now {
			return false
		}
		if t = p.redirected(t, s.To); t.State != addressbook.File {
			return false
		}
	}
	return true
}

// toFragment checks the fragment of a reference that leads to a file. url is the URL of the file.
func (p *Page) toFragment(t addressbook.Target, url, fragment []byte) *Fault {
	has := func() bool { return p.hasAnchor(t, fragment) }
	uses := func() *scripts { return &p.scriptedOf(t).scripts }
	return findFragment(url, fragment, has, uses, func(s *scripts) bool {
		t = p.redirected(t, s.To)
		return t.State == addressbook.File
	})
}

// findFragment looks for a fragment in a page, and in the pages that it redirects to, and returns the fault of a link
// to it. url is the URL of the page. has reports whether the page has the fragment, and uses returns the scripts of the
// page. next goes on to the page that it redirects to, for has and uses, and reports whether that is known.
func findFragment(url, fragment []byte, has func() bool, uses func() *scripts, next func(*scripts) bool) *Fault {
	var f *Fault
	for range maxRedirects {
		if has() {
			return nil
		}
		if f == nil {
			f = noAnchor.fault(append(append(bytes.Clone(url), '#'), fragment...), "")
		}
		s := uses()
		switch {
		case s.made.makes(fragment):
			return nil
		case !s.redirects:
			return f
		case !s.Hash:
			f.Text = "the page redirects to " + s.To + ", and the fragment is lost"
			return f
		}
		f.Text = noAnchor.text + ": the page redirects to " + s.To
		if !next(s) {
			return nil // a fault of the page that redirects, or a redirect to another site
		}
	}
	return nil
}

// redirected returns the file that the page from redirects to.
func (p *Page) redirected(from addressbook.Target, to string) (t addressbook.Target) {
	for _, base := range []string{from.URL, from.Location} {
		url, outcome := resolve.RFC3986.Base(base).AppendReplacement(nil, []byte(to))
		if base == "" || outcome == resolve.Unresolved {
			continue
		}
		url, _, _ = bytes.Cut(url, []byte("#"))
		if t = p.findURL(string(url)); t.State == addressbook.File {
			return t
		}
	}
	return t
}
