package linkcheck

import (
	"bytes"
	"crypto/sha256"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// Captures are the captures of a crawl, by their URLs. A pass over the archives fills them before
// links are checked, by Add, AddAnchors and SetScripts, and then End. All methods are safe for concurrent use, and the
// result does not depend on the order of the captures.
type Captures struct {
	mu      sync.Mutex
	seed    maphash.Seed
	byURL   map[string]*capture // captures by key: see captureKey
	hosts   map[string]bool     // the hosts with a capture that is no error and no redirect
	anchors int                 // the number of anchors of all captures
}

// A Capture is the record of a URL in an archive.
type Capture struct {
	URL      string
	Date     string
	Status   int    // the HTTP status, or 0
	Derived  bool   // the capture was made from another capture, and has no status of its own
	Location string // the Location in the HTTP header
}

// A capture has the facts about a URL that the archives have.
type capture struct {
	status   uint16
	rank     captureRank
	same     bool      // the capture redirects to another spelling of its URL: https instead of http
	redirect string    // see redirectTarget
	anchors  anchorSet // the anchors of all documents that were captured
	scripts  *capturedScripts
}

// A captureRank is the rank of a capture among the captures of its URL.
type captureRank uint8

const (
	captureDerived captureRank = iota
	captureError
	captureRedirect
	captureSuccess
)

// NewCaptures returns an empty set of captures.
func NewCaptures() *Captures {
	return &Captures{seed: maphash.MakeSeed(), byURL: make(map[string]*capture), hosts: make(map[string]bool)}
}

// maxAnchors bounds the memory for anchors to about 100 MB. It is a variable for tests.
var maxAnchors = 12 << 20

// TooMany reports whether there are too many anchors to keep. All fragments that lead to other pages are
// then accepted.
func (c *Captures) TooMany() bool { return c.anchors > maxAnchors }

// Len returns the number of URLs. It must be called after End.
func (c *Captures) Len() int { return len(c.byURL) }

// maxKey is the maximum length of a key. Of a longer key, only a digest and the host are kept.
const maxKey = 256

// appendKey appends the form in which URLs are compared: the normal form, without the fragment and an
// empty query, and without the scheme if it is http or https. Tools that show archives compare URLs
// in this form, too.
func appendKey[T string | []byte](dst []byte, url T) (key []byte, ok bool) {
	end := 0
	for end < len(url) && url[end] != '#' {
		end++
	}
	if end > 0 && url[end-1] == '?' {
		end--
	}
	if key, ok = addressbook.AppendNormal(dst, url[:end]); !ok {
		return key, false
	}
	key = bytes.TrimPrefix(bytes.TrimPrefix(key, []byte("https:")), []byte("http:"))
	if len(key) > maxKey {
		sum := sha256.Sum256(key)
		key = append(append(append([]byte("//"), hostOfKey(key)...), "/ "...), sum[:]...)
	}
	return key, true
}

// captureKey returns the key of a URL: see appendKey.
func captureKey(url string) (key string, ok bool) {
	k, ok := appendKey(nil, url)
	return string(k), ok
}

// hostOfKey returns the host in a key, and its port.
func hostOfKey(key []byte) []byte {
	_, rest, _ := bytes.Cut(key, []byte("//"))
	host, _, _ := bytes.Cut(rest, []byte("/"))
	if len(host) > maxKey { // no host has such a name
		host = host[:maxKey]
	}
	return host
}

// rank returns the rank of a capture, by its kind and its status.
func (c *Capture) rank() captureRank {
	switch {
	case c.Derived:
		return captureDerived
	case c.Status >= 400:
		return captureError
	case c.Status/100 == 3 && c.Location != "":
		return captureRedirect
	}
	return captureSuccess
}

// Add adds a capture. Of several captures of a URL, a success counts before a redirect, and a redirect
// before an error. A capture that was made from another capture counts only if the other capture is
// not known.
func (c *Captures) Add(one *Capture) {
	key, ok := captureKey(one.URL)
	if !ok {
		return
	}
	rank, status := one.rank(), uint16(one.Status)
	redirect, same := "", false
	if rank == captureRedirect {
		redirect = redirectTarget(one)
		_, to, _ := strings.Cut(redirect, " ")
		toKey, _ := captureKey(to)
		same = toKey == key && !sameURL(to, one.URL)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byURL[key]
	switch {
	case known == nil:
		known = &capture{scripts: &noScripts}
		c.byURL[key] = known
	case rank < known.rank,
		rank == known.rank && redirect <= known.redirect && (rank != captureError || status <= known.status):
		return
	}
	known.rank, known.status, known.redirect, known.same = rank, status, redirect, same
	if rank == captureSuccess {
		c.hosts[string(hostOfKey([]byte(key)))] = true
	}
}

// maxTarget is the maximum length of a URL to which a redirect is followed.
const maxTarget = 2048

// redirectTarget returns the URL that a capture redirects to, with its date before it. The date
// decides which of several redirects is the last.
func redirectTarget(c *Capture) string {
	to, outcome := resolve.WHATWG.Base(c.URL).AppendReplacement(nil, []byte(c.Location))
	if outcome != resolve.Resolved {
		to = []byte(c.Location)
	}
	if len(to) > maxTarget {
		to = nil
	}
	return c.Date + " " + string(to)
}

// sameURL reports whether two URLs are the same in the normal form, without fragments.
func sameURL(a, b string) bool {
	a, _, _ = strings.Cut(a, "#")
	b, _, _ = strings.Cut(b, "#")
	a, _ = addressbook.Normal(a)
	b, _ = addressbook.Normal(b)
	return a == b
}

// AddAnchors is called for each capture with a document after Add. read is as in [anchorReader]: it returns
// false if the anchors of the document are not known.
func (c *Captures) AddAnchors(url string, read func(visit func(*engine.Anchor)) bool) {
	var a anchorSet
	a.read(c.seed, read)
	key, _ := captureKey(url)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.anchors += len(a.hashes); c.TooMany() {
		return
	}
	one := c.byURL[key]
	if one == nil {
		return
	}
	if old := &one.anchors; old.known { // the document was captured before
		a.hashes, a.all = append(old.hashes, a.hashes...), a.all || old.all
	}
	one.anchors = a
}

// End must be called after the last capture was added.
func (c *Captures) End() {
	for _, one := range c.byURL {
		if !slices.IsSorted(one.anchors.hashes) {
			one.anchors.sort()
		}
	}
}

// capturedScripts are the known uses of fragments in the scripts of a capture.
type capturedScripts struct {
	scripts
	to string // the URL that the page redirects to
}

// noScripts are the scripts of most captures.
var noScripts capturedScripts

// SetScripts is called for a capture like AddAnchors, with the text of its document, and the redirect in
// the document, if there is one.
func (c *Captures) SetScripts(url string, text []byte, r engine.Redirect, redirects bool) {
	key, _ := captureKey(url)
	s := capturedScripts{scripts: scripts{made: marked(text), Redirect: r, redirects: redirects && !r.Script}}
	if s.redirects {
		to, outcome := resolve.WHATWG.Base(url).AppendReplacement(nil, []byte(r.To))
		if s.to = string(to); outcome != resolve.Resolved {
			s.to = r.To
		}
		toKey, _ := captureKey(s.to)
		s.redirects = len(s.to) <= maxTarget && toKey != key
	}
	if s.made == 0 && !s.redirects {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.byURL[key]; one != nil {
		one.scripts = &s
	}
}

// hasAnchor reports whether a fragment leads to something in the document of a capture.
func (c *Captures) hasAnchor(one *capture, fragment []byte) bool {
	return !one.anchors.known || c.TooMany() || one.anchors.has(c.seed, fragment)
}

// A captured is the result of looking up a link in the archives.
type captured struct {
	state captureState
	at    *capture // the capture that the link leads to, if the state is asError or isThere
	via   string   // the URL that a redirect leads to, or ""
}

// A captureState says what the archives have for a link.
type captureState uint8

const (
	notInCrawl captureState = iota // the archives have nothing of the URL's host
	notThere                       // the host was captured, but not the URL
	inCircle
	asError
	isThere
)

// maxRedirects is how many redirects are followed. The Fetch Standard has the same number.
const maxRedirects = 20

// find looks up a URL in the archives. It follows redirects.
func (c *Captures) find(url []byte) (t captured) {
	var buffer [2 * maxKey]byte
	for range maxRedirects + 1 {
		key, ok := appendKey(buffer[:0], url)
		one := c.byURL[string(key)]
		switch {
		case one == nil:
			if ok && c.hosts[string(hostOfKey(key))] {
				t.state = notThere
			}
			return t
		case one.rank == captureSuccess || one.rank == captureDerived:
			t.state, t.at = isThere, one
			return t
		case one.rank == captureError:
			t.state, t.at = asError, one
			return t
		}
		_, t.via, _ = strings.Cut(one.redirect, " ")
		if one.same { // a capture of the target would count before this redirect
			if c.hosts[string(hostOfKey(key))] {
				t.state = notThere
			}
			return t
		}
		url = []byte(t.via)
	}
	t.state = inCircle
	return t
}

// Capture returns a page that was captured, with its URL. Its links are looked up in the captures.
func (c *Checker) Capture(source *Source, all *Captures, url string) *Page {
	p := c.Page(None, source, nil)
	p.captures = all
	key, _ := captureKey(url)
	p.capture = all.byURL[key]
	return p
}

// The rules for captures.
var (
	notCaptured   = rule{"not-captured", "not captured"}
	capturedError = rule{"captured-error", "captured as an error"}
	redirectLoop  = rule{"redirect-loop", "redirected in a circle"}
)

// toCapture checks a reference by the captures. url is its first reading.
func (p *Page) toCapture(ref *engine.Reference, url, fragment []byte) *Fault {
	switch ref.Attr {
	case "action", "formaction", "ping": // a crawl has no answers to the data that a page sends
		p.skip("form")
		return nil
	}
	// The first reading that was captured counts, or else the first reading whose host was captured.
	t := p.captures.find(url)
	if t.state != isThere {
		for other := range ref.OtherReadings(string(url)) {
			if u := p.captures.find([]byte(other.URL)); u.state == isThere || t.state == notInCrawl && u.state != notInCrawl {
				t, url = u, []byte(other.URL)
			}
		}
	}
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
		return capturedError.fault(url, ": status "+strconv.Itoa(int(t.at.status))+more)
	case inCircle:
		return redirectLoop.fault(url, "")
	case isThere:
		return p.toCapturedAnchor(ref, t, url, fragment)
	}
	return nil
}

// toCapturedAnchor checks the fragment of a reference that leads to a capture.
func (p *Page) toCapturedAnchor(ref *engine.Reference, t captured, url, fragment []byte) *Fault {
	switch {
	case len(fragment) == 0 || p.c.opts.NoFragments || isOfStyle(ref):
		return nil
	case t.at == p.capture && ref.Part == "" && p.hasHere("", fragment):
		return nil // the same URL may have been captured again, as another page
	}
	has := func() bool { return p.captures.hasAnchor(t.at, fragment) }
	uses := func() *scripts { return &t.at.scripts.scripts }
	return findFragment(url, fragment, has, uses, func(*scripts) bool {
		t = p.captures.find([]byte(t.at.scripts.to))
		return t.state == isThere
	})
}
