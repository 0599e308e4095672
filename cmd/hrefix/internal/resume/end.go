package resume

import (
	"errors"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/manifest"
)

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
		if isSame(j.Record, j.Prior) && !t.m.IsMoved(j.Record.Name.String()) {
			return
		}
	}
	t.fail(t.m.Add(j.Record))
}

// isSame reports whether the record of a file that is done has the outcome and the times of the one before.
func isSame(r, prior *manifest.Record) bool {
	same := r.Outcome == prior.Outcome && r.MTime.Equal(prior.MTime)
	return same && (r.Output == nil || r.Output.MTime.Equal(prior.Output.MTime))
}

// setFailed makes the record one of a job that failed. If the result did not get its name, the output is
// still that of the earlier run.
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

// before returns the output of an earlier run, or nil. In place there is no such file.
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
