package inputs

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A Shard is one of several parts of the inputs, so that several runs share the work. Each input is
// in exactly one of the parts. A nil Shard has all inputs.
//
// The shard of a file depends only on its key ([File.Key]) and on the number of shards, so when a
// file is added or removed, the others stay in their shards.
type Shard struct {
	Number int // the number of the shard, from 1
	Of     int // the number of shards
}

// ParseShard parses a shard, such as "3/16".
func ParseShard(text string) (*Shard, error) {
	number, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(number)
	n, err2 := strconv.Atoi(of)
	switch {
	case !ok || err != nil || err2 != nil || n < 1:
		return nil, fmt.Errorf("--shard %q: give the number of a part and the number of parts, such as 3/16", text)
	case i < 1 || i > n:
		return nil, fmt.Errorf("--shard %s: shards are numbered from 1 to %d: add 1 to an index that begins at 0", text, n)
	}
	return &Shard{Number: i, Of: n}, nil
}

// String returns the shard in the form "3/16", or "" for all inputs.
func (sh *Shard) String() string {
	if sh == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", sh.Number, sh.Of)
}

// Title returns the beginning of a line about the shard: "shard 3/16: ". It is "" for all inputs.
func (sh *Shard) Title() string {
	if sh == nil {
		return ""
	}
	return "shard " + sh.String() + ": "
}

// Has reports whether the file with this key is in the shard.
func (sh *Shard) Has(key string) bool {
	return sh == nil || hash(key)%uint64(sh.Of) == uint64(sh.Number-1)
}

// hash returns a number for the file with this key. A message in a Maildir has the same number
// under all its names: other runs, and mail readers, may rename it before this run finds it.
func hash(key string) uint64 {
	dir, name := path.Split(key)
	if folder := path.Clean(dir); maildir.HoldsMessages(path.Base(folder)) {
		dir, _ = path.Split(folder) // mail readers move messages from new to cur
	}
	sum := sha256.Sum256([]byte(dir + maildir.Unique(name)))
	return binary.BigEndian.Uint64(sum[:])
}

// has reports whether a file is in the shard.
func (s *selection) has(f *File) bool { return s.whole || s.Shard.Has(f.Key()) }

// fail yields an error about the file that an argument names. If the file is in another shard, it
// does nothing: that shard reports the error.
func (s *selection) fail(arg string, err error) {
	if s.has(&File{Name: arg}) {
		s.put(nil, err)
	}
}

// fail yields an error about the file with path rel in the tree, unless the file is in another
// shard.
func (t *tree) fail(rel string, err error) {
	if t.has(t.found(t.nameOf(rel), rel)) {
		t.put(nil, err)
	}
}

// passes yields the file that a path in a list names, if the file is in another shard and has the
// name of a document. It reports whether it has yielded the file. It does not examine the file, because
// that may take long, or the file may be on another machine. So a directory with the name of a document
// is in one shard as a whole.
func (s *selection) passes(name string) bool {
	if _, known := detect.TypeOf(container.TrimCoding(name), nil); s.Shard == nil || !known {
		return false
	}
	f := &File{Name: name, Tree: s.here, Rel: s.at, Base: filepath.Base(name)}
	if s.whole = s.has(f); s.whole {
		return false
	}
	if s.at == "" {
		f.Tree, f.Rel = nil, f.Base
	}
	s.put(f, nil)
	return true
}
