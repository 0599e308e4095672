package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/manifest"
)

func init() {
	beam.RegisterDoFn(&finishFn{})
}

// A finishFn makes the result of a file of its pieces. It emits lines of the manifest, all by the key 0, and the
// names of the pieces that are right.
type finishFn struct {
	Options
	worker   *work.Worker
	counters counters
}

// Setup implements a DoFn.
func (fn *finishFn) Setup() (err error) {
	fn.counters = newCounters()
	fn.worker, err = work.New(fn.Work)
	return err
}

// ProcessElement finishes the file with the key, whose pieces next yields. It passes lines of the manifest to
// line, and the names of files whose pieces are right to right.
func (fn *finishFn) ProcessElement(ctx context.Context, key string, next func(*Piece) bool, line func(int, []byte), right func(string)) error {
	var pieces []Piece
	for p := (Piece{}); next(&p); p = (Piece{}) {
		pieces = append(pieces, p)
	}
	results, err := fn.finish(ctx, key, pieces)
	if errors.Is(err, store.ErrExists) {
		results, err = []result{fn.failed(&pieces[0].File, err.Error()+": "+existsAdvice)}, nil
	}
	if why := goneBy(pieces[0].File.Name); err != nil && why != nil {
		results, err = []result{fn.failed(&pieces[0].File, why.Error())}, nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", pieces[0].File.Name, err)
	}
	for _, r := range results {
		line(0, manifest.Append(nil, &r.Record))
		fn.counters.add(ctx, &r)
		for _, name := range r.pieces {
			right(name)
		}
	}
	return nil
}

// existsAdvice says what to do with a file that is not replaced.
const existsAdvice = "give --force to replace it, or another --output"

// A result is a record of the manifest, and further facts.
type result struct {
	manifest.Record
	report work.Report
	bytes  int64    // the size of the input in bytes
	pieces []string // the names of the pieces
}

// finish returns the results for a file: one result, or one for each piece if the pieces are not
// joined.
func (fn *finishFn) finish(ctx context.Context, key string, pieces []Piece) ([]result, error) {
	f := &pieces[0].File
	for i := range pieces {
		if pieces[i].File.Name != f.Name {
			return []result{fn.failed(f, fmt.Sprintf("another file has the same path below its pattern: %s: give one pattern for both", pieces[i].File.Name))}, nil
		}
	}
	for i := range pieces {
		if pieces[i].File.Wrong != "" {
			f = &pieces[i].File
		}
	}
	switch {
	case f.Wrong != "":
		return []result{fn.failed(f, f.Wrong)}, nil
	case f.Type == "":
		r, err := fn.pass(ctx, f)
		return []result{r}, err
	}
	right, err := fn.chain(ctx, f, pieces)
	if err != nil {
		return nil, err
	}
	if r := &right[0].Report; r.Error != "" && fn.Work.Job == work.Abs && !r.Kept {
		broken := fn.failed(f, r.Error+": copied as it is") // the command does the same
		err := fn.copy(ctx, f, &broken)
		return []result{broken}, err
	}
	if fn.Apart && len(right) > 1 && fn.Work.Job != work.Graph {
		return fn.apart(ctx, right)
	}
	r, err := fn.joined(ctx, f, right)
	return []result{r}, err
}

// maxAgain is how often a part is processed again before the whole file is processed.
const maxAgain = 100

// chain returns the pieces that are right, in order. It does again what is missing: see package ranges.
func (fn *finishFn) chain(ctx context.Context, f *work.File, pieces []Piece) ([]Piece, error) {
	if !f.Cuts {
		return pieces[:1], nil // other pieces are twins
	}
	for range maxAgain {
		spans := make([]ranges.Span, len(pieces))
		for i := range pieces {
			spans[i] = ranges.Span{Start: pieces[i].Start, End: pieces[i].End}
		}
		order, end := ranges.Chain(spans)
		right := make([]Piece, len(order))
		for i, n := range order {
			right[i] = pieces[n]
		}
		if slices.ContainsFunc(right, func(p Piece) bool { return p.Report.Error != "" }) {
			break
		}
		if end == f.Size {
			return right, nil
		}
		p, err := fn.again(ctx, f, end, ranges.Until(spans))
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, *p)
	}
	fn.counters.again.Inc(ctx, 1)
	p, err := fn.whole(ctx, fn.worker, f)
	if err != nil {
		return nil, err
	}
	return []Piece{*p}, nil
}

// again does the work for the part that begins at start.
func (fn *finishFn) again(ctx context.Context, f *work.File, start int64, more func(int64) bool) (*Piece, error) {
	fn.counters.again.Inc(ctx, 1)
	file, err := openCut(fn.worker, f)
	if err != nil {
		return nil, err
	}
	defer file.Close() // the file was only read
	return fn.part(ctx, fn.worker, f, file, start, more)
}

// record returns the record of a file.
func (fn *finishFn) record(f *work.File) result {
	return result{bytes: f.Size, Record: manifest.Record{
		Name: manifest.NameOf(f.Key), State: manifest.State{Size: f.Size, MTime: store.Time(f.Time)},
	}}
}

// failed returns the result of a file that cannot be worked on.
func (fn *finishFn) failed(f *work.File, why string) result {
	r := fn.record(f)
	r.Outcome, r.Error = manifest.Failed, why
	return r
}

// pass returns the result of a file that is no document: it belongs into a new tree, but not into a list.
func (fn *finishFn) pass(ctx context.Context, f *work.File) (r result, err error) {
	r = fn.record(f)
	if r.Outcome = manifest.Passed; fn.Work.Job != work.Abs {
		return r, nil
	}
	r.Outcome = manifest.Copied
	err = fn.copy(ctx, f, &r)
	return r, err
}

// copy copies the input to the output.
func (fn *finishFn) copy(ctx context.Context, f *work.File, r *result) error {
	if err := fn.output().Copy(ctx, f.Key, f.Name); err != nil {
		return err
	}
	return fn.describe(ctx, f, f.Key, r)
}

// joined writes the result of a file.
func (fn *finishFn) joined(ctx context.Context, f *work.File, right []Piece) (r result, err error) {
	r = fn.record(f)
	for i := range right {
		r.report.Add(&right[i].Report)
		r.pieces = append(r.pieces, right[i].Name)
	}
	r.settle(&right[0].Report)
	if fn.Work.Job == work.Graph {
		err = fn.digest(ctx, f, &r.State)
		return r, err
	}
	key := f.Key + fn.Work.Ending()
	if err := fn.output().Concat(ctx, key, r.pieces); err != nil {
		return r, err
	}
	err = fn.describe(ctx, f, key, &r)
	return r, err
}

// apart gives each piece a name of its own in the output.
func (fn *finishFn) apart(ctx context.Context, right []Piece) (all []result, err error) {
	for i := range right {
		p := &right[i]
		r := fn.record(&p.File)
		r.Range = &manifest.Range{Start: p.Start, End: p.End}
		r.report, r.bytes = p.Report, p.End-p.Start
		r.settle(&p.Report)
		key := rangeName(&p.File, p.Start, p.End) + fn.Work.Ending()
		if err := fn.output().Concat(ctx, key, []string{p.Name}); err != nil {
			return nil, err
		}
		if err := fn.describe(ctx, nil, key, &r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// settle sets the outcome and the counts of a result.
func (r *result) settle(first *work.Report) {
	c := &r.report
	r.Counts = &manifest.Counts{
		Documents: int(c.Documents), Changed: int(c.Changed), References: int(c.References),
		Rewritten: int(c.Rewritten), Left: int(c.Left), Notes: int(c.Notes),
	}
	switch r.Outcome = manifest.Done; {
	case first.Error != "":
		r.Outcome, r.Error = manifest.Failed, first.Error
	case c.Changed == 0:
		r.Outcome = manifest.Unchanged
	}
}

// describe sets the facts in the record about the output, whose path is key, and the digest of the input f,
// unless f is nil.
func (fn *finishFn) describe(ctx context.Context, f *work.File, key string, r *result) error {
	name := store.Join(fn.Output, key)
	size, changed, err := store.Stat(ctx, name)
	if err != nil {
		return err
	}
	r.Output = &manifest.File{Name: manifest.NameOf(key), State: manifest.State{Size: size, MTime: store.Time(changed)}}
	if fn.Work.Job != work.Abs && r.Outcome == manifest.Unchanged {
		r.Outcome = manifest.Done // a list is never the same as its file
	}
	if fn.Digests {
		if r.Output.Digest, err = digest(ctx, name); err != nil {
			return err
		}
	}
	return fn.digest(ctx, f, &r.State)
}

// digest sets the digest of a file.
func (fn *finishFn) digest(ctx context.Context, f *work.File, s *manifest.State) (err error) {
	if fn.Digests && f != nil {
		s.Digest, err = digest(ctx, f.Name)
	}
	return err
}

// digest returns the digest of a file.
func digest(ctx context.Context, name string) (string, error) {
	r, err := store.Open(ctx, name)
	if err != nil {
		return "", err
	}
	defer r.Close() // the file was only read
	return manifest.Digest(io.Reader(r))
}

// Failed returns the number of files that failed, as the runner has counted them.
func Failed(r beam.PipelineResult) (n int64) {
	if r == nil {
		return 0
	}
	named := func(r metrics.SingleResult) bool { return r.Namespace() == "hrefix" && r.Name() == "failed" }
	for _, c := range r.Metrics().Query(named).Counters() {
		n += c.Result()
	}
	return n
}

// The counters of a run. Runners show them. Only the numbers in the manifest are exact: some runners count
// repeated work twice.
type counters struct {
	files, failed, pieces, bytes, documents, changed, references, rewritten, left, notes, records, again beam.Counter
	layers                                                                                               [4]beam.Counter
}

func newCounters() counters {
	name := func(name string) beam.Counter { return beam.NewCounter("hrefix", name) }
	return counters{
		files: name("files"), failed: name("failed"), pieces: name("pieces"), bytes: name("bytes"), documents: name("documents"),
		changed: name("changed"), references: name("references"), rewritten: name("rewritten"), left: name("left"),
		notes: name("notes"), records: name("records"), again: name("done_again"),
		layers: [4]beam.Counter{name("layer_default"), name("layer_retrieval"), name("layer_encapsulating"), name("layer_embedded")},
	}
}

// add counts a result.
func (c *counters) add(ctx context.Context, r *result) {
	if r.Range == nil || r.Range.Start == 0 {
		c.files.Inc(ctx, 1)
	}
	if r.Outcome == manifest.Failed {
		c.failed.Inc(ctx, 1)
	}
	c.pieces.Inc(ctx, int64(len(r.pieces)))
	c.bytes.Inc(ctx, r.bytes)
	c.documents.Inc(ctx, r.report.Documents)
	c.changed.Inc(ctx, r.report.Changed)
	c.references.Inc(ctx, r.report.References)
	c.rewritten.Inc(ctx, r.report.Rewritten)
	c.left.Inc(ctx, r.report.Left)
	c.notes.Inc(ctx, r.report.Notes)
	c.records.Inc(ctx, r.report.Records)
	for i, n := range []int64{r.report.Default, r.report.Retrieval, r.report.Encapsulating, r.report.Embedded} {
		c.layers[i].Inc(ctx, n)
	}
}
