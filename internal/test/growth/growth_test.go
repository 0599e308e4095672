package growth_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/growth"
)

var sink []byte

// TestBench checks that each round measures all shapes at six sizes, each twice the one
// before, and that the largest size is run once more before and after the rounds.
func TestBench(t *testing.T) {
	rounds := flag.Lookup("test.benchtime").Value.String()
	require.NoError(t, flag.Set("test.benchtime", "3x"))
	defer func() { require.NoError(t, flag.Set("test.benchtime", rounds)) }()

	shapes := func(n int) map[string]string {
		return map[string]string{"a": string(make([]byte, n)), "b": string(make([]byte, 2*n))}
	}
	sizes := make(map[string][]int)
	testing.Benchmark(func(b *testing.B) {
		growth.Bench(b, 10_000, shapes, func(_ *testing.B, name string) func([]byte) {
			return func(input []byte) {
				sizes[name] = append(sizes[name], len(input))
				sink = make([]byte, len(input))
			}
		})
	})
	require.Len(t, sizes, 2)
	for name, first := range map[string]int{"a": 10_000, "b": 20_000} {
		const largest = 32
		want := []int{largest * first} // before the rounds
		for range 3 {
			for i := 1; i <= largest; i *= 2 {
				want = append(want, i*first)
			}
		}
		require.Equal(t, append(want, largest*first), sizes[name]) // for what it allocates
	}
}
