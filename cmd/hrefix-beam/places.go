package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/pipeline"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/filelock"
	"github.com/hrefix/hrefix/internal/manifest"
)

// checkApart returns an error if the inputs, the output and the manifest contain each other. The files of
// patterns are checked when they are known.
func (f *flags) checkApart() error {
	if f.Manifest != "" && store.IsIn(f.Manifest, f.Output) {
		return fmt.Errorf("--manifest %s: is within --output %s: give a name elsewhere", f.Manifest, f.Output)
	}
	for _, pattern := range f.inputs {
		switch {
		case !store.IsDir(pattern):
		case store.IsIn(f.Output, pattern) || store.IsIn(pattern, f.Output):
			return fmt.Errorf("--output %s: is in --input %s, or the other way round: give another directory: files are not written in place here", f.Output, pattern)
		case f.Manifest != "" && store.IsIn(f.Manifest, pattern):
			return fmt.Errorf("--manifest %s: is within --input %s: give a name elsewhere", f.Manifest, pattern)
		}
	}
	return nil
}

// checkManifest returns an error if the run must not replace the file that has the name of the manifest:
// anything but a manifest of the same work. With --force, it may be a manifest of other work.
func (f *flags) checkManifest(ctx context.Context, own []byte) error {
	if f.Manifest == "" {
		return nil
	}
	exists, err := store.Exists(ctx, f.Manifest)
	if err != nil || !exists {
		return err
	}
	r, err := store.Open(ctx, f.Manifest)
	if err != nil {
		return fmt.Errorf("--manifest %s: %w", f.Manifest, err)
	}
	defer r.Close() // the file was only read
	there, err := header(r)
	switch {
	case err != nil:
		return fmt.Errorf("--manifest %s: exists, and is not a manifest: give another name", f.Manifest)
	case there == nil || f.Force: // the file is empty, or may be replaced
		return nil
	}
	wanted, err := header(bytes.NewReader(own))
	if err != nil || there.Verb != wanted.Verb || !maps.EqualFunc(there.Options, wanted.Options, slices.Equal[[]string]) {
		return fmt.Errorf("--manifest %s: is a manifest of other work or options: give another name, or --force to replace it", f.Manifest)
	}
	return nil
}

// header returns the first line of a manifest, or nil if the file is empty.
func header(r io.Reader) (h *manifest.Header, err error) {
	enough := errors.New("enough")
	_, err = manifest.Read(r, func(l *manifest.Line) error {
		h = l.Header
		return enough
	})
	if err == enough {
		err = nil
	}
	return h, err
}

// lock makes sure that no other run of this machine writes to the output until unlock is called. Object stores have no
// locks.
func lock(output string) (unlock func(), err error) {
	if !store.IsLocal(output) {
		return func() {}, nil
	}
	if err := os.MkdirAll(output, 0o777); err != nil {
		return nil, err
	}
	pieces := filepath.Join(output, pipeline.PiecesDir)
	if info, err := os.Lstat(pieces); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is no directory, and pieces would be written to it: remove it, or give another --output", pieces)
	}
	file, err := os.OpenFile(pieces+".lock", os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(file); errors.Is(err, filelock.ErrInUse) {
		_ = file.Close()
		return nil, fmt.Errorf("--output %s: another run uses it: wait for its end, or give another directory", output)
	}
	if err := mark(pieces); err != nil {
		_ = file.Close()
		return nil, err
	}
	return func() {
		unmark(pieces)
		_ = os.Remove(file.Name())
		_ = file.Close()
	}, nil
}

// markName is the name of a file that marks the directory of the pieces. Only a marked directory is
// removed.
const markName = "made-by-hrefix-beam"

// mark makes the directory of the pieces, unless a stopped run has left it. Any other directory is an error:
// it would be removed at the end.
func mark(pieces string) error {
	name := filepath.Join(pieces, markName)
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	if err := os.Mkdir(pieces, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	switch entries, err := os.ReadDir(pieces); {
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s: no run has made this directory, and it would be removed: move it away, or give another --output", pieces)
	}
	return os.WriteFile(name, nil, 0o666)
}

// unmark removes the directory of the pieces if no pieces are left in it.
func unmark(pieces string) {
	if entries, err := os.ReadDir(pieces); err == nil && len(entries) == 1 {
		_ = os.Remove(filepath.Join(pieces, markName))
		_ = os.Remove(pieces)
	}
}

// edgesName matches the files with the edges of a graph.
var edgesName = regexp.MustCompile(`^(pages|hosts)-[0-9]{5}-of-([0-9]{5})\.tsv(\.gz)?$`)

// oldEdges returns the files of a graph with another number of shards, or compressed in another way. A reader
// of all files would count their edges, too. So such files are an error without --force; with it, the run
// removes them.
func oldEdges(ctx context.Context, o *pipeline.Options) (old []string, err error) {
	if o.Work.Job != work.Graph {
		return nil, nil
	}
	names, err := store.Names(ctx, o.Output)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		m := edgesName.FindStringSubmatch(name)
		if m != nil && (m[2] != fmt.Sprintf("%05d", o.Shards) || (m[3] != "") != o.Work.Gzip) {
			old = append(old, store.Join(o.Output, name))
		}
	}
	if len(old) > 0 && !o.Force {
		return nil, fmt.Errorf("%s: is of a run with other --shards or --gzip, whose edges would count twice: give another --output, or --force to remove its files", old[0])
	}
	return old, nil
}

// checkMachine returns an error for what the machine lacks that starts the run.
func (f *flags) checkMachine(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "hrefix-beam-") // the SDK and the graph need such files
	if err != nil {
		return fmt.Errorf("temporary files cannot be written: %w: set TMPDIR to a directory for them", err)
	}
	if err := os.Remove(dir); err != nil {
		return err
	}
	if f.runner() != "prism" {
		return setWorker() // the files are on the workers
	}
	for _, pattern := range f.inputs {
		if !store.IsLocal(pattern) || store.IsDir(pattern) {
			continue
		}
		if found, err := store.List(ctx, pattern); err != nil {
			return fmt.Errorf("--input %s: %w", pattern, err)
		} else if len(found) == 0 {
			return fmt.Errorf("--input %s: no such file: give a pattern that names files, or a local directory", pattern)
		}
	}
	return nil
}

// setWorker makes workers run this program, unless a flag names another program. Otherwise the SDK would
// compile the program again, for which it needs the source and Go.
func setWorker() error {
	if *jobopts.WorkerBinary != "" || runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" { // the system of most workers
		return nil
	}
	self, err := os.Executable()
	*jobopts.WorkerBinary = self
	return err
}
