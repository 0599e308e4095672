package progress

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLog checks the lines of a run that takes two and a half minutes: one a minute, and one at the
// end. The size of the work is known after the first line.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		var bar Bar
		line := func(s State) string { return fmt.Sprintf("%s: %s\n", s.Took, s) }
		bar.StartLog(Log{Writer: &out, Interval: time.Minute, Line: line}, func(context.Context) (Amount, bool) {
			time.Sleep(time.Minute)
			return Amount{Files: 40, Bytes: 24e9}, true
		})
		time.Sleep(30 * time.Second)
		bar.Add(Amount{Files: 3, Bytes: 6e9})
		time.Sleep(31 * time.Second)
		fmt.Fprint(&bar, "a message\n")
		bar.Add(Amount{Files: 1, Bytes: 3e9})
		time.Sleep(60 * time.Second)
		bar.Hide() // something was printed on the same screen
		bar.Add(Amount{Files: 36, Bytes: 15e9})
		time.Sleep(29 * time.Second)
		bar.Stop()
		require.Equal(t, `1m0s: 3 files, 6.0 GB, 100 MB/s
a message
2m0s: 37%, 4 of 40 files, 9.0 GB of 24 GB, 50 MB/s, 5:00 left
2m30s: 100%, 40 of 40 files, 24 GB of 24 GB, 160 MB/s, 0:00 left
`, out.String())
	})
}

// TestLogShort checks that a run which is shorter than the interval writes no line, and that a line does
// not begin within another one.
func TestLogShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		var bar Bar
		measured := false
		log := Log{Writer: &out, Interval: time.Minute, Line: func(s State) string { return s.String() + "\n" }}
		measure := func(context.Context) (Amount, bool) {
			measured = true
			return Amount{}, false
		}
		bar.StartLog(log, measure)
		time.Sleep(999 * time.Millisecond)
		bar.Stop()
		require.False(t, measured)
		bar.StartLog(log, measure)
		time.Sleep(59 * time.Second)
		bar.Stop()
		require.True(t, measured)
		require.Empty(t, out.String())

		bar.StartLog(log, measure)
		fmt.Fprint(&bar, "half")
		time.Sleep(90 * time.Second)
		fmt.Fprint(&bar, " a line\n")
		time.Sleep(40 * time.Second)
		bar.Stop()
		require.Equal(t, "half a line\n0 files, 0 B, 0 B/s\n0 files, 0 B, 0 B/s\n", out.String())
	})
}
