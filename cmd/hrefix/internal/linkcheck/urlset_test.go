package linkcheck

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestURLSet compares a set with a map.
func TestURLSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 10, 100_000} {
		var s URLSet
		want := make(map[string]bool)
		for range n {
			url := fmt.Sprintf("http://host%d.example/dir/%d", r.IntN(100), r.IntN(n))
			want[url] = true
			s.Add([]byte(url))
		}
		var got []string
		for url := range s.All() {
			got = append(got, string(url))
		}
		require.Equal(t, slices.Sorted(maps.Keys(want)), got)
	}
}
