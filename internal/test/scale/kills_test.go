//go:build linux

package scale_test

import (
	"fmt"
	"math/rand/v2"
	"os"
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
	kills, err := strconv.Atoi(os.Getenv("HREFIX_SCALE_KILLS"))
	if err != nil {
		kills = 200
	}
	const shards = 4
	left, rounds := kills, 0
	for ; left > 0; rounds++ {
		w.fresh(t)
		for _, i := range rand.Perm(shards) {
			left -= w.killed(t, fmt.Sprint(i+1), shards, left)
		}
		w.same(t)
	}
	t.Logf("%d kills, %d rounds", kills, rounds)
}

// killed runs a shard until it is done, and returns how many of its runs were killed: at most most.
func (w *work) killed(t *testing.T, i string, shards, most int) (kills int) {
	// Two files on average: more would leave few moments, less would never do a file.
	mean := 2 * w.plain / 100
	for {
		cmd := w.command("--shard", fmt.Sprintf("%s/%d", i, shards), "--manifest", "manifest-"+i+".jsonl", "-o", "absolute", "crawl")
		if kills == most {
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", last(out))
			return kills
		}
		require.NoError(t, cmd.Start())
		timer := time.AfterFunc(time.Duration(rand.ExpFloat64()*float64(mean)), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			return kills
		}
		require.EqualError(t, err, "signal: killed")
		kills++
	}
}
