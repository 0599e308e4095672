//go:build unix

package web

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// largeSize is the size of the large files.
const largeSize = 100 << 20

// makeLarge writes a file of the large size: begin, and parts that are numbered.
func makeLarge(t testing.TB, name, begin string, part func(i int) string) string {
	name = filepath.Join(t.TempDir(), name)
	f, err := os.Create(name)
	require.NoError(t, err)
	w := bufio.NewWriter(f)
	n, err := w.WriteString(begin)
	require.NoError(t, err)
	for i := 0; n < largeSize; i++ {
		m, err := w.WriteString(part(i))
		require.NoError(t, err)
		n += m
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return name
}

// message returns a message of a mailbox, of some 6 kB, with ten links.
func message(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Base: http://h%d.example/list/\nSubject: %d\nContent-Type: text/html\n\n", i%1000, i)
	for n := range 10 {
		fmt.Fprintf(&b, "<p>%s <a href=\"page-%d.html?a=1&amp;b=%d\">link</a>\n", strings.Repeat("Some words of a message. ", 22), i, n)
	}
	return b.String() + "\n"
}

// watchDelays measures the times in which the main thread does not answer, with a timer that is due every 5 ms.
const watchDelays = `window.delays = {all: [], last: performance.now()};
	setInterval(() => { const now = performance.now(), d = window.delays; d.all.push(now - d.last - 5); d.last = now; }, 5)`

// resident returns the memory of the processes of the browser in bytes. What several of them share counts
// once (Pss).
func resident(t testing.TB) (most int64) {
	out, err := exec.Command("sh", "-c", `for p in $(pgrep -P `+fmt.Sprint(os.Getpid())+` -d ' '); do echo $p; pgrep -g $p; done | sort -u | while read p; do awk '/^Pss:/{print $2}' /proc/$p/smaps_rollup 2>/dev/null; done`).Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		var kB int64
		_, err := fmt.Sscan(line, &kB)
		require.NoError(t, err)
		most += kB << 10
	}
	return most
}

// TestLarge reads files of 100 MB. The page stays quick, memory is bounded, and the result is the command's.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		name string
		make func() string
	}{
		{"mailbox", func() string { return makeLarge(t, "large.mbox", "", message) }},
		{"page", func() string {
			return makeLarge(t, "large.html", "<base href='http://h.example/x/'>", func(i int) string { return message(i)[120:] })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := start(t)
			name := c.make()
			p := b.open(t, b.fileURL())
			p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
			before := resident(t)
			p.do(t, watchDelays)
			began, most := time.Now(), int64(0)
			p.do(t, `get("output").setAttribute("aria-busy", "soon")`)
			p.put(t, name)
			seen := make(map[string]bool)
			wait(t, 5*time.Minute, "the large file", func() bool {
				most = max(most, resident(t))
				seen[p.text(t, `get("progress").hidden ? "" : get("progress-text").textContent`)] = true
				return p.is(t, `get("output").getAttribute("aria-busy") === "false"`)
			})
			took := time.Since(began)
			v := p.see(t)
			require.Regexp(t, `^1[0-9]{2},[0-9]{3} of 1[0-9]{2},[0-9]{3} links|made absolute`, v.Title)
			require.Greater(t, len(seen), 4, "progress is shown")
			require.LessOrEqual(t, len(v.Links), 50)
			var delays struct{ Longest, Most float64 } // in milliseconds; Most is that of 99 of 100
			require.NoError(t, p.EvaluateJSON(nil, `(() => { const all = delays.all.sort((a, b) => a - b);
				return JSON.stringify({Longest: all.at(-1), Most: all[Math.floor(all.length * 0.99)]}) })()`, &delays))
			for _, run := range []string{"base", "links", "edits", "result"} {
				var ms float64
				require.NoError(t, p.Evaluate(fmt.Sprintf("shown.ended[%q].took", run), &ms))
				figure(t, "100 MB "+c.name+": "+run, "%.1f s", ms/1000)
			}
			figure(t, "100 MB "+c.name+": until all is shown", "%.1f s", took.Seconds())
			figure(t, "100 MB "+c.name+": longest time without an answer of the page", "%.0f ms", delays.Longest)
			figure(t, "100 MB "+c.name+": memory of the browser before, and at most", "%d MB, %d MB", before>>20, most>>20)
			// If other programs take the processors, the run and the delays take longer alike.
			ms := took.Seconds() * 1000
			require.Less(t, delays.Most, ms/100)
			require.Less(t, delays.Longest, ms/10, "the page is never frozen for a tenth of the run")
			require.Less(t, most, int64(2<<30))
			want := sha256.New()
			cmd := exec.Command(b.command, "abs", name)
			cmd.Stdout = want
			require.NoError(t, cmd.Run())
			require.Equal(t, hex.EncodeToString(want.Sum(nil)), p.digest(t))
		})
	}
}

// TestStart measures the time until the results of the example are shown, from the opening of the page, and
// again.
func TestStart(t *testing.T) {
	b := start(t)
	for kind, url := range map[string]string{"disk": b.fileURL(), "server": b.url} {
		began := time.Now()
		p := b.open(t, url)
		opened := time.Since(began)
		p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
		first := time.Since(began)
		var times []time.Duration
		for range 5 {
			began = time.Now()
			p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
			times = append(times, time.Since(began))
		}
		slices.Sort(times)
		figure(t, "from the "+kind+": page opened, first results, further results (median)", "%d ms, %d ms, %d ms", opened.Milliseconds(), first.Milliseconds(), times[2].Milliseconds())
	}
}

// TestCancel cancels a run on a large file, and reads another file then.
func TestCancel(t *testing.T) {
	b := start(t)
	name := makeLarge(t, "large.mbox", "", message)
	p := b.open(t, b.fileURL())
	p.put(t, name)
	wait(t, time.Minute, "progress", func() bool { return p.is(t, `get("bar").value > 0.02 && !get("progress").hidden`) })
	p.do(t, `get("cancel").focus(); get("cancel").click()`)
	require.True(t, p.is(t, `get("progress").hidden && !engine.busy && document.activeElement.id === "again"`))
	v := p.see(t)
	require.Equal(t, "Cancelled.", v.Status)
	require.True(t, v.Hidden)

	// A large file is read again only if that is wanted.
	p.do(t, `get("again").hidden = true; get("fragments").value = "keep"; get("fragments").dispatchEvent(new Event("change", {bubbles: true}))`)
	time.Sleep(300 * time.Millisecond)
	require.True(t, p.is(t, `!engine.busy && !get("again").hidden`))
	p.do(t, `get("again").click()`)
	require.True(t, p.is(t, `engine.busy && get("again").hidden`))
	p.do(t, `get("cancel").click(); get("fragments").value = "auto"; get("fragments").dispatchEvent(new Event("change", {bubbles: true}))`)
	require.False(t, p.is(t, `engine.busy`))
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	v = p.see(t)
	require.Contains(t, v.Title, "7 of 13 links")
	require.Empty(t, v.Problem)

	// Another file ends the run on the first one.
	p.put(t, name)
	wait(t, time.Minute, "progress", func() bool { return p.is(t, `get("bar").value > 0.02`) })
	p.after(t, time.Minute, func() { p.do(t, `get("example").click()`) })
	time.Sleep(500 * time.Millisecond)
	require.Contains(t, p.see(t).Title, "7 of 13 links")
	require.Empty(t, p.see(t).Forbidden)
}
