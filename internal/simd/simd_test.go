package simd

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text returns n random bytes. Some of them are a or b, or differ from one of them by one
// bit.
func text(rnd *rand.Rand, n int, a, b byte) []byte {
	some := []byte{a, b, a ^ 1, b ^ 1, a ^ 0x80, b ^ 0x80, a + 1, b - 1}
	t := make([]byte, n)
	for i := range t {
		if t[i] = byte(rnd.Uint32()); rnd.IntN(3) == 0 {
			t[i] = some[rnd.IntN(len(some))]
		}
	}
	return t
}

// A marker is an implementation of Mark.
type marker func(text []byte, a, b byte, as, bs []uint64)

func TestMark(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for blocks := range 50 {
		a, b := byte(rnd.Uint32()), byte(rnd.Uint32())
		src := text(rnd, blocks*Block+rnd.IntN(Block), a, b)
		for name, mark := range map[string]marker{"Mark": Mark, "words": markWords} {
			const guard = 0x1808
			as, bs := make([]uint64, blocks+1), make([]uint64, blocks+1)
			as[blocks], bs[blocks] = guard, guard
			mark(src, a, b, as, bs)
			require.Equal(t, []uint64{guard, guard}, []uint64{as[blocks], bs[blocks]}, "%s: written behind %d blocks", name, blocks)
			for i, c := range src[:blocks*Block] {
				require.Equal(t, c == a, as[i/Block]>>(i%Block)&1 == 1, "%s: %#x at %d", name, c, i)
				require.Equal(t, c == b, bs[i/Block]>>(i%Block)&1 == 1, "%s: %#x at %d", name, c, i)
			}
		}
	}
	assert.Panics(t, func() { Mark(make([]byte, Block), 'a', 'b', nil, make([]uint64, 1)) })
}

// A pairScanner is an implementation of scanPairs.
type pairScanner = func(text []byte, a, b byte) int

func TestIndexPair(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 20_000 {
		a, b := byte(rnd.Uint32()), byte(rnd.Uint32())
		if rnd.IntN(10) == 0 {
			b = a
		}
		src := text(rnd, rnd.IntN(200), a, b)
		for len(src) > 0 && rnd.IntN(4) != 0 { // pairs are rare
			i := bytes.Index(src, []byte{a, b})
			if i < 0 {
				break
			}
			src[i] = ^a
		}
		want := bytes.Index(src, []byte{a, b})
		require.Equal(t, want, IndexPair(src, a, b), "%q in %q", []byte{a, b}, src)
		if want >= 0 {
			found++
		}
		for name, scan := range map[string]pairScanner{"scanPairs": scanPairs, "bytes": scanPairsByByte} {
			got := scan(src, a, b)
			require.GreaterOrEqual(t, got, 0, name)
			if want < 0 {
				require.Negative(t, bytes.Index(src[min(got, len(src)):], []byte{a, b}), name)
			} else {
				require.LessOrEqual(t, got, want, name)
			}
			if bytes.HasPrefix(src[min(got, len(src)):], []byte{a, b}) {
				require.Equal(t, want, got, name)
			}
		}
	}
	assert.Greater(t, found, 1000)
}

// Bytes after the end of the text do not count as a part of it, wherever it ends.
func TestIndexPairEnds(t *testing.T) {
	src := bytes.Repeat([]byte("x"), 200)
	for n := range len(src) - 1 {
		src[n], src[n+1] = 'a', 'b'
		for end := range n + 2 {
			require.Equal(t, -1, IndexPair(src[:end], 'a', 'b'))
		}
		require.Equal(t, n, IndexPair(src[:n+2], 'a', 'b'))
		require.Equal(t, n, IndexPair(src, 'a', 'b'))
		src[n], src[n+1] = 'x', 'x'
	}
}

func BenchmarkMark(b *testing.B) {
	src := bytes.Repeat([]byte(`<a href="x">y</a> and text`), 100)
	as, bs := make([]uint64, len(src)/Block), make([]uint64, len(src)/Block)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Mark(src, '<', '"', as, bs)
	}
}

func BenchmarkIndexPair(b *testing.B) {
	src := bytes.Repeat([]byte("Four lines of text; none is a separator.\n"), 100)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		IndexPair(src, '\n', '-')
	}
}
