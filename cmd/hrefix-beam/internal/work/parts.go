package work

import (
	"bufio"
	"errors"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// Cut returns the file in src for cutting it into parts. The error is [ranges.ErrWhole] for a file that must
// stay whole.
func (w *Worker) Cut(f *File, src io.ReaderAt) (*ranges.File, error) {
	t, err := detect.ParseType(f.Type)
	if err != nil || f.Size == 0 || w.opts.Format == JSON && !t.HasRecords() { // lines and messages are counted from the start
		return nil, ranges.ErrWhole
	}
	all := container.Formats()
	i := slices.IndexFunc(all, func(of *format.Format) bool { return of.Name == f.Type })
	if i < 0 {
		return nil, ranges.ErrWhole
	}
	return ranges.Open(src, f.Size, all[i], format.Options{MaxMember: int(w.opts.MaxDocument), Limits: w.limits()})
}

// Measure sets whether a file can be cut, whose content is in src.
func (w *Worker) Measure(f *File, src io.ReaderAt) error {
	_, err := w.Cut(f, src)
	f.Cuts = err == nil
	if errors.Is(err, ranges.ErrWhole) {
		return nil
	}
	return err
}

// RunPart does the job for a part of a file, and writes the result to out. If the Report has an error, the
// file has to be processed as a whole. The error of RunPart comes from out.
func (w *Worker) RunPart(out io.Writer, f *File, part *ranges.Part) (*Report, error) {
	buffered := bufio.NewWriterSize(out, 64<<10)
	if w.opts.Job == Abs {
		part.Rewrite(buffered)
	}
	text := &source{Reader: bufio.NewReaderSize(part, headSize), units: part.Units(), back: part.Back()}
	report, err := w.run(buffered, f, text, part.Start())
	if err == nil && part.Dense() && report.Error == "" {
		report.Error = "expands very much"
	}
	return report, err
}
