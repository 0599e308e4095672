package scale

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// An author makes the text of one file.
type author struct {
	*rand.Rand
	most float64 // the maximum size of a document
	out  []byte  // the document that is written
}

// vocabulary has the words of all texts.
var vocabulary = func() (words [4000]string) {
	syllables := []string{"ba", "con", "de", "fi", "gra", "ho", "in", "ka", "lo", "mer", "nu", "ol", "per", "qui", "ra", "sto", "ti", "un", "ver", "zü"}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range words {
		for range 1 + r.IntN(4) {
			words[i] += syllables[r.IntN(len(syllables))]
		}
	}
	return words
}()

// word returns a word. Few words are frequent.
func (a *author) word() string {
	x := a.Float64()
	return vocabulary[int(x*x*x*float64(len(vocabulary)))]
}

// text writes n words.
func (a *author) text(n int) {
	for range n {
		a.out = append(append(a.out, a.word()...), ' ')
	}
}

// write writes formatted text.
func (a *author) write(format string, args ...any) { a.out = fmt.Appendf(a.out, format, args...) }

// one returns one of the choices.
func (a *author) one(choices ...string) string { return choices[a.IntN(len(choices))] }

// chance reports true in percent of 100 cases.
func (a *author) chance(percent int) bool { return a.IntN(100) < percent }

// size returns the size of a document. Most are near the median, and some are much larger.
func (a *author) size(median float64) int {
	return int(min(median*math.Exp(1.3*a.NormFloat64()), a.most))
}

// noise returns n random bytes.
func (a *author) noise(n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, a.Uint64())
	}
	return b[:n]
}
