package rewrite

import (
	"math"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A base of 8 KiB in front of references of two bytes makes of a megabyte four
// gigabytes. So a document whose references would make it grow beyond a limit is left:
// Options.MaxGrowth. That is known before anybody is told of a reference: mostly there
// are too few of them whatever they become, and else a walk counts, and makes no edits.

const (
	// usualGrowth stands for an Options.MaxGrowth of 0.
	usualGrowth = 16
	// freeGrowth is how many bytes a source may grow however small it is.
	freeGrowth = 16 << 20
	// maxEscape is how many bytes one byte is written as at the most, in the text of a
	// document: "&quot;", or "\u0026" in JSON.
	maxEscape = 6
)

const reasonGrowth = "the document would grow beyond the limit"

// mayGrow returns how many bytes a text of n bytes may grow.
func (o *Options) mayGrow(n int) int {
	times := o.MaxGrowth
	if times == 0 {
		times = usualGrowth
	}
	return plus(freeGrowth, product(times-1, n))
}

// plus and product return the sum and the product of two numbers that are not
// negative, or the greatest number.
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

// A growth is what a walk counts that makes no edits.
type growth struct {
	n, limit int
}

// isOver reports whether the limit is exceeded.
func (g *growth) isOver() bool { return g != nil && g.n > g.limit }

// add counts a reference that is replaced.
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

// isUnescaped reports whether no place of a document needs escapes for b.
func isUnescaped[T string | []byte](b T) bool {
	return view.NeedsNoEscape([]byte(b)) && strings.IndexAny(string(b), `()\,`) < 0
}

// growLimit returns how many bytes a document may grow.
func (w *walk) growLimit(n int) int { return min(w.opts.mayGrow(n), w.room) }

// grown takes notice of how many bytes a document grew.
func (w *walk) grown(n int) { w.room -= min(w.room, max(0, n)) }

// outgrows reports whether the references of a document would make it grow beyond the
// limit.
func (w *walk) outgrows(sc *scope) bool {
	if w.growth != nil || w.depth > 0 || sc.keep != "" || w.opts.Mode == Pin {
		return false // it is counted with the document around it, or nothing becomes of it
	}
	limit := w.growLimit(len(sc.bytes))
	if !w.mayOutgrow(sc, limit) {
		return false
	}
	g := w.count(sc, limit)
	return g.isOver()
}

// mayOutgrow reports whether there are enough references for that, if each becomes as
// long as it can.
func (w *walk) mayOutgrow(sc *scope, limit int) bool {
	n := len(sc.bytes)
	each := w.longest(sc)
	own := 0 // what references become that are longer by themselves
	if w.foreign {
		own = product(n, maxEscape)
	}
	if w.opts.Dialect == resolve.WHATWG { // escapes, and names of hosts
		own = plus(own, product(n, maxEscape))
	}
	if plus(own, product(n/2+1, each)) <= limit {
		return false
	}
	if w.stage == once {
		w.tally.begin()
		w.tally.add(w.sites)
	}
	return plus(own, product(w.tally.links, each)) > limit
}

// longest returns how many bytes the base adds to a reference at the most.
func (w *walk) longest(sc *scope) int {
	n := max(addedBy(sc.doc.Base), addedBy(sc.fallback))
	if w.foreign {
		n = plus(n, maxEscape*base.MaxURL)
	}
	if w.opts.Mode == MakeRelative || w.opts.Tree != nil { // "../", and escapes
		n = product(n, 3)
	}
	return n
}

// addedBy returns how many bytes b adds to a reference at the most.
func addedBy(b *base.Established) int {
	const more = 16 // a slash, or a dot segment
	url := b.String()
	if isUnescaped(url) {
		return len(url) + more
	}
	return maxEscape*len(url) + more
}

// count decides the references of a document, of which nobody is told, and counts how
// many bytes they add, until that is beyond the limit.
func (w *walk) count(sc *scope, limit int) *growth {
	outside, was := w.purpose, *sc
	relative, apart, stage := w.relative, w.apart, w.stage
	g := &growth{limit: limit}
	w.growth, w.visitor, w.notes, sc.prefixes = g, Visitor{}, new([]Note), false
	w.edits(sc)
	w.purpose, *sc = outside, was
	w.relative, w.apart, w.stage = relative, apart, stage
	return g
}

// headerOutgrows reports whether the references in the header of e could make it grow
// beyond the limit. Nobody writes so many but to see what comes of it.
func (w *walk) headerOutgrows(e *mimebase.Entity, refs []fieldref.Reference) bool {
	limit := w.growLimit(e.Header.Len())
	const each = 3 * base.MaxURL // as escapes of URLs
	if product(len(refs), each) <= limit || w.opts.Mode == Pin {
		return false
	}
	n := 0
	for i := range refs {
		n = plus(n, 3*len(e.HeaderBase(refs[i].Attr).String()))
	}
	return n > limit
}
