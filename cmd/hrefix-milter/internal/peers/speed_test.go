//go:build unix

package peers

import (
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

// TestPeerSpeed measures Postfix with and without the filter, in turns.
func TestPeerSpeed(t *testing.T) {
	n := messages(t) / 2
	f, s := newFilter(t), newSink(t)
	without, with := &port{name: "without"}, &port{name: "with", milters: []string{f.address}}
	postfix(t, s.address, without, with)
	for _, kind := range []struct {
		name string
		text func(i int) string
		n    int
	}{
		{"HTML of 2 KB", func(i int) string { return made(6 * i) }, n},
		{"HTML of 100 KB", func(i int) string {
			return made(6*i) + strings.Repeat("<p>a <a href=x>link</a> and a text without</p>\r\n", 2000)
		}, n / 5},
		{"signed by DKIM, 100 KB", func(i int) string {
			return "DKIM-Signature: v=1\r\n" + made(6*i) + strings.Repeat("<p>a <a href=x>link</a> and a text without</p>\r\n", 2000)
		}, n / 5},
	} {
		list := make([]letter, kind.n)
		for i := range list {
			list[i] = letter{fmt.Sprintf("%s.%d@example.org", strings.ReplaceAll(strings.ReplaceAll(kind.name, " ", "-"), ",", ""), i), []byte(kind.text(i))}
		}
		rates := make(map[*port][]float64)
		posts := map[*port]*post{without: {port: without, perConnection: 10}, with: {port: with, perConnection: 10}}
		for range 3 {
			for _, d := range []*port{without, with} {
				rates[d] = append(rates[d], float64(len(list))/posts[d].send(t, list, connections).Seconds())
			}
		}
		a, b := posts[without], posts[with]
		t.Logf("figure: %-24s without: %4.0f messages/s, median %s, 99th %s; with: %4.0f/s (%.2f), median %s, 99th %s", kind.name,
			median(rates[without]), round(a.percentile(0.5)), round(a.percentile(0.99)),
			median(rates[with]), median(rates[with])/median(rates[without]), round(b.percentile(0.5)), round(b.percentile(0.99)))
	}
	require.NotContains(t, f.log.String(), "connection ended")
	t.Logf("figure: peak memory of the filter: %d MB", f.peak(t)>>10)
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func round(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }

// TestPeerSource sends one message many times with Postfix's own program for tests.
func TestPeerSource(t *testing.T) {
	n := messages(t)
	if _, err := exec.LookPath("smtp-source"); err != nil {
		t.Fatal(err)
	}
	f, s := newFilter(t), newSink(t)
	ports := []*port{{name: "without"}, {name: "with", milters: []string{f.address}}}
	postfix(t, s.address, ports...)
	file := filepath.Join(t.TempDir(), "message")
	require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(made(6), "\r\n", "\n")), 0o644))
	var rates []float64
	for _, d := range ports {
		begun := time.Now()
		run(t, "smtp-source", "-s", fmt.Sprint(connections), "-m", fmt.Sprint(n), "-F", file, "-f", d.name+".a@example.org", "-t", "b@example.org", d.address)
		rates = append(rates, float64(n)/time.Since(begun).Seconds())
	}
	require.Eventually(t, func() bool { return len(s.through(ports[1])["a@example.org"]) == n }, 3*time.Minute, 100*time.Millisecond)
	for _, text := range s.through(ports[1])["a@example.org"] {
		require.Contains(t, string(text), "http://example.org/list/6/map.png")
	}
	require.Equal(t, n, strings.Count(f.log.String(), "outcome=changed"))
	t.Logf("figure: smtp-source, %d messages over %d connections: without %.0f messages/s, with %.0f/s (%.2f)", n, connections, rates[0], rates[1], rates[1]/rates[0])
}

// TestPeerBytes sends messages with bytes that mail rarely has, and large ones.
func TestPeerBytes(t *testing.T) {
	messages(t)
	f, s := newFilter(t), newSink(t)
	without, with := &port{name: "without"}, &port{name: "with", milters: []string{f.address}}
	postfix(t, s.address, without, with)
	head := "Content-Base: http://example.org/\r\nContent-Type: text/html\r\n"
	link := "<a href=x>y</a>"
	var list []letter
	for i, text := range []string{
		head + "\r\na\x00b" + link + "\x00\r\n",
		head + "\r\na\rb" + link + "\r\r\n\rc\r\n",
		head + "\r\n" + strings.Repeat(strings.Repeat("long ", 5000)+link+"\r\n", 3),
		head + "\r\n\xff\xfe\x80" + link + "\r\n",
		head + "\r\n" + link + "\r\nFrom here\r\n.\r\n..\r\n \r\n\t\r\n",
		head + "\r\n" + link + "\r\n\r\n\r\n\r\n",
		head + "\r\n" + strings.Repeat("x", 65535-len(link)) + link + "\r\n" + strings.Repeat("\r\n", 70_000),
		head + "Subject:no space\r\nLink:<x>\r\nlink:\t<y>;\r\n\t \trel=a\r\nX-Empty:\r\nX-Blank: \r\n\r\n" + link + "\r\n",
		head + "\r\n" + link + strings.Repeat(strings.Repeat("x", 70)+"\r\n", 140_000), // near the limit
		head + "\r\n" + link + strings.Repeat(strings.Repeat("x", 70)+"\r\n", 142_200), // at the limit of Postfix
		head + "\r\n",
		head + "X-Long: " + strings.Repeat("a b\r\n ", 15_000) + "c\r\n\r\n" + link + "\r\n",
	} {
		list = append(list, letter{fmt.Sprintf("b%d@example.org", i), []byte(text)})
	}
	got := make(map[*port]map[string][][]byte)
	for _, d := range []*port{without, with} {
		(&post{port: d}).send(t, list, 4)
		got[d] = s.wait(t, d, len(list))
	}
	c := compare(t, list, got[without], got[with])
	require.Zero(t, c.passed)
	t.Logf("figure: bytes that mail rarely has, and messages of 10 MB: %d changed exactly, %d unchanged", c.changed, c.same)
}
