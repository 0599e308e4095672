package resume

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/manifest"
)

// A Tracker records the jobs of a run in its manifest. It is safe for concurrent use. Its methods for jobs
// do nothing for a job without a record. A nil Tracker gives no job a record.
type Tracker struct {
	Header  manifest.Header // the header of the run
	Remarks []string        // remarks on the manifest for the user
	Origins bool            // pages may get the URL that is recorded beside them

	began time.Time
	total manifest.End
	taken map[manifest.Key]bool // the files that have a job
	log   *manifest.Log

	mu   sync.Mutex
	file *os.File
	size int64 // the size of all lines
	lost error // the first error of writing the manifest
}

// Prepare gives a job its record, unless an earlier job of the run has the same file. It is called for one
// job after the other. In place, it returns an error if the manifest has the file under another path, since
// the file may be done already.
func (t *Tracker) Prepare(j *job.Job) error {
	if t == nil || !j.File.IsRead() {
		return nil
	}
	path := j.File.Key()
	if t.Header.InPlace() && t.Header.Input == "" {
		if alias := t.alias(path); alias != "" {
			return fmt.Errorf("%s: not written: the manifest has this file as %s: give that path, or give another manifest", j.File.Name, alias)
		}
	}
	if key := manifest.KeyOf(path); !t.taken[key] {
		t.taken[key] = true
		j.Record = &manifest.Record{Name: manifest.NameOf(path)}
	}
	return nil
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
		if !t.setFailed(j, err) {
			return
		}
	case j.Known:
		t.total.Before++
		if isSame(j.Record, j.Prior) {
			return
		}
	}
	_ = t.add(j.Record) // Close reports the error
}

// isSame reports whether the record of a file that is done has the outcome, the times and the name
// of the record prior.
func isSame(r, prior *manifest.Record) bool {
	a, b := r.Result(), prior.Result()
	return r.Outcome == prior.Outcome && r.MTime.Equal(prior.MTime) && a.MTime.Equal(b.MTime) && a.Name.String() == b.Name.String()
}

// setFailed records in the record that the job failed. In a new tree, if the result did not get its name, the
// output is still the output of an earlier run. In place, setFailed returns false if the record of an earlier
// run has to stay: the file may be its result, which must not be rewritten again.
func (t *Tracker) setFailed(j *job.Job, err error) bool {
	r := j.Record
	if j.Prior == nil {
		j.Prior, _ = t.log.Find(r.Name.String()) // the job may have failed before the record was looked for
	}
	switch {
	case t.Header.InPlace() && r.Outcome == "" && j.Prior != nil:
		return false
	case r.Outcome != manifest.Begun && r.Output != nil:
	case t.Header.InPlace() || r.Replaces != nil || j.Prior == nil:
		r.Output = r.Replaces
	default:
		r.Output = j.Prior.Output
	}
	if r.Error == "" || !errors.Is(err, console.ErrReported) {
		r.Error = err.Error()
	}
	const most = 2000
	r.Error = r.Error[:min(len(r.Error), most)]
	r.Outcome, r.Then, r.Replaces = manifest.Failed, "", nil
	return true
}

// Close ends the manifest of a run that has come to its end, if ended is set, and closes it. It returns the
// first error of writing the manifest, which has no end then.
func (t *Tracker) Close(ended bool, cpu time.Duration) error {
	if t == nil {
		return nil
	}
	seconds := func(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }
	t.total.Seconds, t.total.CPUSeconds = seconds(time.Since(t.began)), seconds(cpu)
	t.total.End, t.total.Time = true, time.Now().UTC().Truncate(time.Second)
	err := t.lost
	if ended && err == nil { // otherwise the records are not all there
		err = cmp.Or(t.append(&t.total), t.file.Sync())
	}
	if err = cmp.Or(err, t.file.Close()); err != nil {
		return fmt.Errorf("the manifest could not be written: %w: a rerun does again what the manifest lacks", cause.Of(err))
	}
	return nil
}

// add appends a record. It sets its tree.
func (t *Tracker) add(r *manifest.Record) error {
	r.Tree = t.Header.Tree
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.size
	err := t.append(r)
	if err == nil {
		t.log.Add(r, at)
	}
	return err
}

// append appends a line by one write. After an error it appends nothing: the next run cuts off the
// incomplete line.
func (t *Tracker) append(object any) error {
	line := manifest.Append(nil, object)
	if t.lost == nil && len(line) > manifest.MaxLine {
		t.lost = fmt.Errorf("a line would have %d bytes, and may have %d", len(line), manifest.MaxLine)
	}
	if t.lost == nil {
		_, t.lost = t.file.Write(line)
		t.size += int64(len(line))
	}
	return t.lost
}
