package resume

import (
	"fmt"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// Read notes the state of an input that was read, and reads it again for its digest. The caller must
// check afterwards that the input has not changed meanwhile.
func (t *Tracker) Read(j *job.Job, s *source.Source) (err error) {
	if t == nil || j.Record == nil || s.Info == nil || !s.Info.Mode().IsRegular() {
		return nil
	}
	j.Record.State = manifest.StateOf(s.Info)
	j.Record.Digest, err = digestOf(s.In)
	return err
}

// Complete records the result of a job, which is in the temporary file f, before it gets its name. at is
// its path, as in those of outputs.
func (t *Tracker) Complete(j *job.Job, s *source.Source, f *atomicfile.File, at string, changed bool) error {
	if t == nil || j.Record == nil {
		return nil
	}
	out, info, err := f.Open()
	if err != nil {
		return err
	}
	defer out.Close() // it was only read
	r := j.Record
	r.Outcome, r.Then = manifest.Begun, outcome(s, changed)
	r.Output = &manifest.File{Name: manifest.NameOf(at), State: manifest.StateOf(info)}
	r.Counts = counts(j)
	if r.Digest == "" || changed {
		if r.Output.Digest, err = digestOf(out); err != nil {
			return err
		}
	} else {
		r.Output.Digest = r.Digest // each byte is the same
	}
	err = t.m.Add(r)
	if t.m.Header().InPlace() {
		if err == nil {
			err = t.m.Sync()
		}
		if err != nil {
			return fmt.Errorf("not written: the manifest cannot be written: %w", cause.Of(err))
		}
	}
	t.fail(err)
	return nil
}

// Keep notes that the file at the path of the result stays, because it has the content of the result.
func (t *Tracker) Keep(j *job.Job, s *source.Source, at string, changed bool) error {
	if t == nil || j.Record == nil {
		return nil
	}
	there, info, err := j.Into.OpenRead(path.Base(at))
	if err != nil {
		return err
	}
	defer there.Close() // it was only read
	r := j.Record
	r.Outcome, r.Counts = outcome(s, changed), counts(j)
	r.Output = &manifest.File{Name: manifest.NameOf(at), State: manifest.StateOf(info)}
	r.Output.Digest, err = digestOf(there)
	return err
}

// Stay notes that a file in place stays, because it does not change or is no document.
func (t *Tracker) Stay(j *job.Job, s *source.Source) error {
	if t == nil || j.Record == nil {
		return nil
	}
	if !s.Document {
		j.Record.Outcome = manifest.Passed
		return nil
	}
	err := t.Read(j, s)
	if err == nil && s.CheckUnchanged() != nil {
		err = job.ErrChanged
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.Record.Outcome, j.Record.Counts = manifest.Unchanged, counts(j)
	return nil
}

// Named notes that the result of a job has its name.
func (t *Tracker) Named(j *job.Job) {
	if t != nil && j.Record != nil {
		j.Record.Outcome, j.Record.Then, j.Record.Replaces = j.Record.Then, "", nil
	}
}

// outcome returns the outcome of a result.
func outcome(s *source.Source, changed bool) manifest.Outcome {
	switch {
	case changed:
		return manifest.Done
	case s.Document:
		return manifest.Unchanged
	}
	return manifest.Copied
}

// counts returns what a job has found.
func counts(j *job.Job) *manifest.Counts {
	t := &j.Tally
	c := &manifest.Counts{Documents: t.Documents, Changed: t.Changed, Left: t.LeftAll, Unresolved: t.Unresolved, Notes: t.Notes, Marked: t.Marked()}
	c.References, c.Rewritten = t.References()
	return c
}
