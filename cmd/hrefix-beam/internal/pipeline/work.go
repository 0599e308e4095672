package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/container/ranges"
)

func init() {
	beam.RegisterDoFn(&workFn{})
}

// A Piece is the result for a range of a file, or for a whole file.
type Piece struct {
	File       work.File
	Start, End int64  // the actual start of the range, and the start of the next range
	Name       string // the name of the file with the result; empty if there is nothing to write
	Report     work.Report
}

// pieceName returns the name of the piece for a range.
func (o *Options) pieceName(f *work.File, start, end int64) string {
	return store.Join(o.Output, PiecesDir+"/"+inPieces(rangeName(f, start, end)+o.Work.Ending()))
}

// inPieces returns the path of a piece in the directory of pieces. Directories have names there that no piece has.
func inPieces(key string) string { return strings.ReplaceAll(key, "/", ".d/") }

// rangeName returns the key of a file with a range. Names sort as ranges do.
func rangeName(f *work.File, start, end int64) string {
	return fmt.Sprintf("%s.%015d-%015d", f.Key, start, end)
}

// A workFn does the job for files or ranges of them. It emits pieces by the key of the file.
type workFn struct {
	Options
	worker *work.Worker
}

// Setup implements a DoFn.
func (fn *workFn) Setup() (err error) {
	fn.worker, err = work.New(fn.Work)
	return err
}

// CreateInitialRestriction implements a splittable DoFn. That of a file that is not split is one unit of work.
func (fn *workFn) CreateInitialRestriction(f work.File) offsetrange.Restriction {
	if f.Cuts {
		return offsetrange.Restriction{End: f.Size}
	}
	return offsetrange.Restriction{End: 1}
}

// SplitRestriction implements a splittable DoFn.
func (fn *workFn) SplitRestriction(f work.File, r offsetrange.Restriction) []offsetrange.Restriction {
	if !f.Cuts {
		return []offsetrange.Restriction{r}
	}
	return r.SizedSplits(fn.SplitSize)
}

// RestrictionSize implements a splittable DoFn.
func (fn *workFn) RestrictionSize(f work.File, r offsetrange.Restriction) float64 {
	if f.Cuts {
		return r.Size()
	}
	return float64(max(f.Size, 1))
}

// CreateTracker implements a splittable DoFn.
func (fn *workFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// ProcessElement implements a splittable DoFn.
func (fn *workFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, f work.File, emit func(string, Piece)) error {
	p, err := fn.process(ctx, rt, &f)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if p != nil {
		emit(f.Key, *p)
	}
	return nil
}

// process returns the piece for the restriction of rt, or nil if no unit of the file begins in it.
func (fn *workFn) process(ctx context.Context, rt *sdf.LockRTracker, f *work.File) (*Piece, error) {
	from := rt.GetRestriction().(offsetrange.Restriction).Start
	if !f.Cuts {
		if !rt.TryClaim(from) {
			return nil, nil
		}
		p, err := fn.whole(ctx, fn.worker, f)
		return orGone(p, f, err)
	}
	end := func() bool { return rt.TryClaim(rt.GetRestriction().(offsetrange.Restriction).End) } // nothing is left
	file, err := openCut(fn.worker, f)
	if err != nil {
		end()
		return orGone(nil, f, err)
	}
	defer file.Close() // the file was only read
	start, err := file.Next(from)
	if err != nil || !rt.TryClaim(start) {
		return nil, err
	}
	ended := false // TryClaim must not be called after it has returned false
	p, err := fn.part(ctx, fn.worker, f, file, start, func(at int64) bool {
		ended = ended || !rt.TryClaim(at)
		return !ended
	})
	if !ended {
		end()
	}
	return orGone(p, f, err)
}

// orGone returns p. If there is an error because a local file has vanished, or is no longer readable, it
// returns a piece of the file with that error, since trying again does not help.
func orGone(p *Piece, f *work.File, err error) (*Piece, error) {
	if err == nil {
		return p, nil
	}
	why := goneBy(f.Name)
	if why == nil {
		return nil, err
	}
	gone := *f
	gone.Wrong = why.Error()
	return &Piece{File: gone, End: f.Size}, nil
}

// goneBy returns the error of opening a local file that has vanished or is no longer readable. It
// returns nil for other files.
func goneBy(name string) error {
	file, err := store.At(name)
	if file != nil {
		_ = file.Close() // the file was only opened
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// A cutFile is a file that is cut into parts.
type cutFile struct {
	*ranges.File
	io.Closer
}

// openCut opens a file that is cut into parts.
func openCut(worker *work.Worker, f *work.File) (*cutFile, error) {
	src, err := store.At(f.Name)
	if err != nil {
		return nil, err
	}
	file, err := worker.Cut(f, src)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	return &cutFile{file, src}, nil
}

// part does the job for the part of a file that begins at start. more is the argument of
// [ranges.File.Part].
func (o *Options) part(ctx context.Context, worker *work.Worker, f *work.File, file *cutFile, start int64, more func(int64) bool) (*Piece, error) {
	part := file.Part(start, more)
	defer part.Close() // the file was only read
	p := &Piece{File: *f, Start: start, End: f.Size}
	return p, o.write(ctx, p, func(out io.Writer) (*work.Report, int64, error) {
		r, err := worker.RunPart(out, f, part)
		end, ok := part.End()
		if !ok {
			end = f.Size // there is an error
		}
		return r, end, err
	})
}

// whole does the job for a whole file.
func (o *Options) whole(ctx context.Context, worker *work.Worker, f *work.File) (*Piece, error) {
	p := &Piece{File: *f, End: f.Size}
	if f.Type == "" {
		return p, nil
	}
	in, err := store.Open(ctx, f.Name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // the file was only read
	return p, o.write(ctx, p, func(out io.Writer) (*work.Report, int64, error) {
		r, err := worker.Run(out, f, in)
		return r, f.Size, err
	})
}

// write writes the file of a piece. do returns the end of the range, which may differ from the end
// of p.
func (o *Options) write(ctx context.Context, p *Piece, do func(io.Writer) (*work.Report, int64, error)) error {
	out, err := store.Create(ctx, o.pieceName(&p.File, p.Start, p.End))
	if err != nil {
		return err
	}
	report, end, err := do(out)
	if err != nil {
		out.Abort()
		return err
	}
	p.Report, p.End = *report, end
	p.Name = o.pieceName(&p.File, p.Start, p.End)
	out.Rename(p.Name)
	return out.Commit()
}
