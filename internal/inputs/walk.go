package inputs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/maildir"
)

// A walkable is a directory for [fs.WalkDir]. In that of [os.Root.FS] names have to be
// UTF-8: those of old archives are not.
type walkable struct{ *os.Root }

// Open implements [fs.FS].
func (w walkable) Open(name string) (fs.File, error) { return atomicfile.OpenDir(w.Root, name) }

// Stat implements [fs.StatFS].
func (w walkable) Stat(name string) (fs.FileInfo, error) { return atomicfile.Stat(w.Root, name) }

// ReadDir implements [fs.ReadDirFS].
func (w walkable) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := atomicfile.OpenDir(w.Root, name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// directory yields the files in a directory and below, in the order of their names,
// and what cannot be read. Symbolic links are not followed.
func (s *selection) directory(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause.Of(err))
	}
	defer root.Close()
	t := tree{selection: s, dir: dir, root: root, folders: atomicfile.Folders{Root: root}, maildirs: make(map[string]bool)}
	defer t.folders.Close()
	if !s.alone && s.at == "" {
		t.top = NameOf(dir)
	}
	return fs.WalkDir(walkable{root}, ".", t.visit)
}

// A tree is a directory that is walked.
type tree struct {
	*selection
	dir, top string
	root     *os.Root
	folders  atomicfile.Folders
	maildirs map[string]bool // that are whole
}

// visit takes a file or a directory.
func (t *tree) visit(rel string, d fs.DirEntry, err error) error {
	name := filepath.Join(t.dir, filepath.FromSlash(rel))
	parent := path.Dir(rel)
	switch {
	case err != nil:
		t.put(nil, fmt.Errorf("%s: %w", name, cause.Of(err)))
	case rel != "." && t.Choice.leavesOut(rel):
		if d.IsDir() {
			return fs.SkipDir
		}
	case d.IsDir() && t.maildirs[parent] && path.Base(rel) == maildir.Incoming:
		return fs.SkipDir // messages that are being delivered
	case d.IsDir():
		t.maildirs[rel] = maildir.Is(t.root, rel)
		if t.NewTree != "" {
			f := t.found(name, rel)
			f.Dir, f.Mail = true, t.maildirs[parent] && maildir.HoldsMessages(f.Base)
			t.put(f, nil)
		}
	case !d.Type().IsRegular():
		if t.wants(rel) {
			t.put(nil, Remark{fmt.Errorf("%s: passed over: no regular file", name)})
		}
	case t.Temporaries.Made(d.Name()):
	case atomicfile.IsTemporary(d.Name()):
		t.orphan(name, rel)
	case t.wants(rel):
		t.put(t.file(name, rel, d))
	}
	if t.over {
		return fs.SkipAll
	}
	return nil
}

// wants reports whether there is use for a file: a new tree is whole.
func (t *tree) wants(rel string) bool { return t.NewTree != "" || t.Choice.takes(rel) }

// file returns a file.
func (t *tree) file(name, rel string, d fs.DirEntry) (*File, error) {
	f := t.found(name, rel)
	f.Copied = !t.Choice.takes(rel)
	f.Chosen = !f.Copied && len(t.Choice.exts) > 0
	if info, err := d.Info(); err == nil {
		f.Size = info.Size()
	}
	dir := path.Dir(rel)
	if dir == "." {
		f.setMail(NameOf(t.dir), false)
	} else {
		f.setMail(path.Base(dir), t.maildirs[path.Dir(dir)])
	}
	var err error
	if f.Folder, err = t.folders.Open(dir); err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(err))
	}
	return f, nil
}

// found returns what is known of whatever was found.
func (t *tree) found(name, rel string) *File {
	f := &File{Name: name, Tree: t.root, Rel: rel, Base: path.Base(rel), Found: true, Top: t.top}
	if t.at != "" {
		f.Tree, f.Rel = t.here, path.Join(t.at, rel)
	}
	return f
}
