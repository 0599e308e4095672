package outtree

import (
	"fmt"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
)

// claim reserves the path of a file in the new tree, makes the directories in it, and opens
// the last. It is called in the order of the inputs: if two have the same path, the first
// gets it. The caller has to release the folder.
func (t *Target) claim(f *inputs.File) (*atomicfile.Folder, error) {
	if f.Folder == nil {
		name := f.Name
		if name == inputs.Stdin {
			name = "stdin"
		}
		return nil, fmt.Errorf("%s: has no name in a new tree: give a file, or -o FILE", name)
	}
	if err := t.unclaimed(f); err != nil {
		return nil, err
	}
	if t.claimed != nil {
		t.claimed[path.Join(f.Top, f.Rel)] = f.Name
	}
	dir := path.Dir(f.Rel)
	err := t.dirs.make(f, dir)
	if err == nil {
		var into *atomicfile.Folder
		if into, err = t.dirs.folders.Open(path.Join(f.Top, dir)); err == nil {
			return into, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", t.pathOf(f), cause.Of(err))
}

// unclaimed returns an error if another file has the path of f, or the path of a directory in
// it.
func (t *Target) unclaimed(f *inputs.File) error {
	for name := path.Join(f.Top, f.Rel); name != "."; name = path.Dir(name) {
		if t.dirs.known[name] {
			return nil // the parents of a directory are directories
		}
		if other, ok := t.claimed[name]; ok {
			return fmt.Errorf("%s: not written: %s has the same name in %s", f.Name, other, t.Output)
		}
	}
	return nil
}

// Pass reserves the path of a file that another shard writes. If two files have the same path in the new
// tree, the first gets it, whichever shards they are in.
func (t *Target) Pass(f *inputs.File) {
	if t.claimed != nil && t.unclaimed(f) == nil {
		t.claimed[path.Join(f.Top, f.Rel)] = f.Name
	}
}

// MakeDir makes the directory for an input that is a directory, which may stay empty.
func (t *Target) MakeDir(f *inputs.File) error {
	if t.dirs == nil {
		return nil
	}
	if err := t.unclaimed(f); err != nil {
		return err
	}
	if err := t.dirs.make(f, f.Rel); err != nil {
		return fmt.Errorf("%s: %w", t.pathOf(f), cause.Of(err))
	}
	return nil
}
