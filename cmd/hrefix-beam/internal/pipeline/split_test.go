package pipeline

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
)

// TestDynamic: ranges that are split while they are worked on, again and again, give the result of the whole file.
func TestDynamic(t *testing.T) {
	ctx := context.Background()
	src := t.TempDir()
	paths := set(t, src, 2<<20)
	want := absOf(t, src, paths)
	o := options(t, work.Abs, src)
	worker := &workFn{Options: o}
	require.NoError(t, worker.Setup())
	finish := &finishFn{Options: o}
	require.NoError(t, finish.Setup())
	splits := 0
	for _, path := range paths {
		f := work.File{Name: filepath.Join(src, path), Key: path, Found: true}
		var err error
		f.Size, f.Time, err = store.Stat(ctx, f.Name)
		require.NoError(t, err)
		in, err := os.Open(f.Name)
		require.NoError(t, err)
		require.NoError(t, worker.worker.Detect(&f, in))
		require.NoError(t, worker.worker.Measure(&f, in))
		require.NoError(t, in.Close())
		require.True(t, f.Cuts, path)
		pieces := processSplit(t, worker, f)
		splits += len(pieces) - 1
		rand.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		_, err = finish.finish(ctx, path, pieces)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(want, path))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(o.Output, path))
		require.NoError(t, err)
		require.True(t, string(text) == string(got), path)
	}
	require.Greater(t, splits, len(paths))
}

// processSplit works on a file whose ranges are split at random while they are worked on.
func processSplit(t *testing.T, fn *workFn, f work.File) (pieces []Piece) {
	todo := []offsetrange.Restriction{fn.CreateInitialRestriction(f)}
	for len(todo) > 0 {
		rt := fn.CreateTracker(todo[0])
		todo = todo[1:]
		ended, split := make(chan struct{}), make(chan []offsetrange.Restriction)
		go func() {
			var residuals []offsetrange.Restriction
			for range 3 {
				for range rand.IntN(2000) {
					runtime.Gosched()
				}
				if _, residual, err := rt.TrySplit(rand.Float64()); err == nil && residual != nil {
					residuals = append(residuals, residual.(offsetrange.Restriction))
				}
			}
			<-ended
			split <- residuals
		}()
		p, err := fn.process(context.Background(), rt, &f)
		require.NoError(t, err)
		close(ended)
		residuals := <-split
		require.NoError(t, rt.GetError())
		require.True(t, rt.IsDone())
		if len(pieces) < 50 { // enough; the others are done again by finish
			todo = append(todo, residuals...)
		}
		if p != nil {
			pieces = append(pieces, *p)
		}
	}
	return pieces
}
