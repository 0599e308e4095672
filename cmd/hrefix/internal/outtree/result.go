package outtree

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/resume"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
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

// fill writes the result to a new temporary file, by a call of write. On an error, no temporary file
// is left.
func (r *result) fill(write func(io.Writer) (*pieces.Output, error)) (*pieces.Output, error) {
	f, err := r.t.create(r.j, r.s)
	if err != nil {
		return nil, r.t.failed(r.s, err)
	}
	o, unread := write(f)
	if err := resume.Read(r.j, r.s); err != nil {
		return nil, errors.Join(r.t.failed(r.s, err), f.Discard())
	}
	if r.s.CheckUnchanged() != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", r.s.Name, job.ErrChanged), f.Discard())
	}
	r.f = f
	if unread == nil {
		return o, nil
	}
	return r.rescue(o, unread)
}

// rescue keeps the output for a source that cannot be read to its end, if the output is usable. Otherwise
// it copies a compressed source as it is. The job reports the error unread after the result has its name.
func (r *result) rescue(o *pieces.Output, unread error) (*pieces.Output, error) {
	if o == nil || !o.Whole {
		f, err := r.t.copyRaw(r.j, r.s, r.f, unread)
		if f == nil {
			return nil, errors.Join(fmt.Errorf("%s: not written: %w", r.t.pathOf(r.s.File), unread), err)
		}
		r.f, o = f, new(pieces.Output)
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
func (r *result) at() string { return path.Join(r.t.DirOf(r.s.File), r.name) }

// stays reports whether the file that has the name of the result stays, because it has the same content.
// If so, the job has nothing to rename. With a manifest, stays also finds out whether an earlier run
// wrote the file.
func (r *result) stays() (bool, error) {
	t := r.t
	var err error
	if r.ours, err = resume.Ours(r.j, r.at()); err != nil {
		return false, err
	}
	if t.Force || !t.Update && (!t.Resumes || r.ours != nil) {
		return false, nil
	}
	same, err := r.f.Equals(r.name)
	if err != nil || !same {
		return false, err
	}
	if err := resume.Keep(r.j, r.s, r.at(), r.changed); err != nil {
		return false, err
	}
	r.j.Commit = func() error { return cmp.Or(t.countSame(r.s, r.name), r.unread) }
	return true, nil
}

// countSame counts a file that stays because it already has the content of the result.
func (t *Target) countSame(s *source.Source, name string) error {
	err := t.takeName(s.File, name)
	if err == nil {
		t.same++
		t.addHardLink(s.File, s.Info, name)
	}
	return err
}

// commit gives the temporary file its name. If that succeeds, it returns the error of reading the source.
func (r *result) commit() error {
	err := r.rename()
	path := r.t.pathOf(r.s.File)
	switch {
	case err == nil:
		resume.Named(r.j)
		r.t.committed(r)
		return r.unread
	case errors.Is(err, errExists) && resume.Wrote(r.j, r.at()):
		return fmt.Errorf("%s: %w", path, errEdited)
	case errors.Is(err, errExists):
		r.t.existing.add(path)
		r.j.Fail(fmt.Errorf("%s: %w", path, errExists))
		return console.ErrReported
	}
	return fmt.Errorf("%s: %w", path, cause.Of(err))
}

// rename renames the temporary file, or makes a hard link to the result for another name of the source.
func (r *result) rename() error {
	t, s := r.t, r.s
	id, _ := atomicfile.Identify(s.Info)
	first, ok := t.hardLinks[id]
	if !ok || s.Followed {
		return r.f.Commit(r.name, r.ready)
	}
	unlinked, err := r.f.CommitAs(t.dirs.folders.Root, first, t.DirOf(s.File), r.name, r.ready)
	if unlinked {
		t.unlinked++
	}
	return err
}

// committed records that a result has its name.
func (t *Target) committed(r *result) {
	t.addHardLink(r.s.File, r.s.Info, r.name)
	if !t.Force && !t.Update {
		return
	}
	if info, err := r.j.Into.Lstat(r.name); err == nil {
		id, _ := atomicfile.Identify(info)
		t.written[id] = true
	}
}

// wrote reports whether this run has written a file.
func (t *Target) wrote(there fs.FileInfo) bool {
	id, _ := atomicfile.Identify(there)
	return id != atomicfile.Identity{} && t.written[id]
}

// ready returns an error unless the result may have the name.
func (r *result) ready() error {
	return cmp.Or(r.t.takeName(r.s.File, r.name), r.mayTake())
}

// mayTake returns an error unless the result may have its name. The rename that follows replaces a
// file with this name.
func (r *result) mayTake() error {
	switch there, err := r.j.Into.Lstat(r.name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case r.s.Info != nil && os.SameFile(there, r.s.Info):
		return errIsInput
	case r.t.wrote(there):
		return fmt.Errorf("not written: another input has the same name in %s: give another directory", r.t.Output)
	case r.ours != nil && atomicfile.SameContent(r.ours, there):
		return nil
	default:
		return r.t.mayReplace(there)
	}
}

// KeepDone makes a job keep the result that an earlier run wrote. name is the name of the result.
func (t *Target) KeepDone(j *job.Job, name string) {
	info, err := j.File.Folder.Lstat(j.File.Base)
	j.Commit = func() error {
		if err == nil {
			t.addHardLink(j.File, info, name)
		}
		return t.takeName(j.File, name)
	}
}
