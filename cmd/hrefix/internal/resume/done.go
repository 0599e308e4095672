package resume

import (
	"io"
	"io/fs"
	"math"
	"os"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// IsDone reports whether an earlier run has done the file of a job. If so, the job gets its record. dir is
// the directory of the result, as in the paths of outputs.
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
	if !t.isUsable(j) || !isIn(j.Prior, dir) && !t.m.Header().InPlace() {
		return false, nil
	}
	now := copyOf(j.Prior)
	if done, err = t.compare(j, now, in); err != nil || !done {
		return false, err
	}
	if now.Outcome == manifest.Begun {
		now.Outcome, now.Then, now.Replaces = now.Then, "", nil
	}
	if key := j.Record.Name; t.m.Header().InPlace() && !hasName(now, key) { // a mail reader has renamed it
		now.Name = key
		if now.Output != nil {
			now.Output.Name = key
		}
	}
	j.Record, j.Known = now, true
	c := now.Counts
	if c == nil {
		c = new(manifest.Counts)
	}
	j.Tally.AddEarlier(c.Left, c.Unresolved, c.Notes, c.Marked)
	return true, nil
}

// hasName reports whether a record has a file, or its output, by a name.
func hasName(r *manifest.Record, name manifest.Name) bool {
	return r.Name.String() == name.String() || r.Output != nil && r.Output.Name.String() == name.String()
}

// copyOf returns a copy of a record, so that compare can set its times.
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

// isUsable reports whether the prior record of a job is of a file that was done, and done as this run
// would do it.
func (t *Tracker) isUsable(j *job.Job) bool {
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
	match, info, err := existing(j, r)
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

// existing returns the info of the file that has the name of the result of a record, and which file of
// the record it is.
func existing(j *job.Job, r *manifest.Record) (match manifest.Match, info fs.FileInfo, err error) {
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
	match, info, err := existing(j, p)
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

// Wrote reports whether an earlier run wrote the result of a job to that path.
func (t *Tracker) Wrote(j *job.Job, at string) bool {
	return t != nil && j.Prior != nil && j.Prior.Output != nil && j.Prior.Output.Name.String() == at
}
