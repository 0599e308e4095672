//go:build unix

package peers

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// connections is the number of connections that send at once.
const connections = 50

// TestPostfix sends messages to a Postfix through the filter, and directly for comparison. The filter
// is killed midway and started again. Every message must arrive exactly once, and be what package
// rewrite makes of the message that arrives without the filter.
func TestPostfix(t *testing.T) {
	n := messages(t)
	f, s := newFilter(t), newSink(t)
	direct := &port{name: "direct"}
	ports := []*port{{name: "tempfail", milters: []string{f.address}, action: "tempfail"}, {name: "accept", milters: []string{f.address}, action: "accept"}}
	spool := postfix(t, s.address, append(ports, direct)...)
	list := letters(t, n)
	(&post{port: direct, perConnection: 10}).send(t, list, connections)
	want := s.wait(t, direct, n)
	for _, d := range ports {
		t.Run(d.action, func(t *testing.T) {
			p := &post{port: d, perConnection: 10}
			outage(t, f, p, list)
			// With accept, Postfix keeps what the filter was answering when it was killed: see README.md.
			require.Eventually(t, func() bool { return len(s.through(d))+damaged(spool) >= n }, 3*time.Minute, 100*time.Millisecond)
			got := s.wait(t, d, n-damaged(spool))
			c := compare(t, arrived(list, got), want, got)
			require.Positive(t, c.changed)
			if d.action == "tempfail" {
				require.Zero(t, damaged(spool))
				require.Zero(t, c.passed, "messages arrived unchanged while the filter was away")
				require.Positive(t, p.refused)
			}
			t.Logf("figure: filter killed, milter_default_action=%s: %d messages once each, %d changed, %d with nothing to change, %d unchanged during the outage, %d tries refused, %d damaged by Postfix", d.action, n-damaged(spool), c.changed, c.same, c.passed, p.refused, damaged(spool))
		})
	}
}

// damaged returns the number of messages whose queue files Postfix has found damaged.
func damaged(spool string) int {
	files, _ := os.ReadDir(filepath.Join(spool, "corrupt"))
	return len(files)
}

// arrived returns the letters that have arrived.
func arrived(list []letter, got map[string][][]byte) (some []letter) {
	for _, l := range list {
		if len(got[l.sender]) > 0 {
			some = append(some, l)
		}
	}
	return some
}

// outage sends letters, and kills the filter for two seconds when two fifths of them are sent.
func outage(t *testing.T, f *filter, p *post, list []letter) {
	var sent atomic.Int64
	back := make(chan struct{})
	p.sent = func() {
		if sent.Add(1) == int64(len(list)*2/5) {
			go func() {
				defer close(back)
				f.stop(syscall.SIGKILL)
				time.Sleep(2 * time.Second)
				f.start(t)
			}()
		}
	}
	p.send(t, list, connections)
	<-back
}

// A comparison counts messages.
type comparison struct{ changed, same, passed int }

// compare compares what has arrived through the filter with what has arrived directly.
func compare(t *testing.T, list []letter, want, got map[string][][]byte) (c comparison) {
	rw := rewriter(t)
	bad := 0
	for _, l := range list {
		require.Len(t, want[l.sender], 1, l.sender)
		if !assert.Len(t, got[l.sender], 1, "%s is lost or came twice", l.sender) {
			continue
		}
		before, after := shortened(untraced(t, want[l.sender][0])), untraced(t, got[l.sender][0])
		expected := expected(rw.Bytes(before), before)
		switch sum := sha256.Sum256(after); {
		case sum == sha256.Sum256(expected):
			if bytes.Equal(before, after) {
				c.same++
			} else {
				c.changed++
			}
		case bytes.Equal(before, after):
			c.passed++
		default:
			if bad++; bad < 4 {
				t.Errorf("%s differs:\n%s", l.sender, firstDifference(expected, after))
				if dir := os.Getenv("HREFIX_MILTER_KEEP"); dir != "" {
					put(t, dir+"/"+l.sender+".want", string(expected))
					put(t, dir+"/"+l.sender+".got", string(after))
				}
			}
		}
	}
	require.Zero(t, bad, "messages differ")
	return c
}

// expected returns what the filter must make of a message: it leaves those with a signature.
func expected(rewritten, before []byte) []byte {
	if bytes.Contains(before, []byte("-----BEGIN PGP ")) || bytes.Contains(before, []byte("multipart/signed")) {
		return before
	}
	return rewritten
}

// firstDifference shows where two texts differ first.
func firstDifference(want, got []byte) string {
	i := 0
	for i < min(len(want), len(got)) && want[i] == got[i] {
		i++
	}
	part := func(b []byte) string { return fmt.Sprintf("%q", b[max(0, i-60):min(len(b), i+60)]) }
	return strings.Join([]string{fmt.Sprintf("at %d of %d and %d", i, len(want), len(got)), part(want), part(got)}, "\n")
}
