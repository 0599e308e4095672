package inputs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/filekind"
)

// Symlinks says what a new tree gets for the symbolic links of a directory. No link is
// followed out of the directory.
type Symlinks string

// The values of --symlinks.
const (
	// KeepInside copies each link that leads to a file or directory of the same tree, and reports
	// other links.
	KeepInside Symlinks = "keep"
	// SkipLinks makes no links, and counts them.
	SkipLinks Symlinks = "skip"
	// FollowInside writes a copy of the file or directory instead of each such link.
	FollowInside Symlinks = "follow-inside"
	// ReadFiles is for runs without a new tree: they read each such file under the name of the link, by
	// which its relative links are resolved. It is no value of --symlinks.
	ReadFiles Symlinks = "read-files"
)

// SymlinkChoices returns the values of --symlinks.
func SymlinkChoices() []string {
	return []string{string(KeepInside), string(SkipLinks), string(FollowInside)}
}

// link handles a symbolic link in a directory.
func (t *tree) link(in *level, name, rel string) {
	f := t.unread(rel, filekind.SymbolicLink)
	if t.NewTree != "" && t.Symlinks == SkipLinks {
		f.Why = "a symbolic link (--symlinks skip)"
		t.put(f, nil)
		return
	}
	to, err := t.follow(in, name)
	switch {
	case err != nil:
		t.put(f, t.remark(f, err.Error()))
	case t.NewTree == "" && (t.Symlinks != ReadFiles || to.info.IsDir()):
		f.Why = "a symbolic link to " + to.rel
		t.put(f, nil)
	case t.NewTree == "" || t.Symlinks == FollowInside:
		t.followed(in, f, to)
	default:
		f.Link, f.Lost = to.text, false
		f.Folder, err = t.folders.Open(in.real)
		t.put(f, err)
	}
}

// remark returns the remark that a file is not read. what says what the file is.
func (t *tree) remark(f *File, what string) Remark {
	outcome := "passed over"
	if t.NewTree != "" {
		outcome = "not in the new tree"
	}
	return Remark{f.Name, outcome + ": " + what}
}

// followed yields the file or the directory that a link leads to, instead of the link.
func (t *tree) followed(in *level, f *File, to lead) {
	switch {
	case !to.info.IsDir():
		at := level{rel: in.rel, real: path.Dir(to.rel), inMaildir: in.inMaildir, followed: true, apart: in.apart}
		t.putFile(&at, f.Rel, path.Base(to.rel), to.info)
	case in.followed:
		t.put(f, t.remark(f, "a symbolic link to a directory, in one that a link leads to"))
	case to.rel == "." || in.real == to.rel || strings.HasPrefix(in.real, to.rel+"/"):
		t.put(f, t.remark(f, "a symbolic link to a directory that it is in"))
	default:
		t.walk(&level{rel: path.Join(in.rel, f.Base), real: to.rel, followed: true, apart: in.apart})
	}
}

// A lead is where a symbolic link leads to.
type lead struct {
	text string // the text of a link in a new tree that leads to the same file there
	rel  string // the path of the file or directory, which is no link
	info fs.FileInfo
}

// follow finds the target of a link in a directory. The error says why a new tree cannot have the
// link. Names are looked up only in the tree. If a path leaves the tree and comes back, its part outside
// of the tree is compared with the path of the tree as text: see around.
func (t *tree) follow(in *level, name string) (lead, error) {
	const enough = 200 // the number of bytes of the text of a link that a message shows
	f := follower{tree: t, at: in.real}
	if in.real != "." {
		f.up = strings.Repeat("../", strings.Count(in.real, "/")+1)
	}
	err := f.enter(name)
	if f.links == 0 {
		return lead{}, fmt.Errorf("a symbolic link that cannot be read: %w", cause.Of(cmp.Or(err, fs.ErrInvalid)))
	}
	var info fs.FileInfo
	if err == nil {
		info, err = f.stat()
	}
	text := f.given
	if len(text) > enough {
		text = text[:enough] + "..."
	}
	switch {
	case errors.Is(err, errLeaves):
		return lead{}, fmt.Errorf("a symbolic link that leads out of the tree (%s)", text)
	case errors.Is(err, syscall.ELOOP):
		return lead{}, fmt.Errorf("a symbolic link that leads in a circle (%s)", text)
	case errors.Is(err, fs.ErrNotExist):
		return lead{}, fmt.Errorf("a symbolic link whose target does not exist (%s)", text)
	case err != nil:
		return lead{}, fmt.Errorf("a symbolic link whose target cannot be found (%s): %w", text, cause.Of(err))
	case !info.IsDir() && !info.Mode().IsRegular() || t.leftOut(f.at):
		return lead{}, fmt.Errorf("a symbolic link to a file that is not copied (%s)", text)
	}
	return lead{text: f.text, rel: f.at, info: info}, nil
}

// leftOut reports whether a file or a directory above it is excluded, or a temporary.
func (t *tree) leftOut(rel string) bool {
	if atomicfile.IsTemporary(path.Base(rel)) {
		return true
	}
	for ; len(t.Choice.without) > 0 && rel != "."; rel = path.Dir(rel) {
		if t.Choice.leavesOut(rel) {
			return true
		}
	}
	return false
}

// errLeaves is the error of a path that leads out of the tree.
var errLeaves = errors.New("leads out of the tree")

// maxLinks is the number of links on a path that Linux follows.
const maxLinks = 40

// A follower follows a link in a tree. It opens each directory in the directory above, so that no name leads out of the
// tree.
type follower struct {
	*tree
	at      string // the directory that was reached; in the end, the file
	outside string // the absolute path of the directory that was reached, if that is out of the tree
	links   int    // the number of links that were followed
	given   string // the text of the first link
	text    string // the text of the first link in the new tree
	up      string // the path from the directory of the first link to the tree: "../" for each directory
}

// enter follows a name in the directory that was reached, and the text of the link if it is one.
func (f *follower) enter(name string) error {
	folder, err := f.targets.Open(f.at)
	if err != nil {
		return err
	}
	var text string
	info, err := folder.Lstat(name)
	isLink := err == nil && info.Mode().Type() == fs.ModeSymlink
	if isLink {
		text, err = folder.Readlink(name)
	}
	folder.Release()
	switch {
	case err != nil:
		return err
	case !isLink:
		f.at = path.Join(f.at, name)
		return nil
	}
	text = filepath.ToSlash(text)
	if f.links++; f.links == 1 {
		f.given, f.text = text, text
	}
	if f.links > maxLinks {
		return syscall.ELOOP
	}
	return f.read(text, f.links == 1)
}

// read follows the names in the text of a link. first reports whether it is the first link.
func (f *follower) read(text string, first bool) error {
	if path.IsAbs(text) {
		f.outside = string(filepath.Separator)
	} else if filepath.IsAbs(text) {
		f.outside = filepath.VolumeName(text) + string(filepath.Separator)
		text = text[len(filepath.VolumeName(text)):]
	}
	names := strings.Split(text, "/")
	for i, name := range names {
		var err error
		switch {
		case name == "" || name == ".":
		case f.outside != "" || name == ".." && f.at == ".":
			if err = f.around(name); first && f.outside == "" { // the text must not leave the new tree
				rest := slices.DeleteFunc(slices.Clone(names[i+1:]), func(name string) bool { return name == "" || name == "." })
				f.text = cmp.Or(strings.TrimSuffix(f.up+strings.Join(rest, "/"), "/"), ".")
			}
		case name == "..":
			f.at = path.Dir(f.at)
		default:
			err = f.enter(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// around follows a name of a path that has left the tree. It reads nothing outside of the tree: the
// path has to lead back by the names of the directories above the tree.
func (f *follower) around(name string) error {
	tops := f.tops()
	if f.outside == "" {
		f.outside = tops[0]
	}
	if name == ".." {
		if !slices.ContainsFunc(tops, func(top string) bool { return dirpath.Contains(f.outside, top) }) {
			return errLeaves // an earlier name may belong to a link
		}
		f.outside = filepath.Dir(f.outside)
		return nil
	}
	if f.outside = filepath.Join(f.outside, name); slices.Contains(tops, f.outside) {
		f.at, f.outside = ".", ""
	}
	return nil
}

// stat returns the info of the file that was reached.
func (f *follower) stat() (fs.FileInfo, error) {
	if f.outside != "" {
		return nil, errLeaves
	}
	folder, err := f.targets.Open(path.Dir(f.at))
	if err != nil {
		return nil, err
	}
	defer folder.Release()
	return folder.Lstat(path.Base(f.at))
}

// tops returns two absolute paths of the tree: without symbolic links, and as the user gave it.
func (t *tree) tops() []string {
	if t.above == nil {
		t.above = []string{""} // no path equals ""
		if real, err := RealPath(t.dir); err == nil {
			abs, _ := filepath.Abs(t.dir) // RealPath has already called Abs without an error
			t.above = []string{real, abs}
		}
	}
	return t.above
}
