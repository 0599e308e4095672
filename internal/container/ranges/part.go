package ranges

import (
	"cmp"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/hrefix/hrefix/internal/container/format"
)

// unbounded is the end of a part that has not ended yet.
const unbounded = math.MaxInt64

// A Part reads a part of a file as a file of its own, without its coding. It implements
// engine.Decoded, so that the engine finds the offsets of records, and writes through it.
type Part struct {
	file  *File
	start int64
	end   int64 // unbounded until the end is known
	more  func(at int64) bool
	last  bool // the function more of File.Part has returned false

	text    io.Reader
	decoder format.Decoder    // nil if the file has no coding
	back    format.UnitWriter // nil unless Rewrite was called
	raw     *rawReader
	places  func() (int64, error, bool) // returns the next place in the text; nil if the decoder finds the places
	stop    func()                      // stops places, or nil
	size    int64                       // the size of the text that was read
	final   byte                        // the last byte of the text
}

// Part returns the part that begins at start, which is a result of [File.Next] or the end of another
// part. more is called with each later place where a unit begins, in order, before the unit is read. Once it
// returns false it is not called again, and the part ends at that place, or at the first place after it
// where a part can begin. Close has to be called.
func (f *File) Part(start int64, more func(at int64) bool) *Part {
	p := &Part{file: f, start: start, end: unbounded, more: more}
	p.raw = &rawReader{part: p, src: f.section(start)}
	if f.coding == nil {
		p.text = p.raw
		p.places, p.stop = iter.Pull2(f.format.Cuts.Places(f.section(start), f.start, f.options))
		return p
	}
	p.decoder = f.decoder(start, p.raw)
	p.text, p.raw.limit = p.decoder, unbounded
	p.decoder.StopAt(func(unit int64) bool {
		at := start + unit
		return at < f.size && p.endsAt(at, p.final == '\n')
	})
	return p
}

// endsAt reports whether the part ends at a place. line is whether the text before the place ends with a line ending.
func (p *Part) endsAt(at int64, line bool) bool {
	p.last = p.last || !p.more(at)
	if p.last && line && p.file.begins(at) {
		p.end = at
	}
	return p.end == at
}

// A rawReader reads the bytes of a part. It may not be known yet where the part ends: before it reads the bytes of a
// unit, the reader finds the place after them.
type rawReader struct {
	part  *Part
	src   io.Reader
	limit int64 // the offset in the file up to which bytes are known to belong to the part
	n     int64 // bytes that were read
	err   error
}

// Read implements [io.Reader].
func (r *rawReader) Read(b []byte) (int, error) {
	p := r.part
	for r.err == nil && p.places != nil && p.start+r.n >= r.limit && p.end == unbounded {
		at, err, ok := p.places()
		switch {
		case err != nil:
			r.err = err
		case !ok:
			r.limit, p.places = p.file.size, nil
		default:
			r.limit = p.start + at
			p.endsAt(r.limit, true)
		}
	}
	if r.err != nil {
		return 0, r.err
	}
	left := min(r.limit, p.end) - p.start - r.n
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := r.src.Read(b[:min(int64(len(b)), left)])
	r.n += int64(n)
	return n, err
}

// Read implements [io.Reader]. It reads the text of the part.
func (p *Part) Read(b []byte) (int, error) {
	n, err := p.text.Read(b)
	if p.size += int64(n); n > 0 {
		p.final = b[n-1]
	}
	switch {
	case err == io.EOF && p.end == unbounded:
		p.end = p.file.size
	case err != nil && err != io.EOF && p.raw.err == nil:
		p.raw.err = io.EOF // a Writer does not copy the rest of the file
	}
	return n, err
}

// Len returns 0: the size of the text is not known. Package engine does not wrap a reader with this
// method.
func (p *Part) Len() int { return 0 }

// Start returns the offset at which the part begins.
func (p *Part) Start() int64 { return p.start }

// End returns the offset in the file at which the part ends, once Read has returned io.EOF: the start
// of the next part, or the size of the file. Otherwise ok is false.
func (p *Part) End() (end int64, ok bool) { return p.end, p.end != unbounded }

// Dense reports whether the part expands so much that a whole file of such parts may exceed the limits: more
// than [format.Limits].Ratio allows or, if there is a Size, than the part's share of it. Call it after
// Read has returned io.EOF.
func (p *Part) Dense() bool {
	if p.decoder == nil {
		return false
	}
	if most := p.file.options.Limits.Size; most > 0 {
		const margin = 0.999 // less than 1, for rounding errors
		share := float64(p.end-p.start) / float64(p.file.size)
		return float64(p.size) > margin*share*float64(most)
	}
	return p.decoder.Dense()
}

// Units returns the units of a part with a coding, or nil.
func (p *Part) Units() format.Units {
	if p.decoder == nil {
		return nil
	}
	return p.decoder
}

// Rewrite makes the part write its changed bytes to w. It must be called before Read, and has no effect if
// the file has no coding: the engine then writes itself.
func (p *Part) Rewrite(w io.Writer) {
	if p.decoder != nil {
		p.back = p.decoder.Rewrite(w)
	}
}

// Back returns the Writer of the part, or nil.
func (p *Part) Back() format.UnitWriter { return p.back }

// Close closes the part. It does not close the file.
func (p *Part) Close() error {
	if p.stop != nil {
		p.stop()
	}
	if p.decoder == nil {
		return nil
	}
	return p.decoder.Close()
}

// A Span is a part that was read: where it began, and where the next part begins.
type Span struct{ Start, End int64 }

// Chain finds the spans that are parts of a file: the span at its start, then each span that begins where the
// span before it ends. It returns their indexes in this order, and the end of the last span. If that is not
// the size of the file, the rest of the file has to be read, with [Until]; then Chain is called again.
func Chain(spans []Span) (right []int, end int64) {
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].Start, spans[b].Start) })
	for _, i := range order {
		if s := spans[i]; s.Start == end && s.End > s.Start {
			right, end = append(right, i), s.End
		}
	}
	return right, end
}

// Until returns a function for [File.Part] with which a part ends where one of the spans begins.
func Until(spans []Span) (more func(at int64) bool) {
	starts := make(map[int64]bool, len(spans))
	for _, s := range spans {
		starts[s.Start] = true
	}
	return func(at int64) bool { return !starts[at] }
}
