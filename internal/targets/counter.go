// Package targets counts the targets of links in bounded memory.
//
// # Terms
//
// A target is a URL without its fragment, which is no part of a URL (RFC 1808 section 2.2). Its
// count is the number of links that lead to it. Its host is the net_loc of the URL in lower case,
// without a user name, or empty if the URL has none.
//
// # How it works
//
// A [Counter] keeps targets and their counts in a map. When the map has taken its share of memory,
// the targets are sorted, and written to a temporary file: a run. A run has each target once,
// without the beginning that it has in common with the one before it. When there are 16 runs of a
// level, they are merged into one of the next level. So memory and the number of open files are
// bounded, and each target is written once for each level.
//
// The temporary files are removed as soon as they are open where the system allows that, so that
// no file is left after a run that is interrupted.
package targets

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

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
	runs   []*run // their levels do not ascend
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
	if c.err == nil && len(c.runs) > 0 {
		c.err = c.spill()
	}
	switch {
	case c.err != nil:
		return c.err
	case len(c.runs) == 0:
		return c.each(yield)
	}
	return merge(c.runs, yield)
}

// Close removes the temporary files.
func (c *Counter) Close() error {
	runs := c.runs
	c.runs, c.counts = nil, nil
	return closeAll(runs)
}

// each calls yield for the targets in memory in the order of their keys.
func (c *Counter) each(yield func(key []byte, count int64) error) error {
	keys := slices.AppendSeq(make([]string, 0, len(c.counts)), maps.Keys(c.counts))
	slices.Sort(keys)
	for _, key := range keys {
		c.key = append(c.key[:0], key...)
		if err := yield(c.key, *c.counts[key]); err != nil {
			return err
		}
	}
	return nil
}

// spill writes the targets in memory to a run. It merges the runs of a level when there are maxRuns of them.
func (c *Counter) spill() error {
	r, err := writeRun(0, c.each)
	if err != nil {
		return err
	}
	c.counts, c.size = nil, 0
	for {
		c.runs = append(c.runs, r)
		first := slices.IndexFunc(c.runs, func(other *run) bool { return other.level == r.level })
		full := c.runs[first:]
		if len(full) < maxRuns {
			return nil
		}
		r, err = writeRun(r.level+1, func(yield func(key []byte, count int64) error) error { return merge(full, yield) })
		if err != nil {
			return err
		}
		c.runs = c.runs[:first]
		if err := closeAll(full); err != nil {
			return errors.Join(err, r.close())
		}
	}
}
