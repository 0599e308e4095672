package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestUnsteady checks that a file that shrinks or grows while it is read is left, or becomes
// its absolute form before or after the change, but never a mixture of these.
func TestUnsteady(t *testing.T) {
	const line = "<p>text <a href=x>x</a>\n"
	whole := strings.Repeat(line, 10_000)
	rnd := rand.New(rand.NewPCG(9, 10))
	dir := t.TempDir()
	name := filepath.Join(dir, "page.html")
	left, taken := 0, 0
	for range 20 {
		now := whole[:rnd.IntN(len(whole)/len(line))*len(line)]
		if rnd.IntN(2) == 0 {
			now = whole + now
		}
		require.NoError(t, os.WriteFile(name, []byte(whole), 0o600))
		ended := make(chan error)
		go func() {
			for range rnd.IntN(1000) {
				_, _ = os.Lstat(name) // takes some time
			}
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err == nil {
				if len(now) < len(whole) {
					err = f.Truncate(int64(len(now)))
				} else {
					_, err = f.WriteAt([]byte(now[len(whole):]), int64(len(whole)))
				}
				f.Close()
			}
			ended <- err
		}()
		var stdout, stderr bytes.Buffer
		status := run([]string{"abs", "-w", "-b", "http://a.example/", name}, strings.NewReader(""), &stdout, &stderr)
		require.NoError(t, <-ended)
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		switch {
		case status == exitFailed:
			require.Contains(t, stderr.String(), "another program changed the file")
			require.True(t, string(got) == now)
			left++
		default:
			// Whoever opened it before it was renamed has the old file, and after it the new
			// one, and this cuts off its end, or overwrites it from there.
			require.Equal(t, exitOK, status)
			rw, err := engine.New(engine.Options{Base: "http://a.example/", Type: detect.HTML})
			require.NoError(t, err)
			fresh, err := rw.Bytes([]byte(whole))
			require.NoError(t, err)
			fromNow, err := rw.Bytes([]byte(now))
			require.NoError(t, err)
			after := string(fresh[:min(len(fresh), len(now))])
			if len(now) >= len(whole) {
				after = string(fresh[:len(whole)]) + now[len(whole):]
				after += string(fresh[min(len(fresh), len(now)):])
			}
			// Who is held up amid a write has written some pages of memory so far.
			seen := strings.ReplaceAll(string(got), "http://a.example/", "")
			if len(seen) > len(whole) && len(seen)%4096 == 0 && strings.HasPrefix(now, seen) {
				taken++
				continue
			}
			require.True(t, slices.Contains([]string{string(fresh), string(fromNow), now, after}, string(got)), "%d bytes of %d, %d, %d and %d", len(got), len(fresh), len(fromNow), len(now), len(after))
			taken++
		}
	}
	t.Logf("%d runs left the file, %d took it", left, taken)
}
