//go:build unix

package peers

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPeerMiltertest runs a script of miltertest.
func TestPeerMiltertest(t *testing.T) {
	messages(t)
	_, err := exec.LookPath("miltertest")
	require.NoError(t, err)
	f := newFilter(t)
	host, port, _ := strings.Cut(f.address, ":")
	run(t, "miltertest", "-D", "address=inet:"+port+"@"+host, "-s", "testdata/change.lua")
	require.Eventually(t, func() bool { return strings.Count(f.log.String(), "queue=QUEUEID") == 2 }, 5*time.Second, 10*time.Millisecond, "%s", f.log)
	require.Contains(t, f.log.String(), "reason=sealed")
	t.Logf("figure: miltertest: fields and body changed, signed message accepted")
}
