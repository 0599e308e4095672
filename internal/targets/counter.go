package targets

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// DefaultMemory is the approximate number of bytes that the targets of a [Counter] may take in
// memory by default.
const DefaultMemory = 64 << 20

// entrySize is the memory of a target besides its bytes: its place in the map, the header of its
// string, and its count.
const entrySize = 64

// A Counter counts targets. It must be closed.
type Counter struct {
	// Memory is the approximate number of bytes that the targets in memory may take. 0 means
	// DefaultMemory.
	Memory int

	counts map[string]*int64 // counts by key
	size   int               // the size of counts in bytes
	key    []byte
	levels [][]*run
	rest   []byte // the beginning of a line
	err    error
}

// Write counts the URLs in p: one a line. It implements [io.Writer].
func (c *Counter) Write(p []byte) (int, error) {
	n := len(p)
	for c.err == nil {
		line, after, whole := bytes.Cut(p, []byte("\n"))
		if !whole {
			c.rest = append(c.rest, p...)
			return n, nil
		}
		if len(c.rest) > 0 {
			c.rest = append(c.rest, line...)
			line, c.rest = c.rest, c.rest[:0]
		}
		c.Add(line)
		p = after
	}
	return 0, c.err
}

// Add counts a link to url, which must not have a tab or a line ending. An error is returned by
// Each.
func (c *Counter) Add(url []byte) {
	url, _, _ = bytes.Cut(url, []byte("#"))
	// A key is the host, a tab, and the URL. Keys sort by host, then by URL, since a tab sorts before all bytes that a
	// host may have.
	c.key = append(append(AppendHost(c.key[:0], url), '\t'), url...)
	c.AddKey(c.key)
}

// AddKey counts a key, which may be any text: see EachKey.
func (c *Counter) AddKey(key []byte) { c.AddKeyTimes(key, 1) }

// AddKeyTimes counts any text as often as times says.
func (c *Counter) AddKeyTimes(key []byte, times int64) {
	if n := c.counts[string(key)]; n != nil {
		*n += times
		return
	}
	if c.counts == nil {
		c.counts = make(map[string]*int64)
	}
	c.counts[string(key)] = &times
	c.size += len(key) + entrySize
	if c.size >= cmp.Or(c.Memory, DefaultMemory) {
		c.err = errors.Join(c.err, c.spill())
	}
}

// AppendHost appends the host of a URL in lower case: its net_loc (RFC 1808 section 2.4.3) without the user
// name.
func AppendHost(dst, url []byte) []byte {
	colon := bytes.IndexByte(url, ':')
	if colon < 0 || !bytes.HasPrefix(url[colon+1:], []byte("//")) {
		return dst
	}
	host := url[colon+3:]
	if end := bytes.IndexAny(host, `/?\`); end >= 0 {
		host = host[:end]
	}
	return ascii.AppendLower(dst, host[bytes.LastIndexByte(host, '@')+1:])
}

// Each calls yield for each target with its host and its count, in the order of the hosts, and then
// of the URLs. It returns the first error of yield, or of a temporary file. The arguments are valid
// until yield returns. No target may be added after Each.
func (c *Counter) Each(yield func(host, url []byte, count int64) error) error {
	return c.EachKey(func(key []byte, count int64) error {
		host, url, _ := bytes.Cut(key, []byte("\t"))
		return yield(host, url, count)
	})
}

// EachKey does what Each does, for the texts of AddKey in the order of their bytes.
func (c *Counter) EachKey(yield func(key []byte, count int64) error) error {
	if c.err != nil {
		return c.err
	}
	sources := []source{c.sorted()}
	for _, level := range c.levels {
		for _, r := range level {
			sources = append(sources, r.reader())
		}
	}
	return merge(sources, yield)
}

// Close removes the temporary files.
func (c *Counter) Close() error {
	var err error
	for level := range c.levels {
		err = errors.Join(err, c.drop(level))
	}
	c.levels, c.counts = nil, nil
	return err
}

// sorted returns the targets in memory as a source.
func (c *Counter) sorted() *counted {
	s := &counted{counts: c.counts, keys: make([]string, 0, len(c.counts))}
	for key := range c.counts {
		s.keys = append(s.keys, key)
	}
	slices.SortFunc(s.keys, strings.Compare)
	return s
}

// spill writes the targets in memory to a run, and merges runs if there are too many.
func (c *Counter) spill() error {
	sources := []source{c.sorted()}
	for level := 0; ; level++ {
		r, err := writeRun(sources)
		if err != nil {
			return err
		}
		if level == 0 {
			c.counts, c.size = nil, 0
		} else if err := c.drop(level - 1); err != nil {
			return errors.Join(err, r.close())
		}
		if level == len(c.levels) {
			c.levels = append(c.levels, nil)
		}
		c.levels[level] = append(c.levels[level], r)
		if len(c.levels[level]) < maxRuns {
			return nil
		}
		sources = sources[:0]
		for _, r := range c.levels[level] {
			sources = append(sources, r.reader())
		}
	}
}

// drop closes and removes the runs of a level.
func (c *Counter) drop(level int) error {
	var err error
	for _, r := range c.levels[level] {
		err = errors.Join(err, r.close())
	}
	c.levels[level] = nil
	return err
}

// counted is a source of the targets in memory.
type counted struct {
	counts map[string]*int64
	keys   []string
	now    []byte
	count  int64
}

func (s *counted) next() (bool, error) {
	if len(s.keys) == 0 {
		return false, nil
	}
	s.now, s.count, s.keys = append(s.now[:0], s.keys[0]...), *s.counts[s.keys[0]], s.keys[1:]
	return true, nil
}

func (s *counted) key() []byte { return s.now }
func (s *counted) n() int64    { return s.count }
