package inputs

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
)

// directory yields the files in a directory and below, in the order of their names. Symbolic
// links are not followed.
func (s *selection) directory(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause.Of(err))
	}
	defer root.Close()
	t := tree{selection: s, dir: dir, root: root, folders: atomicfile.Folders{Root: root}}
	defer t.folders.Close()
	if !s.alone && s.at == "" {
		t.top = NameOf(dir)
	}
	t.walk(&level{rel: "."})
	return nil
}

// A tree is a directory that is walked. It does not use [fs.WalkDir], which would open each
// directory by its whole path: [os.Root] opens every name of a path, so the time would be
// quadratic in the depth.
type tree struct {
	*selection
	dir, top string
	root     *os.Root
	folders  atomicfile.Folders
}

// A level is a directory in a tree.
type level struct {
	rel       string
	isMaildir bool
	inMaildir bool
	vcs       bool // it is in a directory of version control
	copied    bool // it is in a directory whose files are copied as they are
}

// walk visits a directory and its entries.
func (t *tree) walk(at *level) {
	folder, err := t.folders.Open(at.rel)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = readDir(folder.Root)
		at.isMaildir = maildir.Is(entries)
	}
	if t.NewTree != "" {
		f := t.found(t.nameOf(at.rel), at.rel)
		f.Dir, f.VCS, f.Mail = true, at.vcs, at.inMaildir && maildir.HoldsMessages(f.Base)
		if folder != nil {
			f.Folder = folder.Hold()
		}
		t.put(f, nil)
	}
	folder.Release() // before the directories below are walked: they may be many
	if err != nil && !t.over {
		t.put(nil, fmt.Errorf("%s: %w", t.nameOf(at.rel), cause.Of(err)))
	}
	for _, d := range entries {
		if t.over {
			return
		}
		t.visit(at, d)
	}
}

// readDir returns the entries of a directory in the order of their names. If there is an
// error, it returns those that could be read.
func readDir(in *os.Root) ([]fs.DirEntry, error) {
	dir, err := atomicfile.OpenDir(in, ".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// nameOf returns the name for messages of a path in the tree.
func (t *tree) nameOf(rel string) string { return filepath.Join(t.dir, filepath.FromSlash(rel)) }

// visit handles a file or a directory in a directory.
func (t *tree) visit(in *level, d fs.DirEntry) {
	rel := path.Join(in.rel, d.Name())
	switch {
	case t.Choice.leavesOut(rel):
	case d.IsDir() && in.isMaildir && d.Name() == maildir.Incoming: // being delivered
	case d.IsDir() && !in.copied && t.isVersionControl(rel, d.Name()):
		t.versionControl(rel)
	case d.IsDir():
		t.walk(&level{rel: rel, inMaildir: in.isMaildir && !in.copied, copied: in.copied})
	case !d.Type().IsRegular():
		if t.wants(rel) {
			t.put(nil, Remark{fmt.Errorf("%s: %s", t.nameOf(rel), t.passedOver(d.Type()))})
		}
	case t.Temporaries.Made(d.Name()):
	case atomicfile.IsTemporary(d.Name()):
		t.orphan(t.nameOf(rel), rel)
	case t.wants(rel):
		t.put(t.file(in, rel, d))
	}
}

// passedOver returns the remark on a file that is not regular, and so is not an input.
func (t *tree) passedOver(typ fs.FileMode) string {
	what := "no regular file"
	if typ == fs.ModeSymlink {
		what = "a symbolic link"
	}
	if t.NewTree != "" {
		return what + ": not in the new tree"
	}
	return "passed over: " + what
}

// isVersionControl reports whether a directory has the metadata of a version control system. A
// directory CVS counts only with the file Entries, because a site may have a directory of that
// name.
func (t *tree) isVersionControl(rel, name string) bool {
	switch name {
	case ".git", ".svn", ".hg", ".bzr", "_darcs", ".jj":
		return true
	case "CVS":
		info, err := t.root.Lstat(path.Join(rel, "Entries"))
		return err == nil && info.Mode().IsRegular()
	}
	return false
}

// versionControl yields a directory of version control. The files in it are copied to a new
// tree, and otherwise not read.
func (t *tree) versionControl(rel string) {
	if t.NewTree != "" {
		t.walk(&level{rel: rel, vcs: true, copied: true})
		return
	}
	f := t.found(t.nameOf(rel), rel)
	f.Dir, f.VCS = true, true
	t.put(f, nil)
}

// wants reports whether a file is an input: a new tree gets all files.
func (t *tree) wants(rel string) bool { return t.NewTree != "" || t.Choice.takes(rel) }

// file returns the input for a file in a directory.
func (t *tree) file(in *level, rel string, d fs.DirEntry) (*File, error) {
	f := t.found(t.nameOf(rel), rel)
	f.Copied = in.copied || !t.Choice.takes(rel)
	f.Chosen = !f.Copied && len(t.Choice.exts) > 0
	if info, err := d.Info(); err == nil {
		f.Size = info.Size()
	}
	if in.rel == "." {
		f.setMail(NameOf(t.dir), false)
	} else {
		f.setMail(path.Base(in.rel), in.inMaildir)
	}
	var err error
	if f.Folder, err = t.folders.Open(in.rel); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, cause.Of(err))
	}
	return f, nil
}

// found returns an input without the fields that need its directory.
func (t *tree) found(name, rel string) *File {
	f := &File{Name: name, Tree: t.root, Rel: rel, Base: path.Base(rel), Found: true, Top: t.top}
	if t.at != "" {
		f.Tree, f.Rel = t.here, path.Join(t.at, rel)
	}
	return f
}
