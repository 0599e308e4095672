package inputs

import (
	"errors"
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
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/filekind"
)

// directory yields the files in a directory and below, in the order of their names. No symbolic
// link is followed out of it.
func (s *selection) directory(dir string) error {
	root, err := atomicfile.OpenFolder(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause.Of(err))
	}
	defer root.Release()
	t := tree{selection: s, dir: dir, root: root}
	t.folders.Root, t.targets.Root = root.Root, root.Root
	defer t.folders.Close()
	defer t.targets.Close()
	if !s.alone && s.at == "" {
		t.top = NameOf(dir)
	}
	t.walk(&level{rel: ".", real: "."})
	return nil
}

// A tree is a directory that is walked. It does not use [fs.WalkDir], which would open each
// directory by its whole path: [os.Root] opens every name of a path, so the time would be
// quadratic in the depth.
type tree struct {
	*selection
	dir, top string
	root     *atomicfile.Folder
	folders  atomicfile.Folders
	targets  atomicfile.Folders // opens the targets of symbolic links, so that the walk stays where it is
	above    []string           // see tops
}

// A level is a directory in a tree.
type level struct {
	rel       string // the path of the directory in the results
	real      string // the real path, which differs from rel below a symbolic link that is followed
	followed  bool   // the directory is the target of a symbolic link, or below such a target
	isMaildir bool
	inMaildir bool
	// apart is set if the files in the directory are not edited: the group of the directory, or of a directory
	// above it.
	apart filekind.Group
	first bool // apart is the group of this directory, not of a directory above it
}

// walk visits a directory and its entries.
func (t *tree) walk(at *level) {
	folder, err := t.folders.Open(at.real)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = readDir(folder.Root)
		at.isMaildir = maildir.Is(entries)
	}
	if err == nil && at.rel != "." && at.apart == 0 && mayBeMarked(entries) && IsMarked(folder.Root.FS()) {
		at.apart, at.first = filekind.BackupDirectory, true
	}
	if at.first && t.NewTree == "" {
		folder.Release()
		t.putApart(at)
		return
	}
	if t.NewTree != "" {
		f := t.found(t.nameOf(at.rel), at.rel)
		f.Dir, f.Mail = true, at.inMaildir && maildir.HoldsMessages(f.Base)
		if at.first {
			f.Apart = at.apart
		}
		if folder != nil {
			f.Folder = folder.Hold()
		}
		t.put(f, nil)
	}
	folder.Release() // closed before the directories below are walked, so that few are open at once
	if err != nil && !t.over {
		t.fail(at.rel, fmt.Errorf("%s: %w", t.nameOf(at.rel), cause.Of(err)))
	}
	for _, d := range entries {
		if t.over {
			return
		}
		t.visit(at, d)
	}
}

// readDir returns the entries of a directory in the order of their names. If there is an error, it
// returns the entries that could be read.
func readDir(in *os.Root) ([]fs.DirEntry, error) {
	dir, err := atomicfile.OpenDir(in, ".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for i, e := range entries {
		if !e.Type().IsRegular() {
			entries[i] = entry{e.Name(), e.Type()}
		}
	}
	return entries, err
}

// An entry of a directory does not hold the path of the directory, unlike an entry of package os:
// the entries of all directories on a path are in memory at once.
type entry struct {
	name string
	typ  fs.FileMode
}

func (e entry) Name() string               { return e.name }
func (e entry) IsDir() bool                { return e.typ.IsDir() }
func (e entry) Type() fs.FileMode          { return e.typ }
func (e entry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

// nameOf returns the name for messages of a path in the tree.
func (t *tree) nameOf(rel string) string { return filepath.Join(t.dir, filepath.FromSlash(rel)) }

// visit handles a file or a directory in a directory.
func (t *tree) visit(in *level, d fs.DirEntry) {
	rel := path.Join(in.rel, d.Name())
	real := rel
	if in.real != in.rel {
		real = path.Join(in.real, d.Name())
	}
	below := level{rel: rel, real: real, followed: in.followed, apart: in.apart}
	switch {
	case t.Choice.leavesOut(rel):
	case d.IsDir() && in.isMaildir && d.Name() == maildir.Incoming:
		t.incoming(rel, real)
	case in.rel == "." && (d.Name() == BackupMark || d.Name() == BackupList) && d.Type().IsRegular(): // a directory of backups was given
	case d.IsDir() && in.apart == 0 && t.isVersionControl(real, d.Name()):
		below.apart, below.first = filekind.VersionControl, true
		if t.NewTree != "" { // which gets a copy of it
			t.walk(&below)
		} else {
			t.putApart(&below) // it is not even listed
		}
	case d.IsDir():
		below.inMaildir = in.isMaildir && in.apart == 0
		t.walk(&below)
	case t.Temporaries.Made(d.Name()):
	case atomicfile.IsTemporary(d.Name()):
		t.orphan(t.nameOf(rel), real)
	case t.NewTree == "" && t.isDotlock(real): // a lock comes and goes while mail is delivered
	case t.NewTree == "" && !t.Choice.takes(rel): // a new tree gets all files
	case d.Type() == fs.ModeSymlink:
		t.link(in, d.Name(), rel)
	case !d.Type().IsRegular():
		f := t.unread(rel, filekind.Special)
		t.put(f, t.remark(f, special(d.Type())))
	default:
		info, _ := d.Info() // opening the file reports an error
		t.putFile(in, rel, d.Name(), info)
	}
}

// incoming reports that a new tree does not get the messages in the directory tmp of a Maildir, which are still being
// delivered.
func (t *tree) incoming(rel, real string) {
	if t.NewTree == "" {
		return
	}
	if messages, err := fs.ReadDir(t.root.FS(), real); err == nil && len(messages) > 0 {
		t.put(nil, Remark{t.nameOf(rel), fmt.Sprintf("not in the new tree: messages that were not delivered yet: %d", len(messages))})
	}
}

// orphan handles a temporary file of another run. It removes the file if Sweep is set and no
// process uses it. name is the path for messages, and rel the path in the tree.
func (t *tree) orphan(name, rel string) {
	if t.Sweep && !t.Temporaries.MayRemove(path.Base(rel)) {
		return
	}
	in, err := t.folders.Open(path.Dir(rel))
	if err == nil {
		defer in.Release()
		err = in.Orphaned(path.Base(rel), t.Sweep)
	}
	switch {
	case errors.Is(err, atomicfile.ErrInUse) || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		t.fail(rel, Remark{name, "passed over: a temporary file of hrefix: remove it unless another run is writing"})
	case !t.Sweep:
		t.fail(rel, Remark{name, "passed over: left by a run of hrefix that did not end well: remove it"})
	}
}

// isDotlock reports whether a file is probably the lock of a mailbox: it is small, and its name is the name of a
// file beside it and ".lock".
func (t *tree) isDotlock(real string) bool {
	const most = 64 // bytes, for the number of a process and the name of a machine
	mailbox, ok := strings.CutSuffix(real, atomicfile.DotlockSuffix)
	if !ok {
		return false
	}
	beside, err := t.root.Lstat(mailbox)
	if err != nil || !beside.Mode().IsRegular() {
		return false
	}
	lock, err := t.root.Lstat(real)
	return err != nil || lock.Mode().IsRegular() && lock.Size() <= most
}

// unread returns the input for a file at the path rel that is not read.
func (t *tree) unread(rel string, group filekind.Group) *File {
	f := t.found(t.nameOf(rel), rel)
	f.Group, f.Lost = group, t.NewTree != ""
	return f
}

// special returns a description of a file that is no regular file, directory or link.
func special(typ fs.FileMode) string {
	switch {
	case typ&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case typ&fs.ModeSocket != 0:
		return "a socket"
	case typ&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// isVersionControl reports whether a directory has the metadata of a version control system. A
// directory CVS counts only with the file Entries, because a site may have a directory called CVS.
func (t *tree) isVersionControl(real, name string) bool {
	if name == "CVS" {
		info, err := t.root.Lstat(path.Join(real, "Entries"))
		return err == nil && info.Mode().IsRegular()
	}
	return dirpath.IsVersionControl(name)
}

// putApart yields a directory of version control or of backups, whose files are not read.
func (t *tree) putApart(at *level) {
	f := t.found(t.nameOf(at.rel), at.rel)
	f.Dir, f.Apart = true, at.apart
	t.put(f, nil)
}

// putFile yields a file in a directory, or the error of opening it. info may be nil: the size is
// then not known.
func (t *tree) putFile(in *level, rel, base string, info fs.FileInfo) {
	f := t.found(t.nameOf(rel), rel)
	f.Base = base
	f.Apart, f.Followed = in.apart, in.followed
	f.Copied = in.apart != 0 || !t.Choice.takes(rel)
	f.Chosen = !f.Copied && len(t.Choice.exts) > 0
	if info != nil {
		f.Size = info.Size()
	}
	if in.rel == "." {
		f.setMail(NameOf(t.dir), false)
	} else {
		f.setMail(path.Base(in.rel), in.inMaildir)
	}
	if folder, err := t.folders.Open(in.real); err != nil {
		t.fail(rel, fmt.Errorf("%s: %w", f.Name, cause.Of(err)))
	} else {
		f.Folder = folder
		t.put(f, nil)
	}
}

// found returns the input for a file at the path rel. The fields that come from its directory are not set.
func (t *tree) found(name, rel string) *File {
	f := &File{Name: name, Tree: t.root, Rel: rel, Base: path.Base(rel), Found: true, Top: t.top}
	if t.at != "" {
		f.Tree, f.Rel = t.here, path.Join(t.at, rel)
	}
	return f
}
