package outtree

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
// A directory is made with permissions for its owner only. At the end of the run, when
// nothing more is written to it, it gets the attributes of the corresponding directory of
// the input: permissions, owner, access control lists, extended attributes, and time.
// Directories that existed before the run keep theirs.
type dirs struct {
	name    string // of the new tree, for messages
	folders atomicfile.Folders
	temps   *atomicfile.Temporaries
	known   map[string]bool // paths in the new tree that exist
	made    []newDir        // directories that this run made, each after its parent
}

// A newDir is a directory that was made.
type newDir struct {
	at   string                 // its path in the new tree
	like *atomicfile.Attributes // the attributes that it gets at the end
}

// newDirs opens the new tree of that name, and makes its directory if it does not exist. The
// directory gets the permissions perm or, if like is not empty, the attributes of the
// directory like.
func newDirs(name string, temps *atomicfile.Temporaries, perm fs.FileMode, like string) (*dirs, error) {
	n := &dirs{name: name, temps: temps, known: map[string]bool{".": true}}
	n.folders.Later = make(map[string]bool)
	last := perm
	if like != "" {
		last = atomicfile.Private
	}
	made, err := n.makeTop(name, perm, last)
	if err != nil {
		return nil, err
	}
	if made && like != "" {
		a, err := attributesOf(like)
		if err != nil {
			return nil, err
		}
		n.addMade(".", a)
	}
	n.folders.Root, err = os.OpenRoot(name)
	return n, err
}

// attributesOf returns the attributes of a directory.
func attributesOf(name string) (*atomicfile.Attributes, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	defer root.Close() // nothing was written to it
	return atomicfile.ReadAttributes(root)
}

// addMade records that a directory was made, and gets the attributes like at the end.
func (n *dirs) addMade(at string, like *atomicfile.Attributes) {
	n.made = append(n.made, newDir{at, like})
	n.folders.Later[at] = true
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
	root, err := os.OpenRoot(parent)
	if err != nil {
		return false, err
	}
	in := atomicfile.NewFolder(root)
	defer in.Release()
	return true, n.temps.Mkdir(in, base, last)
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

// makeOne is make without the other directories of a Maildir.
func (n *dirs) makeOne(f *inputs.File, dir string) error {
	at := dir
	if f.Top != "" { // a copy of the path for each directory of a deep tree takes much memory
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
	like, err := n.mkdir(in, path.Base(at), f, dir)
	if err != nil {
		return err
	}
	if like != nil {
		n.addMade(at, like)
	}
	n.known[at] = true
	return nil
}

// mkdir makes a directory in a folder unless it exists. It returns the attributes that the
// directory gets at the end, which are those of the directory like in the input tree of f;
// or nil.
func (n *dirs) mkdir(in *atomicfile.Folder, name string, f *inputs.File, like string) (*atomicfile.Attributes, error) {
	attributes, err := attributesAt(f, like)
	if err != nil {
		return nil, err
	}
	perm := atomicfile.Private
	if attributes == nil {
		perm = 0o777 // less the umask, as for any new directory
	}
	err = n.temps.Mkdir(in, name, perm)
	if errors.Is(err, fs.ErrExist) {
		if there, _ := atomicfile.Stat(in.Root, name); there != nil && there.IsDir() {
			return nil, nil
		}
	}
	return attributes, err
}

// attributesAt returns the attributes of the directory dir in the input tree of f, nil if
// they are not known.
func attributesAt(f *inputs.File, dir string) (*atomicfile.Attributes, error) {
	a, err := readAttributes(f, dir)
	switch {
	case err == nil:
		return a, nil
	case isFault(err):
		return nil, err
	}
	return nil, nil
}

// readAttributes returns the attributes of the directory of that path in the input tree of
// f. Mostly it is f itself, or the directory that f is in, which is open.
func readAttributes(f *inputs.File, dir string) (*atomicfile.Attributes, error) {
	if f.Folder != nil && (f.Dir && dir == f.Rel || !f.Dir && dir == path.Dir(f.Rel)) {
		return atomicfile.ReadAttributes(f.Folder.Root)
	}
	root, err := f.Tree.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close() // nothing was written to it
	return atomicfile.ReadAttributes(root)
}

// isFault reports whether err is a failure of the system. It is not if a directory does not
// exist, or if [os.Root] does not open it because a path in a list leads through a symbolic
// link.
func isFault(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && !errors.Is(err, fs.ErrNotExist) && number != syscall.ENOTDIR
}

// end gives the new directories their attributes, inner directories first, and closes the new
// tree. The error names the directories that could not get their attributes. These stay
// accessible to their owner only.
func (n *dirs) end(to *console.Console) (err error) {
	for _, made := range slices.Backward(n.made) {
		name := filepath.Join(n.name, filepath.FromSlash(made.at))
		switch failed := n.give(made); {
		case errors.Is(failed, atomicfile.ErrACL):
			to.Report("%s: %v: its group has no rights to it", name, atomicfile.ErrACL)
		case errors.Is(failed, atomicfile.ErrOwner): // a new tree may belong to its creator
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("%s: stays accessible to its owner only: %w", name, cause.Of(failed)))
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
	return atomicfile.GiveAttributes(dir.Root, made.like)
}
