package write

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
)

// dirs are the directories of the new tree.
//
// A directory is made with permissions for its owner only. At the end of the run, when nothing more is
// written to it, it gets the attributes of the corresponding directory of the input: permissions, owner,
// access control lists, extended attributes, and time. Directories that existed before the run keep their
// attributes, except directories that a killed run has left unfinished.
//
// If the run is a shard, other runs may write to the same directories at any time, which changes their
// time. So each shard sets the time of all directories that it uses when it ends; the shard that ends
// last sets it for good. For the same reason, the owner keeps the right to write to directories.
//
// An earlier run with the same manifest may have given a directory permissions by which nobody may write to
// it. Such a directory becomes unfinished again, and gets its attributes at the end.
type dirs struct {
	t       *Target
	shared  bool // other shards write to the tree
	folders atomicfile.Folders
	known   map[string]bool // paths in the new tree that exist
	made    []newDir        // directories that this run made, each after its parent
}

// A newDir is a directory that was made.
type newDir struct {
	at    string                 // the path of the directory in the new tree
	like  *atomicfile.Attributes // the attributes that the directory gets at the end
	there bool                   // another run has made the directory, and this run has not reopened it
}

// open opens the new tree, and makes its directory if it does not exist. The directory gets the permissions perm or, if
// like is not empty, the attributes of the directory like.
func (n *dirs) open(perm fs.FileMode, like string) error {
	last := perm
	if like != "" {
		last = atomicfile.Private
	}
	made, err := n.makeTop(n.t.Output, perm, last)
	if err != nil {
		return err
	}
	if n.folders.Root, err = os.OpenRoot(n.t.Output); err != nil || like == "" {
		return err
	}
	top := newDir{at: "."}
	if top.like, err = attributesOf(os.OpenRoot(like)); err == nil && !made {
		err = n.adopt(&top, n.folders.Root, ".")
	}
	if err == nil {
		n.add(top)
	}
	return err
}

// adopt decides what happens at the end to a directory that exists already: it gets its attributes, gets only its time,
// or stays as it is. If an earlier run gave it permissions by which its owner may not write to it, adopt makes it an
// unfinished directory again.
func (n *dirs) adopt(made *newDir, in *os.Root, name string) error {
	there, err := atomicfile.Stat(in, name)
	switch {
	case err != nil:
		return err
	case !there.IsDir():
		return fs.ErrExist
	}
	const write = 0o200 // the owner may write
	if n.t.Resumes && made.like != nil && (there.Mode()|made.like.Mode())&write == 0 {
		made.there = atomicfile.Reopen(in, name, there.Mode()) != nil // other calls report that nothing can be written
	} else {
		made.there = true
	}
	if made.there && !n.shared && !atomicfile.IsUnfinished(there.Mode()) {
		made.like = nil
	}
	return nil
}

// attributesOf returns the attributes of a directory that was opened, or the error of opening it. It closes the directory.
func attributesOf(root *os.Root, err error) (*atomicfile.Attributes, error) {
	if err != nil {
		return nil, err
	}
	defer root.Close() // nothing was written to the directory
	return atomicfile.ReadAttributes(root)
}

// add records a directory if it gets attributes at the end.
func (n *dirs) add(made newDir) {
	if made.like == nil {
		return
	}
	if n.shared {
		made.like.Also = atomicfile.Private
	}
	n.made = append(n.made, made)
	n.folders.Later[made.at] = true
}

// makeTop makes a directory with the permissions last, and its missing parents with the
// permissions perm. It reports whether it made the directory itself.
func (n *dirs) makeTop(name string, perm, last fs.FileMode) (made bool, err error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return false, nil
	}
	name = strings.TrimRightFunc(name, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(byte(r)) })
	parent, base := filepath.Split(name)
	if parent == "" {
		parent = "."
	}
	if base == "." { // parent is the directory itself
		return n.makeTop(parent, perm, last)
	}
	if _, err := n.makeTop(parent, perm, perm); err != nil {
		return false, err
	}
	in, err := atomicfile.OpenFolder(parent)
	if err != nil {
		return false, err
	}
	defer in.Release()
	err = n.t.temps.Mkdir(in, base, last)
	if errors.Is(err, fs.ErrExist) {
		if info, err := atomicfile.Stat(in.Root, base); err == nil && info.IsDir() {
			return false, nil // another run has made the directory meanwhile, or a link to one
		}
	}
	return true, err
}

// make makes the directory of the new tree that corresponds to dir in the input tree of f,
// and its missing parents. Of a Maildir it makes all three directories, without which it is
// not a Maildir.
func (n *dirs) make(f *inputs.File, dir string) error {
	if err := n.makeOne(f, dir); err != nil {
		return err
	}
	if !f.Mail || dir == "." {
		return nil
	}
	for _, name := range maildir.Directories() {
		if err := n.makeOne(f, path.Join(path.Dir(dir), name)); err != nil {
			return err
		}
	}
	return nil
}

// makeOne is make without the other directories of a Maildir. At the end the directory gets the attributes of dir, if
// these are known.
func (n *dirs) makeOne(f *inputs.File, dir string) error {
	at := dir
	if f.Top != "" { // otherwise the copies of the paths of a deep tree would take much memory
		at = path.Join(f.Top, dir)
	}
	if n.known[at] {
		return nil
	}
	if dir != "." {
		if err := n.makeOne(f, path.Dir(dir)); err != nil {
			return err
		}
	}
	in, err := n.folders.Open(path.Dir(at))
	if err != nil {
		return err
	}
	defer in.Release()
	made := newDir{at: at}
	if f.Folder != nil && (f.Dir && dir == f.Rel || !f.Dir && dir == path.Dir(f.Rel)) { // the directory is open already
		made.like, err = atomicfile.ReadAttributes(f.Folder.Root)
	} else {
		made.like, err = attributesOf(f.Tree.OpenRoot(dir))
	}
	perm := atomicfile.Private
	switch {
	case err != nil && isFault(err):
		return err
	case err != nil:
		perm = 0o777 // less the umask, as for any new directory
	}
	name := path.Base(at)
	err = n.t.temps.Mkdir(in, name, perm)
	if errors.Is(err, fs.ErrExist) && n.adopt(&made, in.Root, name) == nil {
		err = nil
	}
	if err != nil {
		return err
	}
	n.add(made)
	n.known[at] = true
	return nil
}

// isFault reports whether err is a failure of the system. Two errors are none: a directory does not
// exist, or [os.Root] does not open it because a path in a list leads through a symbolic link.
func isFault(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && !errors.Is(err, fs.ErrNotExist) && number != syscall.ENOTDIR
}

// end gives the new directories their attributes, inner directories first, and closes the new
// tree. The error names the directories that could not get their attributes. These stay
// accessible to their owner only.
func (n *dirs) end(to *console.Console) (err error) {
	for _, made := range slices.Backward(n.made) {
		name := filepath.Join(n.t.Output, filepath.FromSlash(made.at))
		switch failed := n.give(made); {
		case errors.Is(failed, atomicfile.ErrACL):
			to.Remark(name, "", atomicfile.ErrACL.Error()+": its group has no rights to it")
		case errors.Is(failed, atomicfile.ErrOwner): // a new tree may belong to its creator
		case failed != nil:
			what := "stays accessible to its owner only"
			if made.there {
				what = "may not have the time of its source"
			}
			err = errors.Join(err, fmt.Errorf("%s: %s: %w", name, what, cause.Of(failed)))
		}
	}
	n.folders.Close()
	return errors.Join(err, n.folders.Root.Close())
}

// give gives a directory its attributes.
func (n *dirs) give(made newDir) error {
	dir, err := n.folders.Open(made.at)
	if err != nil {
		return err
	}
	defer dir.Release()
	if made.there {
		info, err := atomicfile.Stat(dir.Root, ".")
		if err != nil {
			return err
		}
		if !atomicfile.IsUnfinished(info.Mode()) {
			return atomicfile.GiveTime(dir.Root, made.like)
		}
	}
	return atomicfile.GiveAttributes(dir.Root, made.like)
}
