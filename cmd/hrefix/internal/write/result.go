package write

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// A result is what was written for a job, in a temporary file that has no name yet.
type result struct {
	t       *Target
	j       *job.Job
	s       *source.Source
	f       *atomicfile.File
	name    string
	changed bool
	unread  error       // the source could not be read to its end
	ours    fs.FileInfo // the info of the file that has the name, if an earlier run wrote it, or nil
}

// fill calls write with a new temporary file for the result. On an error, it leaves no temporary file.
//
// If the source cannot be read to its end, fill keeps the output if it is usable. Otherwise it copies a compressed source as
// it is. The job reports the error of reading after the result has its name.
func (r *result) fill(write func(io.Writer) (*job.Output, error)) (*job.Output, error) {
	f, err := r.t.create(r.j, r.s)
	if err != nil {
		return nil, r.t.failed(r.s.File, err)
	}
	o, unread := write(f)
	if err := read(r.j, r.s); err != nil {
		return nil, errors.Join(r.t.failed(r.s.File, err), f.Discard())
	}
	if r.s.CheckUnchanged() != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", r.s.Name, job.ErrChanged), f.Discard())
	}
	r.f = f
	if unread == nil {
		return o, nil
	}
	if o == nil || !o.Whole {
		f, err := r.t.copyRaw(r.j, r.s, r.f, unread)
		if f == nil {
			return nil, errors.Join(fmt.Errorf("%s: not written: %w", r.t.pathOf(r.s.File), unread), err)
		}
		r.f, o = f, new(job.Output)
	}
	did := "copied as it is"
	if o.Changed {
		did = "what can be read is rewritten, and the rest copied"
	}
	r.unread = source.AdviseBroken(fmt.Errorf("%w: %s", unread, did), "")
	return o, nil
}

// copyRaw copies a compressed source as it is to a new temporary file, after rewriting it
// failed with the error why. It discards failed, the temporary file for the result. It returns
// nil if the source cannot be read again, if reading it failed, or if why is not an error in
// its compressed data.
func (t *Target) copyRaw(j *job.Job, s *source.Source, failed *atomicfile.File, why error) (*atomicfile.File, error) {
	if err := failed.Discard(); err != nil {
		return nil, err
	}
	raw := s.Raw()
	if raw == nil || s.ReadError() != nil || !errors.As(why, new(format.Broken)) {
		return nil, nil
	}
	f, err := t.create(j, s)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, raw); err != nil {
		return nil, errors.Join(cause.Of(err), f.Discard())
	}
	return f, nil
}

// at returns the path of the result in the new tree, or the name of the single result file.
func (r *result) at() string { return path.Join(r.t.dirOf(r.s.File), r.name) }

// stays reports whether the file that has the name of the result stays, because it has the same content.
// If so, the job has nothing to rename. With a manifest, stays also finds out whether an earlier run
// wrote the file.
func (r *result) stays() (bool, error) {
	t := r.t
	var err error
	if r.ours, err = oursAt(r.j, r.at()); err != nil {
		return false, err
	}
	if t.Force || !t.Update && (!t.Resumes || r.ours != nil) {
		return false, nil
	}
	same, err := r.f.Equals(r.name)
	if err != nil || !same {
		return false, err
	}
	if err := keep(r.j, r.s, r.at(), r.changed); err != nil {
		return false, err
	}
	r.j.Commit = func() error {
		err := t.takeName(r.s.File, r.name)
		if err == nil {
			t.Same++
			t.addHardLink(r.s.File, r.s.Info, r.name)
		}
		return cmp.Or(err, r.unread)
	}
	return true, nil
}

// commit gives the temporary file its name. If that succeeds, it returns the error of reading the source.
func (r *result) commit() error {
	t, path := r.t, r.t.pathOf(r.s.File)
	id, _ := atomicfile.Identify(r.s.Info)
	var err error
	if first, ok := t.hardLinks[id]; ok && !r.s.Followed { // another name of the source: a hard link to its result
		var unlinked bool
		if unlinked, err = r.f.CommitAs(t.dirs.folders.Root, first, t.dirOf(r.s.File), r.name, r.ready); unlinked {
			t.unlinked++
		}
	} else {
		err = r.f.Commit(r.name, r.ready)
	}
	switch {
	case err == nil:
	case errors.Is(err, errExists) && wroteBefore(r.j, r.at()):
		return fmt.Errorf("%s: %w", path, errEdited)
	case errors.Is(err, errExists):
		r.j.Fail(fmt.Errorf("%s: %w", path, errExists))
		return t.skip(r.s.File)
	default:
		return fmt.Errorf("%s: %w", path, cause.Of(err))
	}
	gotName(r.j)
	t.addHardLink(r.s.File, r.s.Info, r.name)
	if t.Force || t.Update {
		info, _ := r.j.Into.Lstat(r.name)
		if id, _ := atomicfile.Identify(info); id != (atomicfile.Identity{}) {
			t.written[id] = true
		}
	}
	return r.unread
}

// ready returns an error unless the result may have its name. The rename that follows replaces a
// file with this name.
func (r *result) ready() error {
	if err := r.t.takeName(r.s.File, r.name); err != nil {
		return err
	}
	there, err := r.j.Into.Lstat(r.name)
	id, _ := atomicfile.Identify(there)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case r.s.Info != nil && os.SameFile(there, r.s.Info):
		return errIsInput
	case r.t.written[id]:
		return fmt.Errorf("not written: another input has the same name in %s: give another directory", r.t.Output)
	case r.ours != nil && atomicfile.SameContent(r.ours, there):
		return nil
	}
	return r.t.mayReplace(there)
}

// keepDone makes a job keep the result that an earlier run wrote: the job only claims the name of the result.
func (t *Target) keepDone(j *job.Job, name string) {
	info, err := j.File.Folder.Lstat(j.File.Base)
	j.Commit = func() error {
		if err == nil {
			t.addHardLink(j.File, info, name)
		}
		return t.takeName(j.File, name)
	}
}

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
		// The advice is not to remove the file: it may be a device, a pipe or a socket, which other programs need.
		advice := "give another name, or leave -o out for stdout"
		switch {
		case there.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeIrregular) == 0:
			advice = "remove it, or give another name"
		case t.dirs != nil:
			advice = "give another directory"
		}
		return fmt.Errorf("not written: the existing file is not a regular file: %s", advice)
	case !t.Force && !t.Update:
		return errExists
	}
	return nil
}

// skip counts a result that was not written because a file exists. Report reports these results.
func (t *Target) skip(f *inputs.File) error {
	if t.Skipped++; t.Skipped == 1 {
		t.firstSkipped = t.pathOf(f)
	}
	return console.ErrReported
}

// Report reports the results that were not written because of files that exist, on one line, and hard links that
// could not be kept.
func (t *Target) Report(to *console.Console) {
	switch {
	case t.Skipped == 1:
		to.ReportError(fmt.Errorf("%s: %w", t.firstSkipped, errExists))
	case t.Skipped > 1:
		to.ReportError(fmt.Errorf("%d files not written, %s the first: they exist: give --force to replace them, or --update to replace those with another content",
			t.Skipped, t.firstSkipped))
	}
	if t.unlinked > 0 {
		to.Report("%s not kept: the new tree cannot have them, and its files are separate", console.Plural(t.unlinked, "hard link"))
	}
}

// takeName claims a name in the new tree for the result of a message whose name contains its
// size. It returns an error if another message got the same name in this run. --force and
// --update do not replace such a result.
func (t *Target) takeName(f *inputs.File, name string) error {
	if t.folder != nil || !f.Mail || !maildir.TellsSize(name) {
		return nil
	}
	at := path.Join(f.Top, path.Dir(f.Rel), name)
	if other, ok := t.sized[at]; ok {
		return fmt.Errorf("not written: %s has the same name in %s", other, t.Output)
	}
	t.sized[at] = f.Name
	return nil
}

// CheckForm returns an error if -o names a file, and its extension belongs to a format other than the format
// of the input. The result has the format of the input, so other programs could not read the file.
func (t *Target) CheckForm(s *source.Source) error {
	if t.folder == nil {
		return nil
	}
	var has *format.Coding
	if s.Coded != nil {
		has = s.Coded.Coding
	}
	name, coding := container.CutCoding(t.Output)
	f := container.ByExtension(strings.ToLower(filepath.Ext(name)))
	named := f != nil && f.Kind == format.Files
	if coding == has || coding == nil && !named {
		if !named || f.Name == s.Type.String() {
			return nil
		}
	}
	what := "not compressed"
	if has != nil {
		what = "compressed by " + has.Name
	}
	return fmt.Errorf("-o %s: not written: the result has the format of the input, which is %s, %s: give a name with its extension", t.Output, s.Type, what)
}

// Link makes the symbolic link of a job when it is its turn.
func (t *Target) Link(j *job.Job) {
	j.Commit = func() error {
		err := t.link(j.Into, j.File)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errExists):
			return t.skip(j.File)
		}
		return t.failed(j.File, err)
	}
}

// link makes a symbolic link in a folder. A link replaces only a link.
func (t *Target) link(in *atomicfile.Folder, f *inputs.File) error {
	like, err := f.Folder.Lstat(f.Base)
	if err != nil {
		return err
	}
	name := path.Base(f.Rel)
	there, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = t.temps.Symlink(in, f.Link, name, like, false)
		if errors.Is(err, fs.ErrExist) {
			return errExists
		}
		return err
	case err != nil:
		return err
	case !t.Force && !t.Update && !t.Resumes:
		return errExists
	case there.Mode().Type() != fs.ModeSymlink:
		return errors.New("not written: the existing file is no symbolic link: remove it, or give another directory")
	}
	text, err := in.Readlink(name)
	switch {
	case !t.Force && err == nil && text == f.Link:
		t.Same++
		return nil
	case !t.Force && !t.Update:
		return errExists
	}
	return t.temps.Symlink(in, f.Link, name, like, true)
}

// addHardLink records the path of the result of a file that has several hard links.
func (t *Target) addHardLink(f *inputs.File, info fs.FileInfo, name string) {
	id, links := atomicfile.Identify(info)
	if t.dirs == nil || f.Followed || links < 2 {
		return
	}
	if _, again := t.hardLinks[id]; !again {
		t.hardLinks[id] = path.Join(t.dirOf(f), name)
	}
}

// dirOf returns the path in the new tree of the directory of the result for a file. For a single
// file it is ".".
func (t *Target) dirOf(f *inputs.File) string {
	if t.folder != nil {
		return "."
	}
	return path.Join(f.Top, path.Dir(f.Rel))
}
