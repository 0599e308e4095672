package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
)

func init() {
	beam.RegisterDoFn(&expandFn{})
	beam.RegisterDoFn(&measureFn{})
	beam.RegisterType(reflect.TypeFor[work.File]())
	beam.RegisterType(reflect.TypeFor[Piece]())
}

// An expandFn emits the files that a pattern names. It knows only their names.
type expandFn struct{ Options }

// ProcessElement implements a DoFn.
func (fn *expandFn) ProcessElement(ctx context.Context, pattern string, emit func(work.File)) error {
	all, err := store.List(ctx, pattern)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no such file: give a pattern that names files, or a local directory", pattern)
	}
	for _, f := range all {
		if err := fn.checkApart(&f); err != nil {
			return err
		}
	}
	for _, f := range all {
		file := work.File{Name: f.Name, Key: f.Key, Found: f.In}
		if f.VCS {
			file.Why = "in a directory of version control"
		}
		if first, _, _ := strings.Cut(f.Key, "/"); strings.HasPrefix(first, PiecesDir) {
			file.Wrong = "its result would be in the directory of the pieces, which is removed: give it another name than " + PiecesDir
		}
		emit(file)
	}
	return nil
}

// checkApart returns an error if a file is in the output, or is the manifest: a result could replace it.
func (fn *expandFn) checkApart(f *store.Found) error {
	switch {
	case f.In: // checked before the run
		return nil
	case store.IsIn(filepath.Dir(f.Name), fn.Output):
		return fmt.Errorf("%s: is within --output %s: give another directory: files are not written in place here", f.Name, fn.Output)
	case fn.Manifest != "" && store.IsIn(f.Name, fn.Manifest):
		return fmt.Errorf("%s: is the manifest of this run: give another name", f.Name)
	}
	return nil
}

// A measureFn finds the size and the type of a file.
type measureFn struct {
	Options
	worker *work.Worker
}

// Setup implements a DoFn.
func (fn *measureFn) Setup() (err error) {
	fn.worker, err = work.New(fn.Work)
	return err
}

// ProcessElement implements a DoFn.
func (fn *measureFn) ProcessElement(ctx context.Context, f work.File, emit func(work.File)) error {
	if f.Wrong != "" {
		emit(f)
		return nil
	}
	var err error
	if f.Size, f.Time, err = store.Stat(ctx, f.Name); err != nil {
		f.Wrong = err.Error()
		emit(f)
		return nil
	}
	if f.Why != "" {
		emit(f)
		return nil
	}
	r, err := store.Open(ctx, f.Name)
	if err != nil {
		f.Wrong = err.Error()
		emit(f)
		return nil
	}
	defer r.Close() // the file was only read
	if err := fn.worker.Detect(&f, r); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if at, err := store.At(f.Name); err == nil && at != nil && !fn.Whole {
		defer at.Close() // the file was only read
		if err := fn.worker.Measure(&f, at); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	emit(f)
	return nil
}
