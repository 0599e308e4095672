package resume

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"sync"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// A Tracker records the jobs of a run in its manifest. Its methods for jobs do nothing for a job
// without a record. A nil Tracker records nothing.
type Tracker struct {
	Origins bool // pages may get the URL that is recorded beside them

	m     *manifest.Manifest
	began time.Time
	total manifest.End

	mu   sync.Mutex
	lost error // the first error of writing the manifest
}

// Open opens the manifest of a run.
func Open(name string, h manifest.Header) (*Tracker, error) {
	m, err := manifest.Open(name, h)
	if err != nil {
		return nil, cause.Of(err)
	}
	return &Tracker{m: m, began: time.Now()}, nil
}

// Manifest returns the manifest.
func (t *Tracker) Manifest() *manifest.Manifest { return t.m }

// Prepare gives a job its record, unless an earlier job of the run has the same file.
func (t *Tracker) Prepare(j *job.Job) {
	if t == nil || !j.File.IsRead() {
		return
	}
	if key := j.File.Key(); t.m.Claim(key) {
		j.Record = &manifest.Record{Name: manifest.NameOf(key)}
	}
}

// IsDone reports whether an earlier run has done the file of a job. dir is the directory that the result
// is in, as in the paths of outputs.
func (t *Tracker) IsDone(j *job.Job, dir string) (done bool, err error) {
	if t == nil || j.Record == nil || j.File.Folder == nil {
		return false, nil
	}
	*j.Record = manifest.Record{Name: j.Record.Name} // the job may be done again
	if j.Prior, err = t.m.Find(j.Record.Name.String(), nil); err != nil {
		return false, err
	}
	in, info, err := j.File.Folder.OpenRead(j.File.Base)
	if err != nil {
		return false, nil // the job reports it
	}
	defer in.Close() // it was only read
	j.Record.State = manifest.StateOf(info)
	if t.Origins {
		j.Record.Origin = source.OriginOf(in, j.File)
	}
	if !t.counts(j) || !isIn(j.Prior, dir) && !t.m.Header().InPlace() {
		return false, nil
	}
	now := copyOf(j.Prior)
	if done, err = t.compare(j, now, in); err != nil || !done {
		return false, err
	}
	if now.Outcome == manifest.Begun {
		now.Outcome, now.Then, now.Replaces = now.Then, "", nil
	}
	j.Record, j.Known, j.Tally.Before = now, true, 1
	if c := now.Counts; c != nil {
		j.Tally.AddMarked(c.Marked)
	}
	return true, nil
}

// copyOf returns a copy of a record whose times can be changed.
func copyOf(r *manifest.Record) *manifest.Record {
	c := *r
	if c.Output != nil {
		out := *c.Output
		c.Output = &out
	}
	return &c
}

// isIn reports whether the output of a record is in a directory.
func isIn(r *manifest.Record, dir string) bool {
	return r.Output != nil && path.Dir(r.Output.Name.String()) == dir
}

// counts reports whether the prior record of a job says what the run would do.
func (t *Tracker) counts(j *job.Job) bool {
	p := j.Prior
	switch {
	case p == nil, p.Outcome == manifest.Failed, p.Outcome == manifest.Begun && p.Then == manifest.Failed:
		return false
	}
	return p.Tree == t.m.Header().Tree && p.Origin == j.Record.Origin
}

// compare reports whether the files of a record are as they were, and sets their times in it.
func (t *Tracker) compare(j *job.Job, r *manifest.Record, in *os.File) (bool, error) {
	now := j.Record.State
	digest := func() (string, error) { return digestOf(in) }
	if t.m.Header().InPlace() {
		return compareInPlace(r, now, digest)
	}
	same, err := r.IsInput(now, digest)
	if err != nil || !same || r.Output == nil {
		return false, err
	}
	match, info, err := result(j, r)
	if err != nil || match != manifest.Result {
		return false, err
	}
	r.MTime, r.Output.MTime = now.MTime, manifest.StateOf(info).MTime
	return true, nil
}

// compareInPlace does what compare does for a file in place.
func compareInPlace(r *manifest.Record, now manifest.State, digest func() (string, error)) (bool, error) {
	if r.Output == nil { // it stayed as it was
		same, err := r.IsInput(now, digest)
		r.MTime = now.MTime
		return same, err
	}
	match, err := r.Find(now, digest)
	r.Output.MTime = now.MTime
	return match == manifest.Result, err
}

// result returns which file of a record the existing result of a job is, and its info.
func result(j *job.Job, r *manifest.Record) (match manifest.Match, info fs.FileInfo, err error) {
	if j.Into == nil || r.Output == nil {
		return manifest.Other, nil, nil
	}
	out, info, err := j.Into.OpenRead(path.Base(r.Output.Name.String()))
	if err != nil {
		return manifest.Other, nil, nil // writing the result reports it
	}
	defer out.Close() // it was only read
	match, err = r.Find(manifest.StateOf(info), func() (string, error) { return digestOf(out) })
	return match, info, cause.Of(err)
}

// digestOf returns the digest of a file from its beginning.
func digestOf(f *os.File) (string, error) {
	return manifest.Digest(io.NewSectionReader(f, 0, math.MaxInt64))
}

// Ours returns the info of the file with the path of the result, if an earlier run wrote it for the
// same input, and nobody has edited it since. Otherwise it returns nil.
func (t *Tracker) Ours(j *job.Job, at string) (fs.FileInfo, error) {
	if !t.Wrote(j, at) {
		return nil, nil
	}
	p := j.Prior
	match, info, err := result(j, p)
	switch {
	case err != nil || match == manifest.Other:
		return nil, err
	case match == manifest.Result:
		j.Record.Replaces = p.Output
	default:
		j.Record.Replaces = p.Replaces
	}
	return info, nil
}

// Wrote reports whether an earlier run wrote the result of a job at that path.
func (t *Tracker) Wrote(j *job.Job, at string) bool {
	return t != nil && j.Prior != nil && j.Prior.Output != nil && j.Prior.Output.Name.String() == at
}

// Complete records the result of a job before it gets its name, at a path as those of outputs are. The
// result is in the temporary file f.
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

// Read records the input of a job that was read. It returns an error if that cannot be read again.
// Whether the input has changed meanwhile must be checked after that.
func (t *Tracker) Read(j *job.Job, s *source.Source) (err error) {
	if t == nil || j.Record == nil || s.Info == nil || !s.Info.Mode().IsRegular() {
		return nil
	}
	j.Record.State = manifest.StateOf(s.Info)
	j.Record.Digest, err = digestOf(s.In)
	return err
}

// Keep records that the file at the path of the result stays, because it has the content of the result.
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

// Stay records a file in place that does not change.
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
	c := &manifest.Counts{Documents: j.Tally.Documents, Changed: j.Tally.Changed, Notes: j.Tally.Notes, Marked: j.Tally.Marked()}
	c.References, c.Rewritten = j.Tally.References()
	for _, n := range j.Tally.Left() {
		c.Left += n
	}
	return c
}

// End records the outcome of a job.
func (t *Tracker) End(j *job.Job, err error) {
	if t == nil {
		return
	}
	if err != nil {
		t.total.Failed++
	}
	if err != nil || j.Record != nil {
		t.total.Files++
	}
	switch {
	case j.Record == nil:
		return
	case err != nil:
		t.setFailed(j, err)
	case j.Known:
		t.total.Before++
		if isAs(j.Record, j.Prior) {
			return
		}
	}
	t.fail(t.m.Add(j.Record))
}

// isAs reports whether a record of a file that is done says the same as before.
func isAs(r, prior *manifest.Record) bool {
	same := r.Outcome == prior.Outcome && r.MTime.Equal(prior.MTime)
	return same && (r.Output == nil || r.Output.MTime.Equal(prior.Output.MTime))
}

// setFailed sets the record of a job that failed. If the result has no name yet, the file that it was
// to replace is still the output.
func (t *Tracker) setFailed(j *job.Job, err error) {
	r := j.Record
	if r.Outcome == manifest.Begun || r.Output == nil {
		r.Output = t.before(j)
	}
	if r.Error == "" || !errors.Is(err, console.ErrReported) {
		r.Error = err.Error()
	}
	const most = 2000
	r.Error = r.Error[:min(len(r.Error), most)]
	r.Outcome, r.Then, r.Replaces = manifest.Failed, "", nil
}

// before returns the output of an earlier run in a new tree, or nil.
func (t *Tracker) before(j *job.Job) *manifest.File {
	if t.m.Header().InPlace() {
		return nil
	}
	if j.Prior == nil {
		j.Prior, _ = t.m.Find(j.Record.Name.String(), nil) // the run may have failed before it was looked for
	}
	switch {
	case j.Record.Replaces != nil:
		return j.Record.Replaces
	case j.Prior != nil:
		return j.Prior.Output
	}
	return nil
}

// fail keeps the first error of writing the manifest.
func (t *Tracker) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost == nil {
		t.lost = err
	}
}

// Seconds returns a duration in seconds, rounded to milliseconds.
func Seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

// Close ends the manifest of a run that has come to its end, if ended is set, and closes it. The
// error is that of writing the manifest.
func (t *Tracker) Close(ended bool, cpu time.Duration) error {
	if t == nil {
		return nil
	}
	t.total.Seconds, t.total.CPUSeconds = Seconds(time.Since(t.began)), Seconds(cpu)
	if ended {
		t.fail(t.m.End(t.total))
	}
	t.fail(t.m.Close())
	if t.lost != nil {
		return fmt.Errorf("the manifest could not be written: %w: the results are there, and a rerun does those again that it lacks", cause.Of(t.lost))
	}
	return nil
}
