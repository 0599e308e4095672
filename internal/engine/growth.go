package engine

import (
	"math"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// If a document of one megabyte consists of references of two bytes, and its base has 8 KiB, the
// output has four gigabytes. So a document is left as it is if its references would make it grow
// beyond Options.MaxGrowth. That is decided before any reference is reported. Most documents have
// so few references that they cannot exceed the limit. For the others, a walk counts the bytes
// without making edits.

const (
	// usualGrowth is used if Options.MaxGrowth is 0.
	usualGrowth = 16
	// freeGrowth is how many bytes any source may grow, however small it is.
	freeGrowth = 16 << 20
	// maxEscape is the length of the longest escape of one byte in the text of a document:
	// "&quot;", or "\u0026" in JSON.
	maxEscape = 6
)

// mayGrow returns how many bytes a text of n bytes may grow.
func (o *Options) mayGrow(n int) int {
	times := o.MaxGrowth
	if times == 0 {
		times = usualGrowth
	}
	return plus(freeGrowth, product(times-1, n))
}

// plus and product return the sum and the product of two numbers that are not negative, or
// math.MaxInt if that is exceeded.
func plus(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

func product(a, b int) int {
	if a != 0 && b > math.MaxInt/a {
		return math.MaxInt
	}
	return a * b
}

// A growth counts the bytes that references would add, in a walk that makes no edits.
type growth struct {
	n, limit int
}

// isOver reports whether the limit is exceeded.
func (g *growth) isOver() bool { return g != nil && g.n > g.limit }

// add counts a reference text that is replaced by target.
func (g *growth) add(text, target []byte) {
	g.n = plus(g.n, max(0, len(target)-len(text)))
	if isUnescaped(target) {
		return
	}
	for i := range target {
		if !isUnescaped(target[i : i+1]) {
			g.n = plus(g.n, maxEscape-1)
		}
	}
}

// isUnescaped reports whether b needs no escapes in any place of a document.
func isUnescaped[T string | []byte](b T) bool {
	for i := range len(b) {
		if c := b[i]; c == '(' || c == ')' || c == '\\' || c == ',' {
			return false
		}
	}
	return view.NeedsNoEscape(b)
}

// growLimit returns how many bytes a document may grow.
func (w *walk) growLimit(n int) int { return min(w.opts.mayGrow(n), w.limits.room) }

// grown subtracts the bytes that a document grew by from the bytes that the message may grow by.
func (w *walk) grown(n int) { w.limits.room -= min(w.limits.room, max(0, n)) }

// outgrows reports whether the references of a document would make it grow beyond the
// limit.
func (w *walk) outgrows(sc *scope) bool {
	if w.limits.growth != nil || w.depth > 0 && !sc.isMarkup || sc.keep != none || w.opts.Mode == Pin {
		return false // the text is counted with the document around it, or gets no edits
	}
	limit := w.growLimit(len(sc.bytes))
	most := w.mostGrowth(sc, limit)
	if most > limit {
		g := &growth{limit: limit} // Options.Decide is not called for the documents that are left
		w.rehearseEdits(sc, func() { w.limits.growth, w.answers = g, nil })
		if g.isOver() {
			return true
		}
		most = g.n
	}
	sc.reserved = most
	return false
}

// mostGrowth returns an upper bound for the bytes that the references of a document add, if each
// becomes as long as it can. It counts the references only if the bound would otherwise exceed the
// limit, or if the document is a feed, which shares the limit with the documents in it.
func (w *walk) mostGrowth(sc *scope, limit int) int {
	n := len(sc.bytes)
	each := max(addedBy(sc.doc.Base), addedBy(sc.fallback)) // the most bytes that any base can add to a reference
	own := 0                                                // bytes that references grow without the base
	if w.collector.VariesBase {
		own, each = product(n, maxEscape), plus(each, maxEscape*base.MaxURL)
	}
	if w.opts.Tree != nil {
		each = max(each, maxEscape*decide.MaxReference)
	}
	if w.opts.mover != nil {
		each = plus(product(each, 3), product(w.opts.mover.Table.Longest(), maxEscape))
	}
	if w.opts.Dialect == resolve.WHATWG { // escapes, and names of hosts
		own = plus(own, product(n, maxEscape))
	}
	if most := plus(own, product(n/2+1, each)); most <= limit && !w.inFeed {
		return most
	}
	return plus(own, product(w.tallied().links, each))
}

// addedBy returns the most bytes that b can add to a reference.
func addedBy(b *base.Result) int {
	const more = 16 // a slash, or a dot segment
	url := b.String()
	if isUnescaped(url) {
		return len(url) + more
	}
	return maxEscape*len(url) + more
}
