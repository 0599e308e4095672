//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

const (
	soakURL     = "http://base.example/dir/"
	separator   = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	soakDefault = 64 << 20 // bytes, if HREFIX_SOAK says nothing
	soakLong    = 1 << 30  // from which size on nothing may be kept
	soakLongest = 10 << 30 // from which size on the resident memory is held to be flat
)

// TestSoak passes an endless mailbox through the command with two goroutines: generated
// messages, and those of the corpus if there is one, repeated in any order. Each message of
// the output is compared with its rewritten form, for which the promises are checked.
// HREFIX_SOAK gives the number of bytes: 10G.
//
// The account of the garbage collector shows that nothing stays in memory: at its minimum in
// the second half, the heap is not larger than its mean in the first half. The peak of the
// process depends on which large messages come together and when the collector runs, so it is
// compared only if enough bytes pass to even that out.
func TestSoak(t *testing.T) {
	size := soakSize(t)
	messages := soakMessages(t)
	cmd := exec.Command("hrefix", "abs", "-t", "mbox", "-j", "2", "-b", soakURL)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var trace bytes.Buffer
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1")
	cmd.Stderr = &trace
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill() // if the test failed
		cmd.Wait()
	})

	fed := make(chan error, 1)
	go func() {
		in := bufio.NewWriterSize(stdin, 1<<20)
		order := rand.New(rand.NewPCG(1, 2))
		for n := int64(0); n < size; {
			m := &messages[order.IntN(len(messages))]
			if _, err := in.Write(m.source); err != nil {
				fed <- err
				return
			}
			n += int64(len(m.source))
		}
		err := in.Flush()
		stdin.Close()
		fed <- err
	}()

	meter := startMeter(cmd.Process.Pid)
	out := bufio.NewReaderSize(stdout, 1<<20)
	order := rand.New(rand.NewPCG(1, 2))
	passed, changed := 0, 0
	got := make([]byte, 0, 8<<20)
	for n := int64(0); n < size; passed++ {
		m := &messages[order.IntN(len(messages))]
		got = got[:min(cap(got), len(m.want))]
		if len(got) < len(m.want) {
			got = make([]byte, len(m.want))
		}
		_, err := io.ReadFull(out, got)
		require.NoError(t, err, "message %d", passed+1)
		if !bytes.Equal(got, m.want) {
			require.Failf(t, "another message", "message %d of the mailbox: %.300q…", passed+1, m.source)
		}
		if n += int64(len(m.source)); !bytes.Equal(m.source, m.want) {
			changed++
		}
		meter.passed(n)
	}
	_, err = out.ReadByte()
	require.ErrorIs(t, err, io.EOF)
	require.NoError(t, <-fed)
	require.NoError(t, cmd.Wait())
	first, last := meter.memory()
	before, after := meter.rates()
	t.Logf("%d messages, %d of them changed, each as it is alone; %d different ones, %d bytes, %v", passed, changed, len(messages), size, time.Since(meter.start).Round(time.Second/10))
	t.Logf("memory: at most %d KiB in the first half, %d KiB in the second; %.0f MB/s in the first minute or fifth, %.0f MB/s in the last", first>>10, last>>10, before/1e6, after/1e6)
	mean, least, cycles := alive(trace.String())
	t.Logf("alive: %.1f MB in the mean of the first half of %d collections, at least %.0f MB in the second", mean, cycles, least)
	if size >= soakLong {
		require.Greater(t, cycles, 100, "collections that tell what is alive")
		require.LessOrEqual(t, least, mean, "something is kept")
	}
	if size >= soakLongest {
		require.LessOrEqual(t, float64(last), 1.1*float64(first), "memory grows")
	}
}

// collection finds what was alive after one, in megabytes.
var collection = regexp.MustCompile(`(?m)^gc \d+ @.* \d+->\d+->(\d+) MB,`)

// alive returns what was alive, in megabytes, in the mean of the first half of the
// collections, the first tenth left out, at the quietest one of the second half, and how
// many collections there were.
func alive(trace string) (mean, least float64, cycles int) {
	var all []float64
	for _, m := range collection.FindAllStringSubmatch(trace, -1) {
		n, _ := strconv.Atoi(m[1]) // digits
		all = append(all, float64(n))
	}
	if len(all) < 10 {
		return 0, 0, len(all)
	}
	warm, half := len(all)/10, len(all)/2
	for _, n := range all[warm:half] {
		mean += n / float64(half-warm)
	}
	return mean, slices.Min(all[half:]), len(all)
}

// soakSize returns how many bytes to pass.
func soakSize(t *testing.T) int64 {
	said := os.Getenv("HREFIX_SOAK")
	if said == "" {
		return soakDefault
	}
	m := regexp.MustCompile(`^(\d+)([MG])$`).FindStringSubmatch(said)
	require.NotNil(t, m, "HREFIX_SOAK=%s: write for example 10G", said)
	n, err := strconv.ParseInt(m[1], 10, 64)
	require.NoError(t, err)
	return n << map[string]int{"M": 20, "G": 30}[m[2]]
}

// A soaked message is one in a mailbox, with the line before it, and what becomes of
// it.
type soaked struct{ source, want []byte }

// soakMessages returns the different messages. The promises hold of each.
func soakMessages(t *testing.T) (all []soaked) {
	opts := engine.Options{Type: detect.Mbox, Base: soakURL}
	add := func(text []byte) {
		one := []byte(separator + fromLines.ReplaceAllString(strings.TrimRight(string(text), "\r\n"), ">$0") + "\n\n")
		all = append(all, soaked{one, promise.Check(t, one, opts).Output})
	}
	rnd := rand.New(rand.NewPCG(7, 8))
	generated := 60
	if os.Getenv("HREFIX_SOAK") != "" {
		generated = 500
	}
	for range generated {
		add(soakMessage(rnd))
	}
	if os.Getenv("HREFIX_CORPUS") == "" || os.Getenv("HREFIX_SOAK") == "" {
		return all
	}
	for _, f := range corpus.Files(t, "mail") {
		if !bytes.HasPrefix(f.Data, []byte("From ")) {
			add(f.Data)
			continue
		}
		for m := range mbox.Messages(f.Data) {
			add(m.Document())
		}
	}
	return all
}

// fromLines finds what a mailbox quotes.
var fromLines = regexp.MustCompile(`(?m)^>*From `)

// soakMessage returns a message with text, HTML in some encoding, and a file; one in
// fifty is large.
func soakMessage(rnd *rand.Rand) []byte {
	paragraphs := rnd.IntN(40)
	if rnd.IntN(50) == 0 {
		paragraphs = 8000
	}
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><html><head><title>news</title></head><body>\r\n")
	for i := range paragraphs {
		fmt.Fprintf(&page, "<p class=\"p%d\">From here to %x: <a href=\"../%d.html?a=1&amp;b=%d\">ümlaut</a> <img src=i/%d.png>\r\n", i, rnd.Uint64(), i, i, i)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Subject: %d\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"=b%d\"\n", rnd.Int(), rnd.IntN(9))
	boundary := b.String()[strings.LastIndex(b.String(), "=b") : b.Len()-2]
	if rnd.IntN(2) == 0 {
		fmt.Fprintf(&b, "Content-Base: <http://list.example/%d/>\n", rnd.IntN(9))
	}
	fmt.Fprintf(&b, "\n--%s\nContent-Type: text/plain\n\nFrom nobody\n%s\n--%s\nContent-Type: text/html; charset=utf-8\n",
		boundary, strings.Repeat("text ", rnd.IntN(200)), boundary)
	switch rnd.IntN(3) {
	case 0:
		fmt.Fprintf(&b, "Content-Transfer-Encoding: 8bit\n\n%s", strings.ReplaceAll(page.String(), "\r\n", "\n"))
	case 1:
		b.WriteString("Content-Transfer-Encoding: quoted-printable\n\n")
		var body bytes.Buffer
		qp := quotedprintable.NewWriter(&body)
		io.WriteString(qp, page.String()) // memory takes it
		qp.Close()
		b.WriteString(strings.ReplaceAll(body.String(), "\r\n", "\n"))
	case 2:
		b.WriteString("Content-Transfer-Encoding: base64\n\n" + lines64(page.String()))
	}
	file := make([]byte, rnd.IntN(30_000))
	for i := range file {
		file[i] = byte(rnd.Uint32())
	}
	fmt.Fprintf(&b, "\n--%s\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n%s--%s--\n", boundary, lines64(string(file)), boundary)
	return []byte(b.String())
}

// lines64 returns base64 in lines of 76 characters.
func lines64(s string) string {
	var b strings.Builder
	for all := base64.StdEncoding.EncodeToString([]byte(s)); all != ""; {
		n := min(76, len(all))
		b.WriteString(all[:n] + "\n")
		all = all[n:]
	}
	return b.String()
}

// A meter measures a process while bytes pass through it.
type meter struct {
	pid   int
	start time.Time
	next  time.Time
	marks []mark
}

// A mark is how many bytes had passed at a time, and how much memory the process had.
type mark struct {
	at     time.Duration
	bytes  int64
	memory int64
}

func startMeter(pid int) *meter {
	now := time.Now()
	return &meter{pid: pid, start: now, next: now}
}

// passed says that n bytes have passed.
func (m *meter) passed(n int64) {
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	m.next = now.Add(time.Second / 20)
	m.marks = append(m.marks, mark{now.Sub(m.start), n, resident(m.pid)})
}

// resident returns the memory that a process has, in bytes.
func resident(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, pages int64
	fmt.Sscan(string(data), &size, &pages)
	return pages * int64(os.Getpagesize())
}

// memory returns the most memory in the first and in the second half of the bytes.
func (m *meter) memory() (first, second int64) {
	for _, k := range m.marks {
		if k.bytes < m.marks[len(m.marks)-1].bytes/2 {
			first = max(first, k.memory)
		} else {
			second = max(second, k.memory)
		}
	}
	return first, second
}

// rates returns the bytes per second in the first and the last minute, or fifth of the
// time if that is less.
func (m *meter) rates() (first, last float64) {
	end := m.marks[len(m.marks)-1]
	rate := func(from, to time.Duration) float64 {
		var a, b mark
		for _, k := range m.marks {
			if k.at <= from {
				a = k
			}
			if k.at <= to {
				b = k
			}
		}
		return float64(b.bytes-a.bytes) / max(1e-9, (b.at-a.at).Seconds())
	}
	some := min(time.Minute, end.at/5)
	return rate(0, some), rate(end.at-some, end.at)
}
