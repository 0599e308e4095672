// Package outtree writes results to the place that -o names: a new tree of files, or one
// file.
//
// Each input has its path in the new tree, and the directories there are like the directories of the
// input. All files are written under temporary names, and renamed when it is the turn of
// their job. Files that exist are replaced only with --force or --update.
package outtree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/resume"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// Options say where results go, and which files they replace.
type Options struct {
	Output string // the directory or the file
	Force  bool   // replace files that exist
	Update bool   // replace files that exist and have another content
	// Resumes says that the run has a manifest: results replace files that an earlier run wrote.
	Resumes bool
}

// A Target is the new tree or file.
type Target struct {
	Options
	Tracker *resume.Tracker // the tracker of the manifest, or nil
	temps   *atomicfile.Temporaries
	dirs    *dirs             // nil for a file
	file    *file             // nil for a tree
	claimed map[string]string // names in the tree, and the input of each; nil if no two inputs have the same
	sized   map[string]string // names that contain sizes, of results that were written
	inTurn  bool              // see InTurn

	written   map[atomicfile.Identity]bool   // results, if they may replace files
	hardLinks map[atomicfile.Identity]string // for a file with several hard links, the path in the tree of its first result
	unlinked  int                            // results that could not be hard links
	existing
}

// Open opens the target of a run over in. It makes the directory of a new tree if it does
// not exist.
func Open(o Options, in *inputs.Inputs, temps *atomicfile.Temporaries) (*Target, error) {
	t := &Target{Options: o, temps: temps, sized: make(map[string]string)}
	t.written, t.hardLinks = make(map[atomicfile.Identity]bool), make(map[atomicfile.Identity]string)
	if len(in.Args) > 1 || len(in.Lists) > 0 {
		t.claimed = make(map[string]string)
	}
	switch tree, err := t.isTree(in); {
	case err != nil:
		return nil, err
	case tree:
		return t, t.openTree(in)
	}
	return t, t.openFile(in)
}

// openTree opens the directory of the new tree, and makes it if it does not exist.
func (t *Target) openTree(in *inputs.Inputs) error {
	inTurn, err := in.Apart()
	switch {
	case err != nil:
		return err
	case inTurn && (t.Force || t.Update || t.Resumes):
		return fmt.Errorf("-o %s: holds some of the inputs, and --force, --update and --manifest replace files there: give another directory", t.Output)
	}
	t.inTurn = inTurn
	perm := fs.FileMode(0o777)
	for _, arg := range in.Args {
		if info, err := in.Stat(arg); err == nil && info.IsDir() {
			perm &= info.Mode().Perm() | 0o700
		}
	}
	like := ""
	if len(in.Args) == 1 && len(in.Lists) == 0 && in.IsDir(in.Args[0]) {
		like = in.Args[0]
	}
	if t.dirs, err = newDirs(t.Output, t.temps, perm, like, access{in.Shard != nil, t.Resumes}); err != nil {
		return fmt.Errorf("%s: %w", t.Output, cause.Of(err))
	}
	return nil
}

// IsTree reports whether the target is a new tree.
func (t *Target) IsTree() bool { return t.file == nil }

// InTurn reports whether one job has to finish before the next begins, since the new tree
// holds some of the inputs.
func (t *Target) InTurn() bool { return t.inTurn }

// Writes returns the directory that everything is written to.
func (t *Target) Writes() string {
	if t.file != nil {
		return t.file.folder.Name()
	}
	return t.Output
}

// Close gives the directories of the new tree their attributes, and closes the target. It
// reports the files that were not replaced.
func (t *Target) Close(to *console.Console) error {
	var err error
	if t.dirs != nil {
		err = t.dirs.end(to)
	}
	if t.file != nil {
		t.file.folder.Release()
	}
	return err
}

// Prepare opens the folder for the result of a job. The error is [console.ErrReported] if a
// file exists there that must not be replaced: ReportExisting reports it.
func (t *Target) Prepare(j *job.Job) (err error) {
	if t.file != nil {
		j.Into = t.file.folder.Hold()
		return nil
	}
	if j.Into, err = t.claim(j.File); err != nil {
		return err
	}
	if j.File.IsRead() && t.exists(j.File, j.Into) {
		t.existing.add(t.pathOf(j.File))
		return console.ErrReported
	}
	return nil
}

// Write writes the result for a job to a temporary file, by calling write. The job renames the file
// later. If the source changes meanwhile, nothing is written. If the source cannot be read to its
// end, Write keeps a usable output. Otherwise it copies a compressed source as it is, and writes
// nothing for other sources.
func (t *Target) Write(j *job.Job, s *source.Source, write func(io.Writer) (*pieces.Output, error)) error {
	r := &result{t: t, j: j, s: s}
	o, err := r.fill(write)
	if err != nil {
		return err
	}
	r.name, r.changed = t.nameOf(s, o), o.Changed
	if stays, err := r.stays(); stays || err != nil {
		if err = errors.Join(err, r.f.Discard()); err != nil {
			return t.failed(s, err)
		}
		return nil
	}
	if s.Folder != nil && errors.Is(r.f.Resemble(s.In), atomicfile.ErrACL) { // other users may own a new tree
		j.Remark(t.pathOf(s.File), "", atomicfile.ErrACL.Error()+": its group has no rights to it")
	}
	err = r.f.End()
	if err == nil {
		err = t.Tracker.Complete(j, s, r.f, r.at(), r.changed)
	}
	if err != nil {
		return t.failed(s, errors.Join(err, r.f.Discard()))
	}
	j.Commit = r.commit
	return nil
}

// failed returns the error of writing the result for a source.
func (t *Target) failed(s *source.Source, err error) error {
	return fmt.Errorf("%s: %w", t.pathOf(s.File), cause.Of(err))
}

// create creates the temporary file of a result. It gets the attributes of the source if
// that is a regular file.
func (t *Target) create(j *job.Job, s *source.Source) (*atomicfile.File, error) {
	if s.Folder == nil {
		return t.temps.Create(j.Into, nil)
	}
	return t.temps.Create(j.Into, s.Info)
}

// nameOf returns the name that the result of a source gets.
func (t *Target) nameOf(s *source.Source, o *pieces.Output) string {
	switch {
	case t.file != nil:
		return t.file.name
	case s.Mail && o.Changed:
		return maildir.Resized(s.Base, o.Size, o.Size+o.BareLFs)
	}
	return path.Base(s.Rel)
}

// pathOf returns the path of the result of a file.
func (t *Target) pathOf(f *inputs.File) string {
	if t.file != nil {
		return t.Output
	}
	return filepath.Join(t.Output, f.Top, filepath.FromSlash(f.Rel))
}

// Copy copies a file that is not a document.
func (t *Target) Copy(j *job.Job, s *source.Source) error {
	return t.Write(j, s, func(w io.Writer) (*pieces.Output, error) {
		_, err := s.In.Seek(0, io.SeekStart)
		if err == nil {
			_, err = io.Copy(w, s.In)
		}
		if err != nil {
			err = s.Error(fmt.Errorf("copying: %w", cause.Of(err)))
		}
		return &pieces.Output{}, err
	})
}
