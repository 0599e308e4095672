package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// Symlink makes a symbolic link in a folder, with the owner and the time in info, the file info of
// another link. If replace is set, it replaces a file called name. Otherwise the error is
// [fs.ErrExist] if there is such a file.
func (t *Temporaries) Symlink(in *Folder, text, name string, info fs.FileInfo, replace bool) error {
	if replace {
		return t.linkOver(in, name, func(temporary string) error { return t.symlink(in, text, temporary, info) })
	}
	t.changing.RLock()
	defer t.changing.RUnlock()
	return t.symlink(in, text, name, info)
}

// symlink makes a symbolic link under an unused name.
func (t *Temporaries) symlink(in *Folder, text, name string, info fs.FileInfo) error {
	if err := in.Root.Symlink(text, name); err != nil {
		return err
	}
	in.changedBy(t)
	_ = likeLink(in, name, info) // other users may own a new tree, and few systems keep times of links
	return nil
}

// linkOver replaces the file called name in a folder by a link. The function link makes the link
// under a temporary name.
func (t *Temporaries) linkOver(in *Folder, name string, link func(temporary string) error) error {
	guard, err := t.Create(in, nil)
	if err != nil {
		return err
	}
	t.changing.RLock()
	err = guard.renameLink(name, link)
	t.changing.RUnlock()
	return errors.Join(err, guard.Discard())
}

// renameLink makes a link beside a temporary, and renames the link. Before that, the lock of the
// temporary keeps other runs from removing it.
func (f *File) renameLink(name string, link func(temporary string) error) error {
	temporary := f.name + linkSuffix
	if err := link(temporary); err != nil {
		return err
	}
	err := f.folder.Rename(temporary, name)
	if err != nil {
		return errors.Join(err, f.folder.Remove(temporary))
	}
	f.folder.changedBy(f.all)
	if _, err := f.folder.Lstat(temporary); err == nil { // both names were links to one file, so renaming did nothing
		return f.folder.Remove(temporary)
	}
	return nil
}

// CommitAs gives a name to a hard link to another file instead of the temporary f, if both have the
// same content. top is a directory, old the path of the other file in top, and dir the path of the
// folder of f in top. It first calls ready. same is false if the contents differ, or if there is an
// error; f is then not committed.
func (f *File) CommitAs(top *os.Root, old, dir, name string, ready func() error) (same bool, err error) {
	info, err := f.folder.equals(f.name, &Folder{Root: top}, old)
	if err != nil || info == nil {
		return false, err
	}
	if err := ready(); err != nil {
		return false, err
	}
	f.all.changing.RLock()
	err = f.renameLink(name, func(temporary string) error {
		return f.hardLink(top, old, path.Join(dir, temporary), info)
	})
	f.all.changing.RUnlock()
	if err != nil {
		return false, err
	}
	return true, f.Discard()
}

// hardLink makes a hard link to the file old, whose file info is info. Both paths are in top.
func (f *File) hardLink(top *os.Root, old, link string, info fs.FileInfo) error {
	if err := uninterrupted(func() error { return top.Link(old, link) }); err != nil {
		return err
	}
	there, err := top.Lstat(link)
	if err == nil && !os.SameFile(there, info) { // another program has replaced the file
		err = errLost
	}
	if err != nil {
		return errors.Join(err, top.Remove(link))
	}
	return nil
}
