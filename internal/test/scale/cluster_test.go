//go:build linux

package scale_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A cluster is a Slurm of one node, on loopback. Its programs end with the test.
type cluster struct {
	dir  string
	logs map[string]*bytes.Buffer // what the programs print
	env  string                   // for the programs that use the cluster
}

// configuration is slurm.conf. It needs no control groups, no accounting, and no other host. A job
// that is requeued waits until its credentials have expired, so they last 5 seconds and not 120.
const configuration = `ClusterName=scale
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmUser=%[5]s
SlurmdUser=%[5]s
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
NodeName=localhost NodeHostname=%[4]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

// newCluster starts munged, slurmctld and slurmd, and waits until the node takes jobs.
func newCluster(t *testing.T) *cluster {
	dir, err := os.MkdirTemp("/var/tmp", "slurm-") // a short path: that of a socket has at most 107 bytes
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := &cluster{dir: dir, logs: make(map[string]*bytes.Buffer), env: "SLURM_CONF=" + filepath.Join(dir, "slurm.conf")}
	for _, name := range []string{"state", "spool"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
	}
	c.configure(t)
	c.start(t, "munged", "-F", "--force", "--num-threads=1", "--key-file="+filepath.Join(dir, "key"), "--socket="+filepath.Join(dir, "munge.socket"),
		"--log-file="+filepath.Join(dir, "munged.log"), "--pid-file="+filepath.Join(dir, "munged.pid"), "--seed-file="+filepath.Join(dir, "seed"))
	c.until(t, "munged answers", func() bool { _, err := os.Stat(filepath.Join(dir, "munge.socket")); return err == nil })
	c.start(t, "slurmctld", "-D", "-c", "-f", filepath.Join(dir, "slurm.conf"))
	c.start(t, "slurmd", "-D", "-c", "-N", "localhost", "-f", filepath.Join(dir, "slurm.conf"))
	c.until(t, "the node is idle", func() bool { return strings.TrimSpace(c.ask("sinfo", "-h", "-o", "%t")) == "idle" })
	return c
}

// configure writes the key and slurm.conf.
func (c *cluster) configure(t *testing.T) {
	key := make([]byte, 128)
	_, _ = rand.Read(key) // it never fails
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "key"), key, 0o600))
	host, err := os.Hostname()
	require.NoError(t, err)
	host, _, _ = strings.Cut(host, ".")
	user, err := exec.Command("id", "-un").Output()
	require.NoError(t, err)
	text := fmt.Sprintf(configuration, c.dir, freePort(t), freePort(t), host, strings.TrimSpace(string(user)))
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "slurm.conf"), []byte(text), 0o644))
}

// freePort returns a port of loopback that nothing listens to.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// start starts one of the programs. It is ended when the test ends.
func (c *cluster) start(t *testing.T, name string, args ...string) {
	var log bytes.Buffer
	c.logs[name] = &log
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), c.env)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.WaitDelay = 5 * time.Second // if a job has inherited the pipe
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("%s: %s", name, log.String())
		}
	})
}

// ask returns what a program prints that uses the cluster. Errors count as no answer.
func (c *cluster) ask(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), c.env)
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// until waits until a condition is true. If that takes too long, Slurm does not work here, which
// is a failure: the test is for machines that can run it.
func (c *cluster) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for begun := time.Now(); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > 2*time.Minute {
			require.FailNow(t, "Slurm does not run here", "not reached: %s; sinfo: %s", what, c.ask("sinfo", "-R"))
		}
	}
}
