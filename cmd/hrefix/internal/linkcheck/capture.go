package linkcheck

import (
	"strconv"

	"github.com/hrefix/hrefix/internal/engine"
)

// Capture returns a page that was captured, with its URL. Its links are looked up in the captures.
func (c *Checker) Capture(source *Source, all *Captures, url string) *Page {
	p := c.Page(None, source, nil)
	p.captures = all
	p.key, _ = captureKey(url)
	return p
}

// The rules for captures.
var (
	notCaptured   = rule{"not-captured", "not captured"}
	capturedError = rule{"captured-error", "captured as an error"}
	redirectLoop  = rule{"redirect-loop", "redirected in a circle"}
)

// toCapture checks a reference to a URL by the captures.
func (p *Page) toCapture(ref *engine.Reference, url, fragment []byte) *Fault {
	switch ref.Attr {
	case "action", "formaction", "ping": // a crawl has no answers to the data that a page sends
		p.skip("form")
		return nil
	}
	t, url := p.findCapture(ref, url)
	more := ""
	if t.via != "" {
		more = ": it redirects to " + t.via
	}
	switch t.state {
	case notInCrawl:
		if t.via != "" {
			url = []byte(t.via)
		}
		p.toSite(url)
	case notThere:
		return notCaptured.fault(url, more)
	case asError:
		return capturedError.fault(url, ": status "+strconv.Itoa(t.code)+more)
	case inCircle:
		return redirectLoop.fault(url, "")
	case isThere:
		return p.toCapturedAnchor(ref, t, url, fragment)
	}
	return nil
}

// findCapture looks up the readings of a reference in the archives; url is the first reading. It
// returns the reading that counts: the first captured reading, or else the first reading whose host
// was captured.
func (p *Page) findCapture(ref *engine.Reference, url []byte) (captured, []byte) {
	t := p.captures.find(url)
	if t.state == isThere {
		return t, url
	}
	for other := range ref.OtherReadings(string(url)) {
		if u := p.captures.find([]byte(other.URL)); u.state == isThere || t.state == notInCrawl && u.state != notInCrawl {
			t, url = u, []byte(other.URL)
		}
	}
	return t, url
}

// toCapturedAnchor checks the fragment of a reference that leads to a capture.
func (p *Page) toCapturedAnchor(ref *engine.Reference, t captured, url, fragment []byte) *Fault {
	switch {
	case len(fragment) == 0 || p.c.opts.NoFragments || isOfStyle(ref):
		return nil
	case t.key == p.key && ref.Part == "" && p.hasHere("", fragment):
		return nil // the same URL may have been captured again, as another page
	}
	var s capturedScripts
	has := func() bool { return p.captures.hasAnchor(t.key, fragment) }
	uses := func() *scripts {
		s = p.captures.scripted[t.key]
		return &s.scripts
	}
	return findFragment(url, fragment, has, uses, func(*scripts) bool {
		t = p.captures.find([]byte(s.to))
		return t.state == isThere
	})
}
