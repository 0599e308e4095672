package linkcheck

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// TestGraph compares a graph with a search over all links, for pages in any order.
func TestGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + r.IntN(200)
		links := make([][]addressbook.ID, n)
		for i := range links {
			for range r.IntN(4) {
				links[i] = append(links[i], addressbook.ID(r.IntN(n)))
			}
		}
		var g graph
		start := addressbook.ID(r.IntN(n))
		begin := r.IntN(n)
		for k, page := range r.Perm(n) {
			if k == begin {
				g.start(start)
			}
			g.add(addressbook.ID(page), append([]addressbook.ID{}, links[page]...))
		}
		want := map[addressbook.ID]bool{start: true}
		for todo := []addressbook.ID{start}; len(todo) > 0; todo = todo[1:] {
			for _, to := range links[todo[0]] {
				if !want[to] {
					want[to] = true
					todo = append(todo, to)
				}
			}
		}
		for i := range n {
			require.Equal(t, want[addressbook.ID(i)], g.has(addressbook.ID(i)))
		}
	}
}
