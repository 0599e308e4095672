package work

import (
	"bytes"
	"hash/fnv"
	"io"
	"strconv"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/targets"
)

// An Edge is an edge of the graph of links: a page that links to a target.
//
// Its key has the host of the page, the host of the target, the URL of the page and the URL of the target, with tabs
// between them. So keys sort by hosts first, and edges between the same hosts follow each other. URLs are in the
// form of links --format tsv, without fragments. Hosts are in lower case, without a user name, and empty for URLs
// without a host.
type Edge struct{ Key []byte }

// key sets the key of the edge from a page to the target of a reference.
func (e *Edge) key(from []byte, ref *engine.Reference) []byte {
	var memory [512]byte
	to := linktext.AppendTarget(memory[:0], ref)
	to, _, _ = bytes.Cut(to, []byte("#"))
	from, _, _ = bytes.Cut(from, []byte("#"))
	e.Key = append(targets.AppendHost(e.Key[:0], from), '\t')
	e.Key = append(targets.AppendHost(e.Key, to), '\t')
	e.Key = append(append(e.Key, from...), '\t')
	e.Key = append(e.Key, to...)
	return e.Key
}

// Hosts returns the two hosts of a key, with the tab between them, and the two URLs with the tab between them.
func Hosts(key []byte) (hosts, urls []byte) {
	n := bytes.IndexByte(key, '\t')
	n += 1 + bytes.IndexByte(key[n+1:], '\t')
	return key[:n], key[n+1:]
}

// Shard returns the number of the shard of a key, from 0. All edges between two hosts are in one shard.
func Shard(key []byte, shards int) int {
	hosts, _ := Hosts(key)
	h := fnv.New64a()
	h.Write(hosts)
	return int(h.Sum64() % uint64(shards))
}

// AppendEdge appends an edge as a line: its key, a tab, its count.
func AppendEdge(dst, key []byte, count int64) []byte {
	dst = append(append(dst, key...), '\t')
	return append(strconv.AppendInt(dst, count, 10), '\n')
}

// ParseEdge returns the edge of a line without its end.
func ParseEdge(line []byte) (key []byte, count int64, ok bool) {
	n := bytes.LastIndexByte(line, '\t')
	if n < 0 {
		return nil, 0, false
	}
	count, err := strconv.ParseInt(string(line[n+1:]), 10, 64)
	return line[:n], count, err == nil
}

// writeEdges writes the edges of a counter.
func writeEdges(out io.Writer, c *targets.Counter) error {
	var buf []byte
	err := c.EachKey(func(key []byte, count int64) error {
		buf = AppendEdge(buf, key, count)
		if len(buf) < 32<<10 {
			return nil
		}
		_, err := out.Write(buf)
		buf = buf[:0]
		return err
	})
	if err != nil {
		return err
	}
	_, err = out.Write(buf)
	return err
}
