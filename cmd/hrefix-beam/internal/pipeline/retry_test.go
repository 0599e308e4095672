package pipeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
)

func init() {
	beam.RegisterDoFn(&retriedFn{})
	beam.RegisterDoFn(&brokenFn{})
}

// A retriedFn does what a runner does that tries bundles again: what an attempt that failed has emitted is dropped, and
// its files stay. Prism itself ends the job when a bundle fails.
type retriedFn struct{ Work workFn }

func (fn *retriedFn) Setup() error { return fn.Work.Setup() }
func (fn *retriedFn) CreateInitialRestriction(f work.File) offsetrange.Restriction {
	return fn.Work.CreateInitialRestriction(f)
}
func (fn *retriedFn) SplitRestriction(f work.File, r offsetrange.Restriction) []offsetrange.Restriction {
	return fn.Work.SplitRestriction(f, r)
}
func (fn *retriedFn) RestrictionSize(f work.File, r offsetrange.Restriction) float64 {
	return fn.Work.RestrictionSize(f, r)
}
func (fn *retriedFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return fn.Work.CreateTracker(r)
}

// ProcessElement works on random parts of the range first, which nobody hears of, and leaves half a file. Then it works on
// the range, and sometimes emits its piece twice.
func (fn *retriedFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, f work.File, emit func(string, Piece)) error {
	r := rt.GetRestriction().(offsetrange.Restriction)
	if f.Cuts && rand.IntN(2) == 0 {
		end := r.Start + 1 + rand.Int64N(r.End-r.Start)
		lost := fn.Work.CreateTracker(offsetrange.Restriction{Start: r.Start, End: end})
		if _, err := fn.Work.process(ctx, lost, &f); err != nil {
			return err
		}
		half, err := store.Create(ctx, fn.Work.pieceName(&f, r.Start, r.End)) // never committed
		if err != nil {
			return err
		}
		_, _ = half.Write([]byte("half"))
	}
	p, err := fn.Work.process(ctx, rt, &f)
	if err != nil || p == nil {
		return err
	}
	for range 1 + rand.IntN(2) {
		emit(f.Key, *p)
	}
	return nil
}

// TestRetries: attempts that fail leave no half and no twin.
func TestRetries(t *testing.T) {
	src := t.TempDir()
	paths := set(t, src, 2<<20)
	want := absOf(t, src, paths)
	o := options(t, work.Abs, src)
	o.SplitSize = 64 << 10
	run(t, o, func(s beam.Scope, o Options) {
		files := measured(s, o)
		Finish(s, o, beam.ParDo(s, &retriedFn{Work: workFn{Options: o}}, files))
	})
	sameTrees(t, want, o.Output)
	require.Empty(t, glob(t, o.Output, ".hrefix-*"))
}

// glob returns the files in a directory with a name that matches a pattern.
func glob(t testing.TB, dir, pattern string) (found []string) {
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if ok, _ := filepath.Match(pattern, d.Name()); ok {
			found = append(found, name)
		}
		return err
	}))
	return found
}

// A brokenFn fails at random.
type brokenFn struct{ Calls int }

func (fn *brokenFn) ProcessElement(key string, p Piece, emit func(string, Piece)) error {
	if rand.IntN(fn.Calls) == 0 {
		return errors.New("the machine is gone")
	}
	emit(key, p)
	return nil
}

// TestRerun: a job that failed leaves pieces, and can be run again into the same output.
func TestRerun(t *testing.T) {
	src := t.TempDir()
	paths := set(t, src, 1<<20)
	want := absOf(t, src, paths)
	o := options(t, work.Abs, src)
	o.SplitSize = 64 << 10
	broken := func(calls int) func(beam.Scope, Options) {
		return func(s beam.Scope, o Options) {
			pieces := beam.ParDo(s, &workFn{Options: o}, measured(s, o))
			Finish(s, o, beam.ParDo(s, &brokenFn{Calls: calls}, pieces))
		}
	}
	require.ErrorContains(t, try(t, &o, broken(1)), "the machine is gone")
	require.DirExists(t, filepath.Join(o.Output, PiecesDir))
	require.NoFileExists(t, o.Manifest)
	run(t, o, Build)
	sameTrees(t, want, o.Output)
}
