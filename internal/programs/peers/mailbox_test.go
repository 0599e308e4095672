//go:build unix

package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

const (
	// boxSize is the size of the mailbox: over 500 MB, in decimal or binary units.
	boxSize = 530 << 20
	// boxURL is the base that it is rewritten with.
	boxURL = "http://base.example/dir/"
	// overhead is the memory that each goroutine may need in addition to the largest
	// message.
	overhead = 40 << 20
)

// TestPeerMailbox rewrites a big mailbox. It checks the memory used, and that Python's
// mailbox module finds the same messages in the output.
func TestPeerMailbox(t *testing.T) {
	need(t, "python3", "/usr/bin/time")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	made := numbers(t, bigbox(t, "make", corpus.Path(t, "mail"), in, strconv.Itoa(boxSize)))
	messages, largest := made[0], made[1]

	for _, jobs := range []int{2, 1} {
		started := time.Now()
		peak := timed(t, jobs, in, out)
		t.Logf("-j %d: peak memory %d bytes, %v", jobs, peak, time.Since(started).Round(time.Second/10))
		require.Less(t, peak, jobs*(largest+overhead))
	}
	was, now := counted(t, in), counted(t, out)
	t.Logf("%d messages in %d bytes, the largest of %d; %d messages in %d bytes of output, %d references to the base",
		messages, was.size, largest, now.messages, now.size, now.bases)

	require.Greater(t, was.size, 500<<20)
	require.Greater(t, messages, 10_000)
	require.Equal(t, messages, was.messages)
	require.Equal(t, messages, now.messages)
	require.Equal(t, was.separators, now.separators, `"From " lines`)
	require.Greater(t, now.bases, 1000)
	checkSample(t, was.sample, now.sample)
}

// timed rewrites the mailbox in the file in to the file out with jobs goroutines, and
// returns the peak of memory in bytes. GNU time measures it, because the system's value for
// a child process includes the peak of this process.
func timed(t testing.TB, jobs int, in, out string) int {
	f, err := os.Create(out)
	require.NoError(t, err)
	defer f.Close()
	report := out + ".time"
	cmd := exec.Command("/usr/bin/time", "-v", "-o", report, hrefix(t), "abs", "-j", strconv.Itoa(jobs), "-b", boxURL, in)
	cmd.Stdout = f
	require.NoError(t, cmd.Run())
	data, err := os.ReadFile(report)
	require.NoError(t, err)
	m := regexp.MustCompile(`Maximum resident set size \(kbytes\): (\d+)`).FindSubmatch(data)
	require.NotNil(t, m, "%s", data)
	kilobytes, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return kilobytes << 10
}

// bigbox runs testdata/bigbox.py, and returns the row that it prints.
func bigbox(t testing.TB, args ...string) []string {
	all := rows(t, python(t, "bigbox.py", args...), 3)
	require.Len(t, all, 1)
	return all[0]
}

// A tally is Python's summary of a mailbox.
type tally struct {
	messages, size, bases int
	separators            string // a digest of the "From " lines
	sample                string // a folder with some of the messages
}

func counted(t testing.TB, path string) tally {
	sample := t.TempDir()
	row := bigbox(t, "count", path, sample)
	n := numbers(t, []string{row[0], row[2]})
	info, err := os.Stat(path)
	require.NoError(t, err)
	return tally{messages: n[0], size: int(info.Size()), bases: n[1], separators: row[1], sample: sample}
}

const separator = "From a@b.example Thu Jan  1 00:00:00 2004\n"

// checkSample compares some messages in the folders before and after, which have them as in
// the mailbox and as in the output. The output must equal that of the command for a mailbox
// with only this message, where wrong lengths are corrected.
func checkSample(t *testing.T, before, after string) {
	files, err := os.ReadDir(before)
	require.NoError(t, err)
	require.Greater(t, len(files), 100)
	changed := 0
	for _, f := range files {
		source, err := os.ReadFile(filepath.Join(before, f.Name()))
		require.NoError(t, err)
		alone := run(t, separator+string(source), hrefix(t), "abs", "-j", "1", "-t", "mbox", "-b", boxURL).stdout
		alone = strings.TrimPrefix(alone, separator)
		among, err := os.ReadFile(filepath.Join(after, f.Name()))
		require.NoError(t, err)
		require.True(t, alone == string(among), "message %s of the mailbox", f.Name())
		if alone != string(source) {
			changed++
		}
	}
	t.Logf("%d messages of the mailbox, %d of them changed, are as the command makes them alone", len(files), changed)
	require.Greater(t, changed, 10)
}
