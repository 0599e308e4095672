//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// goodRecord is a record at the end of each hostile web archive. Its link leads to goodTarget.
var goodRecord = archiveRecord("text/html", "<a href=../good>x</a>")

const goodTarget = "http://h.example/good"

// claimedRecord returns the beginning of a response with a header field of its own and a block that is
// claimed to have size bytes.
func claimedRecord(size, httpField string) string {
	return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/bad\r\nContent-Type: application/http\r\n" +
		"Content-Length: " + size + "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + httpField + "\r\n\r\n"
}

// encodedRecord returns a response with a body that is written by write, in a content encoding.
func encodedRecord(httpField string, write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		var body bytes.Buffer
		if err := write(&body); err != nil {
			return err
		}
		size := body.Len() + len(claimedRecord("0", httpField)) - strings.Index(claimedRecord("0", httpField), "HTTP/1.1")
		_, err := io.WriteString(w, claimedRecord(fmt.Sprint(size), httpField)+body.String()+"\r\n\r\n")
		return err
	}
}

// member returns a text as a gzip member.
func member(text string) string {
	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return packed.String()
}

// emptyRecord is a record of zero bytes.
const emptyRecord = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 0\r\n\r\n\r\n\r\n"

// hostileArchives returns hostile web archives. Each has goodRecord at the end.
func hostileArchives() []hostileShape {
	const zipField, chunkField = "Content-Encoding: gzip", "Transfer-Encoding: chunked"
	bomb := through(zipped, text("<p>", 400_000, strings.Repeat(" ", 1000)))
	chunk := func(size string) func(io.Writer) error {
		return text(encodedRecord(chunkField, text(size+"\r\n<a href=x>\r\n")), goodRecord)
	}
	return []hostileShape{
		{"bomb.warc", text(encodedRecord(zipField, bomb), goodRecord)},
		{"stacked.warc", text(encodedRecord("Content-Encoding: gzip, gzip", through(zipped, bomb)), goodRecord)},
		{"member-bomb.warc.gz", text(through(zipped, text(claimedRecord("500000000", "X: y"), 500_000, strings.Repeat(" ", 1000), "\r\n\r\n")), member(goodRecord))},
		{"claims-2-62.warc", text(goodRecord, claimedRecord("4611686018427387904", "X: y"), "<a href=x>")},
		{"claims-2-63.warc", text(claimedRecord("9223372036854775808", "X: y"), "<a href=x>\r\n\r\n", goodRecord)},
		{"claims-2-64.warc.gz", text(member(claimedRecord("18446744073709551616", "X: y")+"<a href=x>\r\n\r\n"), member(goodRecord))},
		{"empty.warc", text(hostileMany, emptyRecord, goodRecord)},
		{"empty.warc.gz", text(hostileMany, member(emptyRecord), member(goodRecord))},
		{"head.warc", text("WARC/1.0\r\nX: ", 100<<20, "x", "\r\nContent-Length: 0\r\n\r\n\r\n\r\n", goodRecord)},
		{"fields.warc", text("WARC/1.0\r\n", 10<<20, "Xxxxxxx: y\r\n", "Content-Length: 0\r\n\r\n\r\n\r\n", goodRecord)},
		{"http-head.warc", text(encodedRecord("X: "+strings.Repeat("x", 100<<20), text("<p>")), goodRecord)},
		{"chunk-16.warc", chunk("ffffffffffffffff")},
		{"chunk-15.warc", chunk("7fffffffffffffff")},
		{"chunks.warc", text(encodedRecord(chunkField, text(hostileMany, "1\r\na\r\n", "0\r\n\r\n")), goodRecord)},
	}
}

// archiveVerbs are the command lines that are tried with hostile web archives. DOC stands for the
// archive; want says that the output names goodTarget.
var archiveVerbs = []struct {
	args []string
	want bool
}{
	{[]string{"links", "--json", "DOC"}, true},
	{[]string{"links", "--format", "tsv", "DOC"}, true},
	{[]string{"links", "--format", "wat", "DOC"}, false},
	{[]string{"links", "--targets", "DOC"}, true},
	{[]string{"base", "--json", "DOC"}, false},
	{[]string{"check", "DOC"}, false},
	{[]string{"report", "-o", "report.html", "DOC"}, false},
	{[]string{"extract", "-o", "site", "DOC"}, false},
	{[]string{"abs", "-o", "new", "DOC"}, false},
	{[]string{"pin", "-o", "pinned", "DOC"}, false},
}

// TestArchivesHostile checks that hostile web archives do no harm in 2 GB of address space, and that
// the good record after them is read. Each verb ends as documented.
func TestArchivesHostile(t *testing.T) {
	if os.Getenv(hostileVariable) == "" {
		t.Skip(hostileVariable + " is not set: this test takes long, and gigabytes of disk")
	}
	dir, err := os.MkdirTemp("/var/tmp", "hrefix-hostile-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := buildWithoutC(t, dir)
	for _, shape := range hostileArchives() {
		t.Run(shape.name, func(t *testing.T) {
			name := filepath.Join(dir, shape.name)
			f, err := os.Create(name)
			require.NoError(t, err)
			require.NoError(t, shape.write(f))
			require.NoError(t, f.Close())
			for _, verb := range archiveVerbs {
				line := strings.Join(verb.args, " ")
				out := tryArchive(t, program, strings.Fields(strings.ReplaceAll(line, "DOC", name)))
				if verb.want {
					require.Equal(t, shape.name != endsFile, bytes.Contains(out, []byte(goodTarget)), line)
				}
			}
			require.NoError(t, os.Remove(name))
		})
	}
}

// endsFile is the archive that is not read to its end: the whole file expands to more than --max-size
// allows, which is an error.
const endsFile = "member-bomb.warc.gz"

// buildWithoutC builds the command into a directory, without C, whose threads take address space.
func buildWithoutC(t *testing.T, dir string) string {
	program := filepath.Join(dir, "hrefix")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	messages, err := build.CombinedOutput()
	require.NoError(t, err, "%s", messages)
	return program
}

// tryArchive runs the command below the limit of memory, and returns what it prints.
func tryArchive(t *testing.T, program string, args []string) []byte {
	var stderr bytes.Buffer
	script := fmt.Sprintf(`ulimit -v %d; exec "$@"`, hostileMemory)
	cmd := exec.Command("bash", append([]string{"-c", script, "sh", program, args[0], "-j", "2"}, args[1:]...)...)
	cmd.Dir, cmd.Stderr = t.TempDir(), &stderr
	begun := time.Now()
	out, _ := cmd.Output() // its status is looked at
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	t.Logf("status %d, %.1f s, %d MiB, %d bytes: %s", cmd.ProcessState.ExitCode(), time.Since(begun).Seconds(), usage.Maxrss>>10, len(out), first(stderr.String(), 300))
	require.Contains(t, []int{exitOK, exitCheck, exitFailed}, cmd.ProcessState.ExitCode(), first(stderr.String(), 2000))
	require.NotRegexp(t, `(?m)^(panic|fatal error|runtime):|^goroutine `, stderr.String())
	return out
}

// TestCutArchives cuts a good web archive of two records everywhere in the second one, compressed and
// not. The first record is read from each of the files, and the defect is reported.
func TestCutArchives(t *testing.T) {
	for _, c := range []struct{ name, record string }{{"cut-%04d.warc", goodRecord}, {"cut-%04d.warc.gz", member(goodRecord)}} {
		dir := t.TempDir()
		for n := range c.record {
			data := []byte(c.record + c.record[:n])
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf(c.name, n)), data, 0o600))
		}
		for _, verb := range []string{"links --json", "base --json", "check --json"} {
			var stdout, stderr bytes.Buffer
			code := run(append(strings.Fields(verb), dir), nil, &stdout, &stderr)
			require.Contains(t, []int{exitOK, exitCheck, exitFailed}, code, "%s", &stderr)
			if verb == "links --json" {
				require.GreaterOrEqual(t, bytes.Count(stdout.Bytes(), []byte(`"`+goodTarget+`"`)), len(c.record), c.name)
			}
		}
	}
}
