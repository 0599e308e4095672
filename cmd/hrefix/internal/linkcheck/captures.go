package linkcheck

import (
	"crypto/sha256"
	"hash/maphash"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// Captures are the captures of a crawl, by their URLs. The passes over the archives fill them before
// links are checked: first Add and AddFragment, then AddAnchor and SetAnchors. All methods are safe
// for concurrent use, and the result does not depend on the order of the calls in a pass.
type Captures struct {
	mu        sync.RWMutex
	seed      maphash.Seed
	byURL     map[string]capture // by keys: see captureKey
	hosts     map[string]bool    // that have a capture which is no error and no redirect
	redirects []string           // dates and targets: see redirectTarget
	text      strings.Builder    // of keys

	scripted map[string]capturedScripts // by keys

	names hashes // of fragments that links have
	found hashes // of keys with names that their documents have
}

// A Capture is what an archive has of a URL.
type Capture struct {
	URL      string
	Date     string
	Status   int    // of HTTP, or 0
	Derived  bool   // it was made from another capture, and has no status of its own
	Location string // that the HTTP header has
}

// A capture is what the archives have of a URL.
type capture struct {
	status   uint16
	rank     captureRank
	anchors  bool   // all anchors of a document are known
	opaque   bool   // what another capture has is not known
	same     bool   // it redirects to another spelling of its URL: https instead of http
	redirect uint32 // the number of its target
}

// A captureRank says how much a capture counts.
type captureRank uint8

const (
	captureDerived captureRank = iota
	captureError
	captureRedirect
	captureSuccess
)

// NewCaptures returns no captures.
func NewCaptures() *Captures {
	return &Captures{
		seed: maphash.MakeSeed(), byURL: make(map[string]capture), hosts: make(map[string]bool),
		scripted: make(map[string]capturedScripts),
		names:    make(hashes), found: make(hashes),
	}
}

// hashes are a set of hashes. It has at most maxHashes, and then one more.
type hashes map[uint64]struct{}

// maxHashes bounds the memory of a set to about 40 MB, and 100 MB while it grows. It is a variable for
// tests.
var maxHashes = 1 << 21

func (h hashes) add(hash uint64) {
	if len(h) <= maxHashes {
		h[hash] = struct{}{}
	}
}

func (h hashes) has(hash uint64) bool {
	_, ok := h[hash]
	return ok
}

// TooMany reports whether there are too many fragments or anchors to keep. All fragments that lead to
// other pages are then accepted.
func (c *Captures) TooMany() bool { return len(c.names) > maxHashes || len(c.found) > maxHashes }

// Len returns the number of URLs.
func (c *Captures) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.byURL)
}

// maxKey is the length from which on a URL is kept as a digest.
const maxKey = 256

// captureKey returns the form in which URLs are compared: the normal form, without the fragment and an
// empty query, and without the scheme if it is http or https. Tools that show archives compare them
// like that, too.
func captureKey(url string) (key string, ok bool) {
	url, _, _ = strings.Cut(url, "#")
	key, ok = addressbook.Normal(strings.TrimSuffix(url, "?"))
	key = strings.TrimPrefix(strings.TrimPrefix(key, "https:"), "http:")
	if len(key) > maxKey {
		sum := sha256.Sum256([]byte(key))
		key = "//" + hostOfKey(key) + "/ " + string(sum[:])
	}
	return key, ok
}

// hostOfKey returns the host of a URL with a key, and its port.
func hostOfKey(key string) string {
	_, rest, _ := strings.Cut(key, "//")
	host, _, _ := strings.Cut(rest, "/")
	if len(host) > maxKey { // no host has such a name
		host = host[:maxKey]
	}
	return host
}

// rank returns the rank of a capture.
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
// before an error. One that was made from another capture counts only if that is not known.
func (c *Captures) Add(one *Capture) {
	key, ok := captureKey(one.URL)
	if !ok {
		return
	}
	this := capture{status: uint16(one.Status), rank: one.rank()}
	target := ""
	if this.rank == captureRedirect {
		target = redirectTarget(one)
		_, to, _ := strings.Cut(target, " ")
		toKey, _ := captureKey(to)
		this.same = toKey == key && !sameURL(to, one.URL)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old, known := c.byURL[key]
	switch {
	case known && (old.rank > this.rank || old.rank == this.rank && !c.precedes(old, this, target)):
		return
	case !known:
		key = c.keep(key)
	}
	switch {
	case this.rank == captureSuccess:
		c.hosts[hostOfKey(key)] = true
	case this.rank == captureRedirect && known && old.rank == captureRedirect:
		this.redirect = old.redirect
		c.redirects[old.redirect] = target
	case this.rank == captureRedirect:
		this.redirect = uint32(len(c.redirects))
		c.redirects = append(c.redirects, target)
	}
	c.byURL[key] = this
}

// maxTarget is the length of the longest URL to which a redirect is followed.
const maxTarget = 2048

// redirectTarget returns the URL that a capture redirects to, after its date, by which the last one of
// several is found.
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

// precedes reports whether a capture counts before an older one of the same rank.
func (c *Captures) precedes(old, this capture, target string) bool {
	if this.rank == captureRedirect {
		return target > c.redirects[old.redirect]
	}
	return this.rank == captureError && this.status > old.status
}

// keep returns a key that is stored for good, together with others.
func (c *Captures) keep(key string) string {
	const chunk = 64 << 10
	if c.text.Len()+len(key) > c.text.Cap() {
		c.text = strings.Builder{}
		c.text.Grow(max(chunk, len(key)))
	}
	start := c.text.Len()
	c.text.WriteString(key)
	return c.text.String()[start:]
}

// AddFragment adds the fragment of a link.
func (c *Captures) AddFragment(fragment []byte) {
	fragment = anchors.WithoutDirective(fragment)
	decoded := urltext.Decode(fragment)
	c.mu.Lock()
	defer c.mu.Unlock()
	add := func(names ...[]byte) bool {
		for _, name := range names {
			c.names.add(maphash.Bytes(c.seed, name))
			c.names.add(foldedHash(c.seed, name))
		}
		return true
	}
	add(fragment, decoded)
	otherNames(decoded, add)
}

// HasFragments reports whether a link has a fragment.
func (c *Captures) HasFragments() bool { return len(c.names) > 0 }

// SetAnchors is called for each capture after the last call of Add. known reports whether AddAnchor
// is called for all its anchors.
func (c *Captures) SetAnchors(url string, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key, _ := captureKey(url)
	if one, ok := c.byURL[key]; ok {
		one.anchors, one.opaque = one.anchors || known, one.opaque || !known
		c.byURL[key] = one
	}
}

// capturedScripts are what scripts of a capture do with fragments.
type capturedScripts struct {
	scripts
	to string // the URL that the page redirects to
}

// SetScripts is called for a capture like SetAnchors, with the text of its document, and with where that
// redirects its readers, if it does.
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
	c.scripted[key] = s
}

// AddAnchor adds the name of an anchor of a document. anyCase reports whether it matches in any case.
func (c *Captures) AddAnchor(url string, name []byte, anyCase bool) {
	exact := c.hasName(maphash.Bytes(c.seed, name))
	folded := anyCase && c.hasName(foldedHash(c.seed, name))
	if !exact && !folded {
		return
	}
	key, _ := captureKey(url)
	c.mu.Lock()
	defer c.mu.Unlock()
	if exact {
		c.found.add(c.hash(key, name))
	}
	if folded {
		c.found.add(^c.hash(key, lower(name)))
	}
}

// hasName reports whether a link has a fragment with a hash.
func (c *Captures) hasName(hash uint64) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.names.has(hash)
}

// hash returns the hash of a name in a document. If two names had the same hash, a wrong fragment
// would not be found.
func (c *Captures) hash(key string, name []byte) uint64 {
	return maphash.String(c.seed, key+"#"+string(name))
}

// hasAnchor reports whether a fragment leads to something in the document of a URL with a key.
func (c *Captures) hasAnchor(key string, fragment []byte) bool {
	if one := c.byURL[key]; !one.anchors || one.opaque || c.TooMany() {
		return true
	}
	return leads(fragment, func(name []byte) bool {
		return c.found.has(c.hash(key, name)) || c.found.has(^c.hash(key, lower(name)))
	})
}

// A captured is what the archives have for a link.
type captured struct {
	state captureState
	key   string // of the capture that the link leads to
	via   string // the URL that a redirect leads to, or ""
	code  int    // the status of an error
}

// A captureState says what the archives have for a link.
type captureState uint8

const (
	notInCrawl captureState = iota // the URL is of another host
	notThere                       // a URL of a host that was captured
	inCircle
	asError
	isThere
)

// maxRedirects is how many redirects are followed. The Fetch Standard has the same number.
const maxRedirects = 20

// find finds what the archives have for a URL. It follows redirects.
func (c *Captures) find(url string) (t captured) {
	for range maxRedirects + 1 {
		key, ok := captureKey(url)
		one, known := c.byURL[key]
		switch {
		case known && (one.rank == captureSuccess || one.rank == captureDerived):
			t.state, t.key = isThere, key
			return t
		case known && one.rank == captureError:
			t.state, t.key, t.code = asError, key, int(one.status)
			return t
		case !known && ok && c.hosts[hostOfKey(key)]:
			t.state = notThere
			return t
		case !known:
			return t
		}
		_, url, _ = strings.Cut(c.redirects[one.redirect], " ")
		t.via = url
		if one.same { // a capture of it would count before this one
			if c.hosts[hostOfKey(key)] {
				t.state = notThere
			}
			return t
		}
	}
	t.state = inCircle
	return t
}
