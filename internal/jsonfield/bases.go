package jsonfield

import (
	"math/bits"
	"slices"
)

// collect finds all bases in the text, and whether the text is valid.
func (w *Walker) collect() {
	for {
		fields, ok := w.step()
		if !ok {
			break
		}
		if fields&w.set.bases == 0 {
			continue
		}
		if i := bits.TrailingZeros64(fields); w.set.fields[i].Role == Base {
			w.basis(Basis{Start: w.scanner.Start, End: w.scanner.End, Field: i})
		}
	}
	slices.SortFunc(w.Bases, func(a, b Basis) int { return a.object - b.object })
}

// basis makes b the basis of the innermost object. The last one of an object counts.
func (w *Walker) basis(b Basis) {
	f := &w.frames[len(w.frames)-1]
	b.object = f.object
	if f.basis > 0 {
		w.Bases[f.basis-1] = b
		return
	}
	w.Bases = append(w.Bases, b)
	f.basis = len(w.Bases)
}
