//go:build linux

package scale_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSlurm runs the job of docs/scale.md as an array on a Slurm of one node. The process of one
// task is killed, and another task is requeued by the scheduler while it runs. Both run again.
func TestSlurm(t *testing.T) {
	w := need(t, "munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")
	w.fresh(t)
	c := newCluster(t)
	require.NoError(t, os.WriteFile(filepath.Join(w.dir, "hrefix.sh"), []byte(recipe(t, "slurm")), 0o755))
	job := strings.TrimSpace(w.shell(t, "sbatch --parsable hrefix.sh", c.env))
	t.Cleanup(func() { c.ask("scancel", job) })

	w.kill(t, "--shard 2/8")
	w.process(t, "--shard 5/8")
	w.shell(t, "scontrol requeue "+job+"_5", c.env)
	states := c.wait(t, job)
	require.Equal(t, map[string]int{"COMPLETED": 8}, states)
	for _, task := range []string{"2", "5"} {
		require.Regexp(t, `Restarts=[1-9]`, c.ask("scontrol", "show", "job", job+"_"+task))
	}
	w.same(t)
	w.verify(t)
}

// wait waits until no task of the job is left to run, and returns the number of tasks in each
// state.
func (c *cluster) wait(t *testing.T, job string) map[string]int {
	for begun := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		states := make(map[string]int)
		for _, state := range strings.Fields(c.ask("squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%T")) {
			states[state]++
		}
		left := states["PENDING"] + states["RUNNING"] + states["COMPLETING"] + states["REQUEUED"] + states["CONFIGURING"]
		if len(states) > 0 && left == 0 {
			return states
		}
		require.Less(t, time.Since(begun), 20*time.Minute, "%v", states)
	}
}
