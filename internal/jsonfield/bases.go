package jsonfield

import (
	"math/bits"
	"slices"
)

// collect sets Bases, and Fault if the text is not valid. It reads the whole text.
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
			w.addBase(BaseString{Start: w.scanner.Start, End: w.scanner.End, Field: i})
		}
	}
	slices.SortFunc(w.Bases, func(a, b BaseString) int { return a.object - b.object })
}

// addBase adds the BaseString of the innermost object, or replaces the BaseString that the object has.
func (w *Walker) addBase(b BaseString) {
	f := &w.frames[len(w.frames)-1]
	b.object = f.object
	if f.base > 0 {
		w.Bases[f.base-1] = b
		return
	}
	w.Bases = append(w.Bases, b)
	f.base = len(w.Bases)
}
