package resume

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// Read notes the state of an input that was read, and reads it again for its digest. The caller must
// check afterwards that the input has not changed meanwhile.
func Read(j *job.Job, s *source.Source) (err error) {
	if j.Record == nil || s.Info == nil || !s.Info.Mode().IsRegular() {
		return nil
	}
	j.Record.State = manifest.StateOf(s.Info)
	j.Record.Digest, err = digestOf(s.In)
	return err
}

// Complete records the result of a job, which is in the temporary file f, before it gets its name. at is
// its path, as in the paths of outputs. In place, the record is on the disk when Complete returns.
func (t *Tracker) Complete(j *job.Job, s *source.Source, f *atomicfile.File, at string, changed bool) error {
	if j.Record == nil {
		return nil
	}
	out, info, err := f.Open()
	if err != nil {
		return err
	}
	if err := setResult(j, s, out, info, at, changed); err != nil {
		return err
	}
	j.Record.Outcome, j.Record.Then = manifest.Begun, j.Record.Outcome
	if err := t.add(j.Record); !t.Header.InPlace() {
		return nil // Close reports the error
	} else if err = cmp.Or(err, t.file.Sync()); err != nil {
		return fmt.Errorf("not written: the manifest cannot be written: %w", cause.Of(err))
	}
	return nil
}

// Keep notes that the file at the path of the result stays, because it has the content of the result.
func Keep(j *job.Job, s *source.Source, at string, changed bool) error {
	if j.Record == nil {
		return nil
	}
	there, info, err := j.Into.OpenRead(path.Base(at))
	if err != nil {
		return err
	}
	return setResult(j, s, there, info, at, changed)
}

// setResult sets the outcome, the counts and the output in the record of a job. It closes the output.
func setResult(j *job.Job, s *source.Source, out *os.File, info fs.FileInfo, at string, changed bool) (err error) {
	defer out.Close() // the file was only read
	r := j.Record
	switch {
	case changed:
		r.Outcome = manifest.Done
	case s.Document:
		r.Outcome = manifest.Unchanged
	default:
		r.Outcome = manifest.Copied
	}
	r.Counts = counts(j)
	r.Output = &manifest.File{Name: manifest.NameOf(at), State: manifest.StateOf(info)}
	if r.Output.Digest = r.Digest; changed || r.Digest == "" { // otherwise each byte is the same
		r.Output.Digest, err = digestOf(out)
	}
	return err
}

// Stay notes that a file in place stays, because it does not change or is no document.
func Stay(j *job.Job, s *source.Source) error {
	switch {
	case j.Record == nil:
		return nil
	case !s.Document:
		j.Record.Outcome = manifest.Passed
		return nil
	}
	err := Read(j, s)
	if err == nil && s.CheckUnchanged() != nil {
		err = job.ErrChanged
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.Record.Outcome, j.Record.Counts = manifest.Unchanged, counts(j)
	return nil
}

// Named notes that the result of a job has got its name.
func Named(j *job.Job) {
	if r := j.Record; r != nil {
		r.Outcome, r.Then, r.Replaces = r.Then, "", nil
	}
}

// counts returns the counts of a job.
func counts(j *job.Job) *manifest.Counts {
	t := &j.Tally
	c := &manifest.Counts{Documents: t.Documents, Changed: t.Changed, Left: t.LeftAll, Unresolved: t.Unresolved, Notes: t.Notes, Marked: t.Marked()}
	c.References, c.Rewritten = t.References()
	return c
}
