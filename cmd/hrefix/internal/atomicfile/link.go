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
	link := func(name string) error {
		if err := in.Root.Symlink(text, name); err != nil {
			return err
		}
		in.changedBy(t)
		_ = likeLink(in, name, info) // other users may own a new tree, and few systems keep times of links
		return nil
	}
	if !replace {
		t.changing.RLock()
		defer t.changing.RUnlock()
		return link(name)
	}
	guard, err := t.Create(in, nil)
	if err != nil {
		return err
	}
	return errors.Join(guard.renameLink(name, link), guard.Discard())
}

// renameLink calls link to make a link beside a temporary, and renames the link. Before that, the lock of the
// temporary keeps other runs from removing it.
func (f *File) renameLink(name string, link func(temporary string) error) error {
	f.all.changing.RLock()
	defer f.all.changing.RUnlock()
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

// CommitAs commits a temporary as a hard link: if the file at the path old has the same content, name becomes a hard
// link to that file, and the temporary is removed. Otherwise CommitAs does what [File.Commit] does. The paths old, and
// dir of the folder of f, are in the directory top. unlinked reports that the two files are separate because of an error.
func (f *File) CommitAs(top *os.Root, old, dir, name string, ready func() error) (unlinked bool, err error) {
	info, failed := f.folder.Equals(f.name, &Folder{Root: top}, old)
	if info == nil {
		return failed != nil, f.Commit(name, ready)
	}
	if err := ready(); err != nil {
		return false, errors.Join(err, f.Discard())
	}
	failed = f.renameLink(name, func(temporary string) error {
		link := path.Join(dir, temporary)
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
	})
	if failed != nil {
		return true, f.Commit(name, func() error { return nil })
	}
	return false, f.Discard()
}
