package write

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// IsDone reports whether an earlier run has done the file of a job. If so, the job gets its record, and keeps the result
// that the earlier run wrote to the target to, which is nil in place.
func (t *Tracker) IsDone(j *job.Job, to *Target) (done bool, err error) {
	if j.Record == nil || j.File.Folder == nil {
		return false, nil
	}
	key := j.Record.Name
	*j.Record = manifest.Record{Name: key} // the job may be done again
	if j.Prior, err = t.log.Find(key.String()); err != nil {
		return false, err
	}
	in, info, err := j.File.Folder.OpenRead(j.File.Base)
	if err != nil {
		return false, nil // the job reports the error
	}
	defer in.Close() // the file was only read
	j.Record.State = manifest.StateOf(info)
	if t.Origins {
		j.Record.Origin = source.OriginOf(in, j.File)
	}
	p := j.Prior
	switch {
	case p == nil, p.Outcome == manifest.Failed, p.Tree != t.Header.Tree, p.Origin != j.Record.Origin: // not done, or not as this run would do it
		return false, nil
	case to != nil && (p.Output == nil || path.Dir(p.Output.Name.String()) != to.dirOf(j.File)):
		return false, nil
	}
	now := *p
	if now.Output != nil {
		output := *now.Output
		now.Output = &output
	}
	if done, err = t.compare(j, &now, in); err != nil || !done {
		return false, err
	}
	if now.Outcome == manifest.Begun {
		now.Outcome, now.Then, now.Replaces = now.Then, "", nil
	}
	switch { // in place, a mail reader may have renamed the file
	case to != nil:
		to.keepDone(j, path.Base(now.Output.Name.String()))
	case now.Output != nil:
		now.Output.Name = key
	default:
		now.Name = key
	}
	j.Record, j.Known = &now, true
	c := cmp.Or(now.Counts, new(manifest.Counts))
	j.Tally.AddEarlier(c.Left, c.Unresolved, c.Notes, c.Marked)
	return true, nil
}

// compare reports whether the input and the result are as the record says, and sets their times in the
// record. in is the input of the job.
func (t *Tracker) compare(j *job.Job, r *manifest.Record, in *os.File) (bool, error) {
	now, digest := j.Record.State, func() (string, error) { return digestOf(in, math.MaxInt64) }
	if t.Header.InPlace() && r.Output != nil {
		match, err := r.Find(now, digest)
		r.Output.MTime = now.MTime
		return match == manifest.Result, err
	}
	same, err := r.State.Is(now, false, digest)
	r.MTime = now.MTime
	if err != nil || !same || t.Header.InPlace() { // in place and without an output: the run left the file as it was
		return same, err
	}
	match, info, err := recorded(j, r)
	if match == manifest.Result {
		r.Output.MTime = manifest.StateOf(info).MTime
	}
	return match == manifest.Result, err
}

// recorded returns the info of the file at the path of the recorded result, and which file of the record
// it is.
func recorded(j *job.Job, r *manifest.Record) (match manifest.Match, info fs.FileInfo, err error) {
	out, info, err := j.Into.OpenRead(path.Base(r.Output.Name.String()))
	if err != nil {
		return manifest.Other, nil, nil // writing the result reports the error
	}
	defer out.Close() // the file was only read
	match, err = r.Find(manifest.StateOf(info), func() (string, error) { return digestOf(out, math.MaxInt64) })
	return match, info, cause.Of(err)
}

// digestOf returns the digest of the first n bytes of a file.
func digestOf(f *os.File, n int64) (string, error) {
	return manifest.Digest(io.NewSectionReader(f, 0, n))
}

// wroteBefore reports whether an earlier run wrote the result of a job to the path at.
func wroteBefore(j *job.Job, at string) bool {
	return j.Prior != nil && j.Prior.Output != nil && j.Prior.Output.Name.String() == at
}

// oursAt returns the info of the file with the path of the result, if an earlier run wrote it for the
// same input, and nobody has edited it since. Otherwise it returns nil.
func oursAt(j *job.Job, at string) (fs.FileInfo, error) {
	if !wroteBefore(j, at) {
		return nil, nil
	}
	match, info, err := recorded(j, j.Prior)
	switch {
	case err != nil || match == manifest.Other:
		return nil, err
	case match == manifest.Result:
		j.Record.Replaces = j.Prior.Output
	default:
		j.Record.Replaces = j.Prior.Replaces
	}
	return info, nil
}

// read notes the state of an input that was read, and reads it again for its digest. The caller must
// check afterwards that the input has not changed meanwhile.
func read(j *job.Job, s *source.Source) (err error) {
	if j.Record == nil || s.Info == nil || !s.Info.Mode().IsRegular() {
		return nil
	}
	j.Record.State = manifest.StateOf(s.Info)
	j.Record.Digest, err = digestOf(s.In, math.MaxInt64)
	return err
}

// complete ends the temporary file f, which has the result of a job, and records the result before it gets its name.
// at is the path of the result in the form that the manifest has. In place, the record is on the disk when complete
// returns.
func (t *Tracker) complete(j *job.Job, s *source.Source, f *atomicfile.File, at string, changed bool) error {
	if err := f.End(); err != nil || j.Record == nil {
		return err
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

// keep notes that the file at the path of the result stays, because it has the content of the result.
func keep(j *job.Job, s *source.Source, at string, changed bool) error {
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
		r.Output.Digest, err = digestOf(out, math.MaxInt64)
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
	err := read(j, s)
	if err == nil && s.CheckUnchanged() != nil {
		err = job.ErrChanged
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, cause.Of(err))
	}
	j.Record.Outcome, j.Record.Counts = manifest.Unchanged, counts(j)
	return nil
}

// gotName notes that the result of a job has got its name.
func gotName(j *job.Job) {
	if r := j.Record; r != nil {
		r.Outcome, r.Then, r.Replaces = r.Then, "", nil
	}
}

// counts returns what the manifest counts of a job, from its tally.
func counts(j *job.Job) *manifest.Counts {
	t := &j.Tally
	return &manifest.Counts{
		Documents: t.Documents, Changed: t.Changed, References: t.References, Rewritten: t.Rewritten,
		Left: t.LeftAll, Unresolved: t.Unresolved, Notes: t.Notes, Marked: t.AllMarked(),
	}
}
