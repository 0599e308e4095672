package crawl

import (
	"cmp"
	"hash/maphash"
	"iter"
	"strings"
	"time"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// An Index has the captures of a crawl. Add adds them, and Settle decides which ones count. After
// that, it can be used by several goroutines.
type Index struct {
	Counts Counts

	date     time.Time // see New
	entries  entries
	aliases  []string // targets of redirects
	bodies   bodies   // the bodies that revisits may refer to
	revisits []revisit

	conversions []conversion
	others      bodies          // captures that are no successes, by ID
	hosts       map[string]bool // the hosts that have files
	dirs        map[uint64]bool // hashes of the folded paths of directories
	order       []uint32        // entries with files, by position
}

// Counts are the counts of an index. The JSON keys are stable.
type Counts struct {
	Redirects  int            `json:"redirects"`  // URLs that are aliases
	Revisits   int            `json:"revisits"`   // the number of revisits with an original
	Duplicates int            `json:"duplicates"` // captures of a URL for which another capture counts
	LeftOut    map[string]int `json:"leftout"`    // the numbers of records that are left out, by reason
}

// An entry is a URL with the capture that counts.
type entry struct {
	url    string // the URL as it was captured
	key    string // the key of the URL: see normalize; if url ends with the key, the two share memory
	date   int64  // the date in seconds, or noDate
	at     Position
	body   Position // the place of the body; for a redirect, Record is the number of an alias
	status uint16
	kind   Kind
	rank   rank
	number uint32 // the number in the name, if another file has the name without it
}

const noDate = -1 << 63

// New returns an empty index. Of several captures of a URL with one rank, the capture nearest to date counts, or the
// last capture if date is zero.
func New(date time.Time) *Index {
	return &Index{
		date: date, hosts: make(map[string]bool), dirs: make(map[uint64]bool), Counts: Counts{LeftOut: make(map[string]int)},
		entries: entries{seed: maphash.MakeSeed(), slots: make([]uint32, 16)}, bodies: make(bodies), others: make(bodies),
	}
}

// leave counts a record that is left out.
func (x *Index) leave(why string) { x.Counts.LeftOut[why]++ }

// Add adds a capture. Captures must be added in the order of their positions.
func (x *Index) Add(c *Capture) {
	if why := c.refusal(); why != "" {
		x.LeaveCapture(c, why)
		return
	}
	url, key, ok := normalize(c.URL)
	if !ok {
		x.leave(NoURL)
		return
	}
	e := entry{url: url, key: key, date: noDate, at: c.At, body: c.At, status: uint16(c.Status), kind: c.Kind, rank: c.rank()}
	if !c.Date.IsZero() {
		e.date = c.Date.Unix()
	}
	if c.Type != Conversion && e.rank < success {
		x.addOther(c, e.rank)
	}
	switch {
	case c.Type == Conversion && c.RefersTo != "":
		x.keep(&e)
		x.conversions = append(x.conversions, conversion{e, keyOf("id", c.RefersTo)}) // Settle finds the record from which the capture was converted
		return
	case e.rank == redirect:
		e.body = Position{Record: x.alias(url, c.Location)}
	case c.Type == Revisit:
		x.addRevisit(&e, c)
		return
	default:
		x.addBodies(&e, c)
	}
	x.offer(&e)
}

// normalize returns a URL without its fragment, as a URI, and the key by which the URL is compared:
// its normal form, without the scheme http or https. ok is false if the URL has no host, or a host
// that is not valid in a URI.
func normalize(url string) (uri, key string, ok bool) {
	url, _, _ = strings.Cut(url, "#")
	// To find the form of a host that the DNS has takes time that is quadratic in its length.
	const most = 1000 // the maximum length in bytes of a host, with user and port
	_, rest, _ := strings.Cut(url, "//")
	if len(rest) > most && !strings.ContainsAny(rest[:most], "/?") {
		return "", "", false
	}
	normal, ok := addressbook.Normal(strings.TrimSuffix(url, "?"))
	if !ok {
		return "", "", false
	}
	if uri, ok = urltext.ToURI(url); !ok || strings.ContainsFunc(uri, isSpace) {
		uri = normal
	}
	if !urltext.IsASCII(uri) || strings.ContainsFunc(uri, isSpace) || base.Unusable(resolve.RFC3986, uri) != "" {
		return "", "", false
	}
	key = strings.TrimPrefix(strings.TrimPrefix(normal, "https:"), "http:")
	return uri, key, true
}

// Key returns a URL as a URI, and the key by which URLs are compared. ok is false unless the scheme
// is http or https.
func Key(url string) (uri, key string, ok bool) {
	uri, key, ok = normalize(url)
	return uri, key, ok && isWebURL(uri)
}

// isSpace reports whether r is a control character or a space, which no URL can have.
func isSpace(r rune) bool { return r <= ' ' || r == 0x7f }

// alias adds the target of a redirect, and returns its number.
func (x *Index) alias(url, location string) uint32 {
	target, outcome := resolve.WHATWG.Base(url).AppendReplacement(nil, []byte(location))
	to := ""
	if outcome == resolve.Resolved {
		to = string(target)
	} else if isWebURL(location) {
		to = location
	}
	x.aliases = append(x.aliases, to)
	return uint32(len(x.aliases) - 1)
}

// keep copies the URL and the key of an entry to memory of the index, unless an entry with the same key
// has them already.
func (x *Index) keep(e *entry) {
	if old := x.entries.find(e.key); old != nil {
		if e.key = old.key; e.url == old.url {
			e.url = old.url
			return
		}
	}
	e.url = strings.Clone(e.url)
	if strings.HasSuffix(e.url, e.key) {
		e.key = e.url[len(e.url)-len(e.key):]
	} else {
		e.key = strings.Clone(e.key)
	}
}

// offer adds an entry, unless there is an entry with the same key that counts more.
func (x *Index) offer(e *entry) {
	old := x.entries.find(e.key)
	if old == nil {
		x.keep(e)
		x.entries.add(e)
		return
	}
	x.Counts.Duplicates++
	if cmp.Or(cmp.Compare(e.rank, old.rank), x.compareDates(e.date, old.date), comparePositions(e.at, old.at)) > 0 {
		x.keep(e)
		*old = *e
	}
}

// compareDates returns 1 if the date a counts more than b, and -1 if it counts less.
func (x *Index) compareDates(a, b int64) int {
	if x.date.IsZero() || a == noDate || b == noDate {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(x.distance(b), x.distance(a))
}

// distance returns the time between a date and the wanted date.
func (x *Index) distance(date int64) int64 {
	if d := date - x.date.Unix(); d > 0 {
		return d
	}
	return x.date.Unix() - date
}

func comparePositions(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Archive, b.Archive), cmp.Compare(a.Record, b.Record))
}

// Settle decides which captures count, and how files are named.
func (x *Index) Settle() {
	x.settleConversions()
	x.settleRevisits()
	x.name()
	x.Counts.Redirects = int(x.entries.n) - len(x.order)
}

// isFailed reports whether the file of an entry has an error page of the server.
func (e *entry) isFailed() bool { return e.rank == failed }

// A File is a file of the tree.
type File struct {
	URL    string
	Path   string // the path in the tree, with slashes
	Date   time.Time
	Status int
	Kind   Kind
	Failed bool     // the file has an error page of the server
	At     Position // the position of the capture
	Body   Position // the position of the record with the body: another record if the capture is a revisit

	index *Index
}

// file returns the File in which the body of an entry is stored.
func (x *Index) file(e *entry) File {
	f := File{URL: e.url, Path: e.path(), Status: int(e.status), Kind: e.kind, Failed: e.isFailed(), At: e.at, Body: e.body, index: x}
	if e.date != noDate {
		f.Date = time.Unix(e.date, 0).UTC()
	}
	return f
}

// Files returns the files, by the positions of their bodies.
func (x *Index) Files() iter.Seq[File] {
	return func(yield func(File) bool) {
		for _, i := range x.order {
			if !yield(x.file(x.entries.at(i))) {
				return
			}
		}
	}
}

// Aliases returns the URLs that are redirected to files, and the files, in the order of the first
// captures of the URLs.
func (x *Index) Aliases() iter.Seq2[string, File] {
	return func(yield func(string, File) bool) {
		for i := range x.entries.n {
			e := x.entries.at(i)
			if e.rank != redirect {
				continue
			}
			if to, _ := x.follow(e); to != nil && !yield(e.url, x.file(to)) {
				return
			}
		}
	}
}
