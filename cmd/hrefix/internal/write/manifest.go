package write

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/filelock"
	"github.com/hrefix/hrefix/internal/manifest"
)

// OpenManifest opens the manifest of a run, and creates it if it does not exist. It creates no target of a symbolic
// link, because the maker of the link would choose the place. It locks the manifest, cuts off a line that a
// killed run did not finish, and appends the header. The error says what to do.
func OpenManifest(name string, h manifest.Header) (*Tracker, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file: give the name of one")
	}
	created := errors.Is(err, fs.ErrNotExist)
	if to, err := os.Readlink(name); err == nil && created {
		return nil, fmt.Errorf("is a symbolic link whose target does not exist (%s): restore the target, or give another name", to)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, cause.Of(err)
	}
	h.Manifest, h.Time = manifest.Form, time.Now().UTC().Truncate(time.Second)
	t := &Tracker{Header: h, file: file, began: time.Now(), taken: make(map[manifest.Key]bool)}
	if err := t.begin(); err != nil {
		return nil, errors.Join(cause.Of(err), file.Close())
	}
	if created {
		_ = syncNames(atomicfile.OpenFolder(filepath.Dir(name))) // some file systems cannot sync a directory
	}
	return t, nil
}

// begin locks and reads the manifest, and appends the header.
func (t *Tracker) begin() error {
	switch err := filelock.Lock(t.file); {
	case errors.Is(err, filelock.ErrInUse):
		return errors.New("another run uses it: wait for its end, or give another manifest")
	case err != nil:
		t.remark("cannot be locked here: let no other run use it")
	}
	var err error
	t.log, err = manifest.ReadLog(t.file)
	if errors.Is(err, manifest.ErrNoManifest) {
		return errors.New("exists, and is not a manifest: give another name")
	}
	if err == nil && t.log.Header != nil {
		err = t.compareRuns()
	}
	if err != nil {
		return err
	}
	t.size = t.log.Size
	if info, err := t.file.Stat(); err == nil && info.Size() > t.size {
		t.remark("its last line was cut off: it is not whole, because a run was killed")
		if err := t.file.Truncate(t.size); err != nil {
			return err
		}
	}
	t.log.Header = &t.Header
	if err := t.append(&t.Header); err != nil {
		return errors.Join(err, t.file.Truncate(t.log.Size)) // a manifest begins with a whole line
	}
	return t.file.Sync()
}

func (t *Tracker) remark(text string) { t.Remarks = append(t.Remarks, text) }

// check returns an error if the header has other options, or belongs to another shard, whose files are not
// files of this run.
func (t *Tracker) check(h *manifest.Header) error {
	now := &t.Header
	if h.Verb != now.Verb {
		return fmt.Errorf("is a manifest of %s: give another one for %s", h.Verb, now.Verb)
	}
	names := make(map[string][]string)
	maps.Copy(names, h.Options)
	maps.Copy(names, now.Options)
	var which []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, had := h.Options[name]
		if b, has := now.Options[name]; had != has || !slices.Equal(a, b) {
			which = append(which, fmt.Sprintf("--%s (%q before, %q now)", name, a, b))
		}
	}
	switch {
	case len(which) > 0:
		return fmt.Errorf("is a manifest of other options: %s: give the same, or another manifest", strings.Join(which, ", "))
	case h.Shard != now.Shard:
		return fmt.Errorf("is a manifest of runs %s, and this one is %s: give another manifest: each shard has its own, and they are not merged any more", shardOf(h), shardOf(now))
	}
	return nil
}

// shardOf returns the part of the files that a run has, for a message.
func shardOf(h *manifest.Header) string {
	if h.Shard == "" {
		return "without --shard"
	}
	return "with --shard " + h.Shard
}

// compareRuns compares this run with the last run. It returns an error if a path means another file than before, or
// if a file has another path: files would be done again, and in place their links would be rewritten twice. Other
// differences become remarks.
func (t *Tracker) compareRuns() error {
	for _, h := range t.log.Runs {
		if err := t.check(h); err != nil {
			return err
		}
	}
	last, now := t.log.Header, &t.Header
	then, here := top(last), top(now)
	there, err := os.Stat(then)
	is, err2 := os.Stat(here)
	apart := err == nil && err2 == nil && !os.SameFile(there, is)
	switch {
	case last.Input != "" && now.Input == "":
		return fmt.Errorf("is a manifest of the directory %s: give that directory, and nothing else, or give another manifest", last.Input)
	case last.Input == "" && now.Input != "":
		return fmt.Errorf("is a manifest of files that were given by their names: give them as before, and not the directory %s, or give another manifest", now.Input)
	case apart && now.Input == "" && now.InPlace():
		return fmt.Errorf("is a manifest of files that were given by their names in %s: give them there, or give another manifest", then)
	case apart && now.Input != "" && (dirpath.Contains(then, here) || dirpath.Contains(here, then)):
		return fmt.Errorf("is a manifest of the directory %s: give that directory, and not %s, or give another manifest", then, here)
	case apart && now.Input != "":
		t.remark(fmt.Sprintf("the last run was of the directory %s: files with the same path count as the same", then))
	}
	if last.Version != now.Version {
		t.remark(fmt.Sprintf("the last run was of hrefix %s, whose results may differ from those of this version", last.Version))
	}
	if last.Tree != now.Tree {
		t.remark("the names of files have changed since the last run, and links may lead to them: all files are done again")
	}
	return nil
}

// top returns the absolute name of the directory that paths of inputs are relative to, or "" if it is not
// known.
func top(h *manifest.Header) string {
	in := filepath.FromSlash(h.Input)
	switch {
	case filepath.IsAbs(in):
		return filepath.Clean(in)
	case h.Dir == "":
		return ""
	}
	return filepath.Join(filepath.FromSlash(h.Dir), in)
}

// alias returns the other path by which the manifest has a given file, or "": the absolute path if name is
// relative, or the relative path if name is absolute.
func (t *Tracker) alias(name string) string {
	dir, path := filepath.FromSlash(t.Header.Dir), filepath.FromSlash(name)
	other := filepath.Join(dir, path)
	if filepath.IsAbs(path) {
		other, _ = filepath.Rel(dir, path)
	}
	other = filepath.ToSlash(other)
	if alias, _ := t.log.Find(other); alias == nil { // IsDone reports errors
		return ""
	}
	if before, _ := t.log.Find(name); before != nil {
		return ""
	}
	return other
}

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

// Prepare gives a job its record, unless an earlier job of the run has the same file. It is called for the
// jobs in order. In place, it returns an error if the manifest has the file under another path, since
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
		r, p := j.Record, j.Prior
		a, b := r.Result(), p.Result()
		if r.Outcome == p.Outcome && r.MTime.Equal(p.MTime) && a.MTime.Equal(b.MTime) && a.Name.String() == b.Name.String() {
			return // the manifest has this record
		}
	}
	_ = t.add(j.Record) // Close reports the error
}

// setFailed sets the record of a job that failed. In a new tree, if the result did not get its name, the output
// in the record is still the output of an earlier run. In place, setFailed returns false if the record of an
// earlier run has to stay: the file may be the result of that run, and must not be rewritten again.
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
	if ended && err == nil { // otherwise records are missing
		err = cmp.Or(t.append(&t.total), t.file.Sync())
	}
	if err = cmp.Or(err, t.file.Close()); err != nil {
		return fmt.Errorf("the manifest could not be written: %w: a rerun does again what the manifest lacks", cause.Of(err))
	}
	return nil
}

// add sets the tree of a record, and appends the record to the manifest.
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
