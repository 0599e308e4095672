package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// archiveMemoryVariable is the environment variable that asks for TestArchiveMemory: the size of the
// web archives in MB.
const archiveMemoryVariable = "HREFIX_WARC_MEMORY"

// archiveMemory is the memory that a web archive of any size may take at most.
const archiveMemory = 150 << 20

// archiveRecord returns a response of a web archive.
func archiveRecord(mediaType, body string) string {
	block := "HTTP/1.1 200 OK\r\nContent-Type: " + mediaType + "\r\n\r\n" + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://h.example/d/page\r\n"+
		"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
}

// TestArchiveMemory checks the memory that links takes at most for a large web archive: from a pipe
// without compression, and from a file that is compressed by record. Half of it are pages.
func TestArchiveMemory(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv(archiveMemoryVariable))
	if size == 0 {
		t.Skip(archiveMemoryVariable + " is not set")
	}
	exe := filepath.Join(t.TempDir(), "hrefix")
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	const links = 20 // of a page
	pages := archiveRecord("text/html", strings.Repeat("<p>"+strings.Repeat("text ", 1000)+"<a href=../x>x</a>", links))
	picture := archiveRecord("image/png", strings.Repeat("\x89PNG", len(pages)*5/4))
	group := strings.Repeat(pages, 5) + picture
	times := size * 1_000_000 / len(group)
	for _, jobs := range []string{"1", "2"} {
		for _, format := range []string{"tsv", "json"} {
			t.Run(format+" from a pipe, -j "+jobs, func(t *testing.T) {
				lines := archivePeak(t, io.LimitReader(&cycle{text: group}, int64(times*len(group))), exe, "links", "--format", format, "-j", jobs)
				require.Equal(t, times*5*links, lines)
			})
		}
	}
	name := filepath.Join(t.TempDir(), "large.warc.gz")
	writeMembers(t, name, []string{pages, pages, pages, pages, pages, picture}, times)
	for _, format := range []string{"tsv", "json"} {
		t.Run(format+" of a compressed file", func(t *testing.T) {
			require.Equal(t, times*5*links, archivePeak(t, nil, exe, "links", "--format", format, name))
		})
	}
}

// A cycle repeats a text for ever.
type cycle struct {
	text string
	at   int
}

func (c *cycle) Read(p []byte) (int, error) {
	n := copy(p, c.text[c.at:])
	c.at = (c.at + n) % len(c.text)
	return n, nil
}

// writeMembers writes a file with texts a number of times, each a gzip member.
func writeMembers(t *testing.T, name string, texts []string, times int) {
	var packed bytes.Buffer
	for _, text := range texts {
		z := gzip.NewWriter(&packed)
		_, err := io.WriteString(z, text)
		require.NoError(t, err)
		require.NoError(t, z.Close())
	}
	f, err := os.Create(name)
	require.NoError(t, err)
	defer f.Close()
	for range times {
		_, err := f.Write(packed.Bytes())
		require.NoError(t, err)
	}
}

// archivePeak runs the command, checks its memory, and returns the number of lines that it prints.
func archivePeak(t *testing.T, stdin io.Reader, argv ...string) (lines int) {
	report := filepath.Join(t.TempDir(), "memory")
	// The child of a process is said to have what that had itself: time has little.
	cmd := exec.Command("/usr/bin/time", append([]string{"-f", "%M %U %S", "-o", report}, argv...)...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = stdin, &stderr
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	for in := bufio.NewScanner(stdout); in.Scan(); {
		lines++
	}
	require.NoError(t, cmd.Wait(), "%s", &stderr)
	text, err := os.ReadFile(report)
	require.NoError(t, err)
	var kib int64
	var user, system float64
	_, err = fmt.Sscan(string(text), &kib, &user, &system)
	require.NoError(t, err)
	t.Logf("%d MB at the peak, %.1f s of processor time, %d links", kib*1024/1e6, user+system, lines)
	require.Less(t, kib*1024, int64(archiveMemory))
	return lines
}
