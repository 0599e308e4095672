package pipeline

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/internal/manifest"
)

func init() {
	beam.RegisterDoFn(&listFn{})
}

// A listFn writes the manifest, and removes the pieces from a local file system.
type listFn struct{ Options }

// ProcessElement implements a DoFn. Empty lines only say that a step has ended.
func (fn *listFn) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool) error {
	var lines [][]byte
	for line := []byte(nil); next(&line); line = nil {
		if len(line) > 0 {
			lines = append(lines, bytes.Clone(line))
		}
	}
	slices.SortFunc(lines, bytes.Compare) // sorting puts the lines of one file together
	if fn.Manifest != "" {
		if err := fn.write(ctx, lines); err != nil {
			return err
		}
	}
	return store.RemoveAll(ctx, store.Join(fn.Output, PiecesDir), nil)
}

// write writes the manifest.
func (fn *listFn) write(ctx context.Context, lines [][]byte) error {
	out, err := store.Create(ctx, fn.Manifest)
	if err != nil {
		return err
	}
	for _, line := range slices.Concat([][]byte{fn.Header}, lines, [][]byte{fn.end(lines)}) {
		if _, err := out.Write(line); err != nil {
			out.Abort()
			return err
		}
	}
	return out.Commit()
}

// end returns the last line of the manifest.
func (fn *listFn) end(lines [][]byte) []byte {
	end := manifest.End{End: true, Seconds: time.Since(time.Unix(0, fn.Begin)).Seconds(), Time: time.Now().UTC().Truncate(time.Second)}
	last := ""
	_, _ = manifest.Read(io.MultiReader(bytes.NewReader(fn.Header), bytes.NewReader(slices.Concat(lines...))), func(l *manifest.Line) error { // memory has no errors
		r := l.Record
		if r == nil {
			return nil // the header
		}
		if name := r.Name.String(); name != last {
			last = name
			end.Files++
		}
		if r.Outcome == manifest.Failed {
			end.Failed++
		}
		return nil
	})
	return manifest.Append(nil, &end)
}
