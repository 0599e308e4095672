package manifest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A past is what a manifest has of earlier runs, as far as it decides whether a new run may use the
// manifest.
type past struct {
	last   *Header         // of the last run
	moved  int64           // records before this offset may be of runs with other directories than the new run
	whole  bool            // there was a run without a shard
	shards map[string]bool // there was a run of that shard
	dirs   []string        // the directories that paths in lists are relative to
}

// add adds an earlier run, whose header is at an offset. now is the header of the new run.
func (p *past) add(h, now *Header, offset int64) {
	p.endLast(now, offset)
	p.last = h
	if h.Shard == "" {
		p.whole = true
	} else {
		if p.shards == nil {
			p.shards = make(map[string]bool)
		}
		p.shards[h.Shard] = true
	}
	if dir := h.root(); h.Input == "" && dir != "" && !slices.Contains(p.dirs, dir) {
		p.dirs = append(p.dirs, dir)
	}
}

// endLast notes that the lines of the last run end at an offset.
func (p *past) endLast(now *Header, offset int64) {
	if p.last != nil && (clean(p.last.Input) != clean(now.Input) || clean(p.last.Output) != clean(now.Output)) {
		p.moved = offset
	}
}

// check returns an error if the new run names files in another way than the last one, or is of a shard
// that the manifest does not have. It would do files again that are done, and in place rewrite their
// links twice.
func (p *past) check(now *Header) error {
	if p.last == nil {
		return nil
	}
	if err := p.last.checkPaths(now); err != nil {
		return err
	}
	if p.whole || p.shards[now.Shard] || now.Shard == "" && len(p.shards) > 1 || isComplete(p.shards) {
		return nil
	}
	is := "this run has no shard"
	if now.Shard != "" {
		is = "this run is shard " + now.Shard
	}
	return fmt.Errorf("is a manifest of shard %s, and %s: it lacks files that other shards did: give --shard %s, or a manifest that is merged from those of all shards",
		strings.Join(slices.Sorted(maps.Keys(p.shards)), ", "), is, p.last.Shard)
}

// checkPaths returns an error if the same path means another file, or the same file has another path,
// in a later run.
func (h *Header) checkPaths(now *Header) error {
	switch {
	case h.Input != "" && now.Input == "":
		return fmt.Errorf("is a manifest of the directory %s: give that directory, and nothing else, or give another manifest", h.Input)
	case h.Input == "" && now.Input != "":
		return fmt.Errorf("is a manifest of files that were given by their names: give them as before, and not the directory %s, or give another manifest", now.Input)
	case h.Input == "":
		return nil // each path is looked up: see Alias
	}
	then, root := h.root(), now.root()
	if _, err := os.Stat(then); err == nil && (isBelow(root, then) || isBelow(then, root)) {
		return fmt.Errorf("is a manifest of the directory %s: give that directory, and not %s, or give another manifest", then, root)
	}
	return nil
}

// remarks returns what the user should know of earlier runs.
func (p *past) remarks(now *Header) (all []string) {
	if p.last == nil {
		return nil
	}
	if now.Shard == "" && !p.whole && !isComplete(p.shards) {
		all = append(all, lacking(p.shards)+": files that they did are done again")
	}
	if isOther(p.last.root(), now.root()) && now.Input != "" {
		all = append(all, fmt.Sprintf("the last run was of the directory %s: files with the same path count as the same", p.last.root()))
	}
	return all
}

// isOther reports whether both names are those of directories, and not of the same one.
func isOther(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && !os.SameFile(first, second)
}

// root returns the absolute name of the directory that paths of inputs are relative to, or "" if it is
// not known.
func (h *Header) root() string {
	in := filepath.FromSlash(h.Input)
	switch {
	case filepath.IsAbs(in):
		return filepath.Clean(in)
	case h.Dir == "":
		return ""
	}
	return filepath.Join(filepath.FromSlash(h.Dir), in)
}

// clean returns the name of a directory in the form in which names are compared.
func clean(dir string) string {
	if dir == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Clean(filepath.FromSlash(dir)))
}

// isBelow reports whether a directory is in another one, by their names.
func isBelow(dir, parent string) bool {
	rel, err := filepath.Rel(parent, dir)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// Alias returns the path by which earlier runs of files that were given by their names know a file, if
// that is another one: it was absolute, or relative to another directory.
func (m *Manifest) Alias(path string) (alias string, ok bool) {
	if m.header.Input != "" || m.header.Dir == "" || m.has(path) {
		return "", false
	}
	at := filepath.FromSlash(path)
	if !filepath.IsAbs(at) {
		at = filepath.Join(filepath.FromSlash(m.header.Dir), at)
	}
	names := []string{at}
	for _, dir := range m.past.dirs {
		if rel, err := filepath.Rel(dir, at); err == nil {
			names = append(names, rel)
		}
	}
	for _, name := range names {
		if name = filepath.ToSlash(name); m.has(name) {
			return name, true
		}
	}
	return "", false
}

// has reports whether a file has a record.
func (m *Manifest) has(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.index.Offset(path, nil)
	return ok
}

// IsMoved reports whether the last record of a file is one of a run that had other directories. If the
// file is done, it needs a new record, so that its last run says where it is.
func (m *Manifest) IsMoved(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	offset, ok := m.index.Offset(path, nil)
	return ok && offset < m.past.moved
}
