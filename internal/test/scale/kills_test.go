//go:build linux

package scale_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestKills kills shards with manifests at random moments, HREFIX_SCALE_KILLS times, and repeats
// each until it is done. The files are those of the plain run. If all shards are done before the
// last kill, they begin again.
func TestKills(t *testing.T) {
	w := need(t)
	kills := 200
	if n := os.Getenv("HREFIX_SCALE_KILLS"); n != "" {
		var err error
		kills, err = strconv.Atoi(n)
		require.NoError(t, err)
	}
	const shards = 8 // as in the recipe that verifies them
	rounds := 0
	for left := kills; left > 0; rounds++ {
		w.fresh(t)
		pending := []int{1, 2, 3, 4, 5, 6, 7, 8}
		for len(pending) > 0 {
			i := rand.IntN(len(pending))
			if w.killed(t, pending[i], shards, left > 0) {
				left--
			} else {
				pending = slices.Delete(pending, i, i+1)
			}
		}
		w.same(t)
		w.verify(t)
	}
	t.Logf("%d kills, %d rounds", kills, rounds)
}

// killed runs a shard, and reports whether the run was killed. It may be done before that.
func (w *work) killed(t *testing.T, i, shards int, may bool) bool {
	t.Helper()
	cmd := w.command("--shard", fmt.Sprintf("%d/%d", i, shards), "--manifest", fmt.Sprintf("manifest-%d.jsonl", i), "-o", "absolute", "crawl")
	if !may {
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", last(out))
		return false
	}
	require.NoError(t, cmd.Start())
	// A run does two files on average. If it did none, no run would end.
	moment := time.Duration(rand.ExpFloat64() * float64(2*w.took/fileCount))
	timer := time.AfterFunc(moment, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Wait()
	if err != nil {
		require.EqualError(t, err, "signal: killed")
	}
	return err != nil
}
