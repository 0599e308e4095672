package resume

import (
	"fmt"
	"sync"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
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

// Prepare gives a job its record, unless an earlier job of the run has the same file. In place, it
// returns an error if earlier runs know the file by another path, since the file may be done.
func (t *Tracker) Prepare(j *job.Job) error {
	if t == nil || !j.File.IsRead() {
		return nil
	}
	key := j.File.Key()
	if t.m.Header().InPlace() {
		if path, ok := t.m.Alias(key); ok {
			return fmt.Errorf("%s: not written: the manifest has this file as %s: give that path in the directory of that run, or give another manifest", j.File.Name, path)
		}
	}
	if t.m.Claim(key) {
		j.Record = &manifest.Record{Name: manifest.NameOf(key)}
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
// error is that of writing the manifest, which has no end then.
func (t *Tracker) Close(ended bool, cpu time.Duration) error {
	if t == nil {
		return nil
	}
	t.total.Seconds, t.total.CPUSeconds = Seconds(time.Since(t.began)), Seconds(cpu)
	if ended && t.lost == nil { // otherwise the records are not all there
		t.fail(t.m.End(t.total))
	}
	t.fail(t.m.Close())
	if t.lost != nil {
		return fmt.Errorf("the manifest could not be written: %w: a rerun does again what the manifest lacks", cause.Of(t.lost))
	}
	return nil
}
