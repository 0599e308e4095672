package write

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine/detect"
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
	Tracker *Tracker // the tracker of the manifest, or nil
	temps   *atomicfile.Temporaries
	dirs    *dirs              // the directories of the tree; nil for a file
	folder  *atomicfile.Folder // the directory of the file; nil for a tree
	name    string             // the name of the file there
	claimed map[string]string  // names in the tree, and the input of each; nil if no two inputs have the same
	sized   map[string]string  // the results that were written and whose names contain sizes: see takeName

	// InTurn says that one job has to finish before the next begins, since the new tree holds some of the inputs.
	InTurn  bool
	Skipped int // results that were not written because a file exists
	Same    int // files that stay because they have the content of the result

	written   map[atomicfile.Identity]bool   // results, if they may replace files
	hardLinks map[atomicfile.Identity]string // for a file with several hard links, the path in the tree of its first result
	unlinked  int                            // results that could not be hard links

	firstSkipped string // the path of the first result that was skipped
}

// OpenTarget opens the target of a run whose inputs are in. It makes the directory of a new tree if
// that does not exist.
func OpenTarget(o Options, in *inputs.Inputs, temps *atomicfile.Temporaries) (*Target, error) {
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
	t.InTurn = inTurn
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
	t.dirs = &dirs{t: t, shared: in.Shard != nil, known: map[string]bool{".": true}}
	t.dirs.folders.Later = make(map[string]bool)
	if err := t.dirs.open(perm, like); err != nil {
		return fmt.Errorf("%s: %w", t.Output, cause.Of(err))
	}
	return nil
}

// IsTree reports whether the target is a new tree.
func (t *Target) IsTree() bool { return t.folder == nil }

// Writes returns the directory to which all results are written.
func (t *Target) Writes() string {
	if t.folder != nil {
		return t.folder.Name()
	}
	return t.Output
}

// Close gives the directories of the new tree their attributes, and closes the target. It
// reports the files that were not replaced.
func (t *Target) Close(to *console.Console) error {
	t.folder.Release()
	if t.dirs == nil {
		return nil
	}
	return t.dirs.end(to)
}

// Prepare reserves the path of a job's file in the new tree, makes the directories of the path, and opens the innermost
// for the result. It is called in the order of the inputs: if two inputs have the same path, the first gets it. The
// error is [console.ErrReported] if a file with the path exists that must not be replaced: Report reports that file.
func (t *Target) Prepare(j *job.Job) (err error) {
	f := j.File
	switch {
	case t.folder != nil:
		j.Into = t.folder.Hold()
		return nil
	case f.Folder == nil:
		name := f.Name
		if name == inputs.Stdin {
			name = "stdin"
		}
		return fmt.Errorf("%s: has no name in a new tree: give a file, or -o FILE", name)
	}
	if err := t.reserve(f); err != nil {
		return err
	}
	dir := path.Dir(f.Rel)
	if err = t.dirs.make(f, dir); err == nil {
		j.Into, err = t.dirs.folders.Open(path.Join(f.Top, dir))
	}
	if err != nil {
		return t.failed(f, err)
	}
	// The name may depend on the result, and with InTurn the file may be the input: such a job is done first.
	if f.IsRead() && !t.InTurn && !t.Force && !t.Update && !t.Resumes && !maildir.TellsSize(f.Base) {
		if there, err := j.Into.Lstat(path.Base(f.Rel)); err == nil && there.Mode().IsRegular() {
			return t.skip(f)
		}
	}
	return nil
}

// Write writes the result for a job to a temporary file, by calling write. The job renames the file
// later. If the source changes meanwhile, nothing is written. If the source cannot be read to its
// end, Write keeps a usable output. Otherwise it copies a compressed source as it is, and writes
// nothing for other sources.
func (t *Target) Write(j *job.Job, s *source.Source, write func(io.Writer) (*job.Output, error)) error {
	r := &result{t: t, j: j, s: s}
	o, err := r.fill(write)
	if err != nil {
		return err
	}
	r.changed = o.Changed
	switch {
	case t.folder != nil:
		r.name = t.name
	case s.Mail && o.Changed:
		r.name = maildir.Resized(s.Base, o.Size, o.Size+o.BareLFs)
	default:
		r.name = path.Base(s.Rel)
	}
	if stays, err := r.stays(); stays || err != nil {
		if err = errors.Join(err, r.f.Discard()); err != nil {
			return t.failed(s.File, err)
		}
		return nil
	}
	if s.Folder != nil && errors.Is(r.f.Resemble(s.In), atomicfile.ErrACL) { // ErrOwner does not matter: a new tree may have another owner
		j.Remark(t.pathOf(s.File), "", atomicfile.ErrACL.Error()+": its group has no rights to it")
	}
	if err = t.Tracker.complete(j, s, r.f, r.at(), r.changed); err != nil {
		return t.failed(s.File, errors.Join(err, r.f.Discard()))
	}
	j.Commit = r.commit
	return nil
}

// failed returns the error of writing the result for a file.
func (t *Target) failed(f *inputs.File, err error) error {
	return fmt.Errorf("%s: %w", t.pathOf(f), cause.Of(err))
}

// create creates the temporary file of a result. It gets the attributes of the source if
// that is a regular file.
func (t *Target) create(j *job.Job, s *source.Source) (*atomicfile.File, error) {
	if s.Folder == nil {
		return t.temps.Create(j.Into, nil)
	}
	return t.temps.Create(j.Into, s.Info)
}

// pathOf returns the path of the result of a file.
func (t *Target) pathOf(f *inputs.File) string {
	if t.folder != nil {
		return t.Output
	}
	return filepath.Join(t.Output, f.Top, filepath.FromSlash(f.Rel))
}

// Copy copies a file that is not a document.
func (t *Target) Copy(j *job.Job, s *source.Source) error {
	return t.Write(j, s, func(w io.Writer) (*job.Output, error) {
		_, err := s.In.Seek(0, io.SeekStart)
		if err == nil {
			_, err = io.Copy(w, s.In)
		}
		if err != nil {
			err = s.Error(fmt.Errorf("copying: %w", cause.Of(err)))
		}
		return &job.Output{}, err
	})
}

// unclaimed returns an error if another input has reserved the path of f, or if a file has the path of
// one of the directories of f.
func (t *Target) unclaimed(f *inputs.File) error {
	for name := path.Join(f.Top, f.Rel); name != "."; name = path.Dir(name) {
		if t.dirs.known[name] {
			return nil // the parents of a directory are directories
		}
		if other, ok := t.claimed[name]; ok {
			return fmt.Errorf("%s: not written: %s has the same name in %s", f.Name, other, t.Output)
		}
	}
	return nil
}

// reserve reserves the path of a file. If two files have the same path, the first gets it.
func (t *Target) reserve(f *inputs.File) error {
	err := t.unclaimed(f)
	if err == nil && t.claimed != nil {
		t.claimed[path.Join(f.Top, f.Rel)] = f.Name
	}
	return err
}

// Pass reserves the path of a file that another shard writes. Which of two files with the same path gets it does not
// depend on the shards that they are in.
func (t *Target) Pass(f *inputs.File) { _ = t.reserve(f) } // the other shard reports the error

// MakeDir makes the directory for an input that is a directory, which may stay empty.
func (t *Target) MakeDir(f *inputs.File) error {
	if t.dirs == nil {
		return nil
	}
	if err := t.unclaimed(f); err != nil {
		return err
	}
	if err := t.dirs.make(f, f.Rel); err != nil {
		return t.failed(f, err)
	}
	return nil
}

// isTree reports whether -o names the directory of a new tree: the directory exists, or the
// name ends in a slash, or there may be several documents. Otherwise -o names a file. isTree
// returns an error if there may be several documents, and the name is the name of a file or has
// the extension of a document.
func (t *Target) isTree(in *inputs.Inputs) (bool, error) {
	info, err := os.Stat(t.Output)
	last := filepath.Base(t.Output)
	if err == nil && info.IsDir() || os.IsPathSeparator(t.Output[len(t.Output)-1]) || last == "." || last == ".." {
		return true, nil
	}
	many := ""
	switch {
	case len(in.Lists) > 0:
		many = "--files-from names many documents"
	case len(in.Args) > 1:
		many = fmt.Sprintf("%d documents are given", len(in.Args))
	case len(in.Args) == 1 && in.Args[0] != inputs.Stdin:
		arg := in.Args[0]
		switch info, err := in.Stat(arg); {
		case err != nil && isFault(err):
			return false, fmt.Errorf("%s: %w", arg, cause.Of(err)) // the argument may be a directory
		case err != nil || !info.IsDir():
			return false, nil
		}
		many = arg + " is a directory"
	default:
		return false, nil
	}
	if err == nil {
		return false, fmt.Errorf("-o %s: is a file, and %s: give a directory for the results", t.Output, many)
	}
	if _, known := detect.TypeOf(container.TrimCoding(t.Output), nil); known {
		return false, fmt.Errorf("-o %s: is named like a document, and %s: give -o %s/ for a directory of that name", t.Output, many, t.Output)
	}
	return true, nil
}

// openFile opens the directory of the file that -o names, before anything is read. It
// returns an error if the result of the input must not be written there.
func (t *Target) openFile(in *inputs.Inputs) error {
	if err := t.checkFile(in); err != nil {
		return fmt.Errorf("-o %s: %w", t.Output, cause.Of(err))
	}
	folder, err := atomicfile.OpenFolder(filepath.Dir(t.Output))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("-o %s: no such directory: make it first", t.Output)
	case err != nil:
		return fmt.Errorf("-o %s: %w", t.Output, cause.Of(err))
	}
	t.folder, t.name = folder, filepath.Base(t.Output)
	return nil
}

// checkFile returns an error if there is a file that the result must not replace.
func (t *Target) checkFile(in *inputs.Inputs) error {
	there, err := os.Stat(t.Output)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var input fs.FileInfo // of the only input
	if f, ok := in.Stdin.(*os.File); len(in.Args) == 1 && in.Args[0] != inputs.Stdin {
		input, _ = in.Stat(in.Args[0])
	} else if ok {
		input, _ = f.Stat()
	}
	if input != nil && os.SameFile(input, there) {
		return errIsInput
	}
	// Anybody who may write to the directory could make the link lead to another file.
	if leads, err := os.Readlink(t.Output); err == nil {
		return fmt.Errorf("not written: is a symbolic link: give the name of the file that it leads to (%s)", leads)
	}
	if t.Resumes && there.Mode().IsRegular() {
		return nil // the file may be the result of an earlier run
	}
	return t.mayReplace(there)
}
