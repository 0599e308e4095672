package outtree

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
)

// With -o, a file that exists is not replaced unless --force or --update is given:
//
//   - With --force, the result replaces the file, whatever its content.
//   - With --update, the result replaces the file only if their contents differ. Otherwise
//     the file stays as it is, with its time and permissions.
//   - With a manifest, the result replaces the file only if an earlier run wrote it, and nobody has
//     edited it since. A file that has the content of the result stays.
//
// Files are replaced by a rename, as by every write. Only regular files are replaced. The
// input itself is never replaced. Files without an input are not removed.

// errExists is the error of a result that would replace a file. Such results are counted,
// and reported at the end of the run.
var errExists = errors.New("not written: the file exists: give --force to replace it, or --update to replace it if its content differs")

// errEdited is the error of a result that would replace the result of an earlier run, which was edited.
var errEdited = errors.New("not written: the file has changed since an earlier run wrote it: give --force to replace it, or remove it")

// errIsInput is the error of a result that would replace its own input.
var errIsInput = errors.New("is the input: give -w to write in place, or another name")

// mayReplace returns an error unless a result may replace the file there.
func (t *Target) mayReplace(there fs.FileInfo) error {
	switch {
	case !there.Mode().IsRegular():
		return fmt.Errorf("not written: the existing file is not a regular file: %s", t.adviseIrregular(there))
	case !t.Force && !t.Update:
		return errExists
	}
	return nil
}

// adviseIrregular returns advice on a file that is not regular in the place of a result. It never
// suggests to remove a device, a pipe or a socket, which other programs need.
func (t *Target) adviseIrregular(there fs.FileInfo) string {
	switch {
	case there.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeIrregular) == 0:
		return "remove it, or give another name"
	case t.dirs != nil:
		return "give another directory"
	}
	return "give another name, or leave -o out for stdout"
}

// existing counts the results that were not written because of files that exist.
type existing struct {
	number int
	first  string
	same   int // with --update, the number of files that stay because they have the same content
}

// Same returns the number of files that stay because they have the content of the result.
func (e *existing) Same() int { return e.same }

// add counts a result that was not written because the file name exists.
func (e *existing) add(name string) {
	if e.number++; e.number == 1 {
		e.first = name
	}
}

// ReportExisting reports the results that were not written, on one line.
func (e *existing) ReportExisting(to *console.Console) {
	switch e.number {
	case 0:
	case 1:
		to.ReportError(fmt.Errorf("%s: %w", e.first, errExists))
	default:
		to.ReportError(fmt.Errorf("%d files not written, %s the first: they exist: give --force to replace them, or --update to replace those with another content",
			e.number, e.first))
	}
}

// exists reports whether an input can be skipped because its result would not be written: a
// file with that name is in the new tree. It returns false if the name depends on the result,
// or if the file may be the input.
func (t *Target) exists(f *inputs.File, in *atomicfile.Folder) bool {
	if t.inTurn || t.Force || t.Update || t.Resumes || maildir.TellsSize(f.Base) {
		return false
	}
	there, err := in.Lstat(path.Base(f.Rel))
	return err == nil && there.Mode().IsRegular()
}

// takeName claims a name in the new tree for the result of a message whose name contains its
// size. It returns an error if another message got the same name in this run. --force and
// --update do not replace such a result.
func (t *Target) takeName(f *inputs.File, name string) error {
	if t.file != nil || !f.Mail || !maildir.TellsSize(name) {
		return nil
	}
	at := path.Join(f.Top, path.Dir(f.Rel), name)
	if other, ok := t.sized[at]; ok {
		return fmt.Errorf("not written: %s has the same name in %s", other, t.Output)
	}
	t.sized[at] = f.Name
	return nil
}
