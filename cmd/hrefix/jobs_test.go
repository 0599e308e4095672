package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// batchSize is about how many bytes of a mailbox are read at once.
const batchSize = 256 << 10

// TestJobs checks that stdout, stderr and all files are the same for any number of jobs.
func TestJobs(t *testing.T) {
	const in = "in"
	archive := t.TempDir()
	makeArchive(t, filepath.Join(archive, in), 24)
	makeLarge(t, filepath.Join(archive, "large"))
	for name, c := range map[string]struct{ args []string }{
		"links":           {[]string{"links", "--json", in, in + "/a", "missing", "large"}},
		"base":            {[]string{"base", in}},
		"in place":        {[]string{"abs", "-w", "--json", in, "large"}},
		"with names":      {[]string{"abs", "-w", "--rename", "-b", "http://a/b/", "--same-base", in + "/m", in + "/m"}},
		"twice":           {[]string{"abs", "-w", "-b", "http://a/b/", "--same-base", in, in + "/a", "large/box.mbox", "large/box.mbox"}},
		"thrice":          {[]string{"abs", "-w", "-b", "http://a/b/", "--same-base", in + "/a/1.html", in + "/a/1.html", in + "/a", in + "/a/1.html"}},
		"of the other":    {[]string{"abs", "-b", "http://a/b/", "--same-base", "-o", in + "/b", in + "/a/only.html", in + "/b/only.html"}},
		"new trees":       {[]string{"abs", "-b", "http://a/b/", "--same-base", "-o", "out", in, in + "/b", in + "/b/a"}},
		"around":          {[]string{"abs", "-b", "http://a/b/", "--same-base", "-o", ".", in, in + "/a"}},
		"names in a tree": {[]string{"abs", "-b", "http://a/b/", "--same-base", "-o", "out", in + "/a/1.html", in + "/b/1.html", in + "/a", in + "/b"}},
		"one":             {[]string{"abs", "-b", "http://a/b/", "large/box.mbox"}},
		"diff":            {[]string{"abs", "-d", "-b", "http://a/b/", "--same-base", in, "large"}},
		"decoded diff":    {[]string{"abs", "--diff=decoded", "-b", "http://a/b/", "--same-base", in, "large"}},
		"names":           {[]string{"abs", "-l", "-b", "http://a/b/", "--same-base", in, in + "/a"}},
		"names written":   {[]string{"abs", "-l", "-w", "--backup", "-b", "http://a/b/", "--same-base", in, in + "/a", "large"}},
		"nothing":         {[]string{"abs", "-n", "-b", "http://a/b/", "--same-base", in, "large"}},
		"limited":         {[]string{"abs", "--max-size", "600000", "large/box.gz"}},
	} {
		t.Run(name, func(t *testing.T) {
			var want string
			for _, jobs := range []int{1, 4} {
				t.Chdir(t.TempDir())
				require.NoError(t, os.CopyFS(in, os.DirFS(filepath.Join(archive, in))))
				if strings.Contains(strings.Join(c.args, " "), "large") {
					require.NoError(t, os.CopyFS("large", os.DirFS(filepath.Join(archive, "large"))))
				}
				require.NoError(t, os.Chmod(in+"/a/closed.html", 0o200))
				require.NoError(t, os.Chmod(in+"/b/a", 0o750))
				var stdout, stderr bytes.Buffer
				status := run(append(c.args, "-j", strconv.Itoa(jobs)), strings.NewReader(""), &stdout, &stderr)
				got := fmt.Sprintf("%d\n%s\n%s\n%s", status, &stdout, untimed(stderr.String()), listing(t))
				if want == "" {
					want = got
				} else if got != want {
					require.Equal(t, strings.Split(want, "\n"), strings.Split(got, "\n"))
				}
			}
		})
	}
}

// TestJobsReport checks that messages about a mailbox are counted together, and that lines are
// those of the mailbox.
func TestJobsReport(t *testing.T) {
	const text = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n"
	const n = 2*batchSize/len(text) + 10
	box := strings.Repeat(text, n)
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "- message %d:%d\t1\ta\thref\tunresolved\tx\t\tno base URL is known\n", i+1, 5*i+4)
	}
	for _, jobs := range []string{"1", "2", "5"} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run([]string{"-j", jobs}, strings.NewReader(box), &stdout, &stderr))
		require.Equal(t, box, stdout.String())
		require.Equal(t, fmt.Sprintf("hrefix: stdin: %d references left: no base URL is known: give -b URL, but only if all messages come from there\n", n), stderr.String())
		stdout.Reset()
		require.Equal(t, exitOK, run([]string{"links", "-j", jobs}, strings.NewReader(box), &stdout, &stderr))
		require.Equal(t, lines.String(), stdout.String())
	}
}

// TestJobsFail checks that a run that cannot write or read any more ends in the same way for
// any number of jobs. Only the messages before a write error may differ.
func TestJobsFail(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	box := mailbox(rnd, 600)
	for _, verb := range []string{"abs", "links"} {
		for _, room := range []int{0, 64 << 10, 200_000} {
			var want string
			for _, jobs := range []string{"1", "4"} {
				stdout, stderr := &narrow{room: room}, new(bytes.Buffer)
				status := run([]string{verb, "--json", "-j", jobs}, strings.NewReader(box), stdout, stderr)
				require.Equal(t, exitFailed, status)
				lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
				last := lines[len(lines)-1]
				require.Equal(t, 1, strings.Count(stderr.String(), "no room"))
				require.Contains(t, last, "no room")
				got := stdout.String() + last
				if want == "" {
					want = got
				}
				require.True(t, want == got, "%s -j %s in %d bytes", verb, jobs, room)
			}
		}
	}
	for _, readable := range []int{0, 200_000, len(box)} {
		var want string
		for _, jobs := range []string{"1", "2", "5"} {
			src := io.MultiReader(strings.NewReader(box[:readable]), iotest.ErrReader(errors.New("bad sector")))
			var stdout, stderr bytes.Buffer
			require.Equal(t, exitFailed, run([]string{"-t", "mbox", "-b", "http://a/", "-j", jobs}, src, &stdout, &stderr))
			require.Contains(t, stderr.String(), "bad sector")
			got := stdout.String() + stderr.String()
			if want == "" {
				want = got
			}
			require.True(t, want == got, "-j %s of %d bytes", jobs, readable)
		}
	}
}

// narrow takes so many bytes and no more.
type narrow struct {
	bytes.Buffer
	room int
}

func (n *narrow) Write(b []byte) (int, error) {
	if n.Len()+len(b) > n.room {
		k, _ := n.Buffer.Write(b[:n.room-n.Len()])
		return k, errors.New("no room")
	}
	return n.Buffer.Write(b)
}

// makeArchive writes files of all kinds below dir.
func makeArchive(t *testing.T, dir string, files int) {
	rnd := rand.New(rand.NewPCG(3, 4))
	write := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, data, 0o644))
	}
	for i := range files {
		parent := []string{"", "a/", "b/", "b/a/", "c d/e/f/"}[rnd.IntN(5)]
		switch name := parent + strconv.Itoa(i); rnd.IntN(9) {
		case 0:
			write(name+".eml", []byte(message(rnd, i)))
		case 1:
			write(name+".mbox", []byte(mailbox(rnd, rnd.IntN(20))))
		case 2:
			write(name+".html.gz", compress(t, page(rnd)))
		case 3:
			data := compress(t, page(rnd))
			write(name+".html.gz", data[:rnd.IntN(len(data))])
		case 4:
			write(name, []byte("no document"))
		case 5:
			write(name+".html", nil)
		case 6:
			require.NoError(t, os.MkdirAll(filepath.Join(dir, parent), 0o755))
			require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, name)))
		default:
			write(name+".html", []byte(page(rnd)))
		}
	}
	write("a/1.html", []byte(page(rnd)))
	write("a/only.html", []byte(page(rnd)))
	write("b/1.html", []byte(page(rnd)))
	write("b/.hrefix-1-1", nil)
	for i := range 20 { // in a Maildir, some of which would get the name of another
		write(fmt.Sprintf("m/cur/%d,S=%d:2,S", i/2, 40+i%2*11), []byte(message(rnd, 0)))
	}
	write("m/new/x", []byte(message(rnd, 1)))
	write("a/closed.html", []byte(page(rnd)))
}

// makeLarge writes a mailbox that is worth to be shared out.
func makeLarge(t *testing.T, dir string) {
	box := mailbox(rand.New(rand.NewPCG(7, 8)), 300)
	require.Greater(t, int64(len(box)), source.SharedMailbox)
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "box.mbox"), []byte(box), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "box.gz"), compress(t, box), 0o644))
}

func page(rnd *rand.Rand) string {
	return "<html>" + strings.Repeat("<p>text <a href=x>x</a>\n<img src=''> <a href='#y'>y</a>\n", rnd.IntN(30)) +
		strings.Repeat(" ", rnd.IntN(2)*rnd.IntN(100_000))
}

func message(rnd *rand.Rand, i int) string {
	return fmt.Sprintf("Subject: %d\nBase: <URL:http://c/%d/>\nContent-Type: text/html\n\n<a href=x>x</a>\n%s", i, i, strings.Repeat("<p>\n", rnd.IntN(20)))
}

func mailbox(rnd *rand.Rand, messages int) string {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	var b strings.Builder
	for i := range messages {
		b.WriteString(from)
		switch rnd.IntN(4) {
		case 0:
			b.WriteString(message(rnd, i))
		case 1:
			b.WriteString("Content-Type: text/html\nContent-Transfer-Encoding: rot13\n\n<a href=x>\n")
		default:
			b.WriteString("Content-Type: text/html\n\n" + strings.Repeat("<a href=x><img src=''>\n", rnd.IntN(20)))
			b.WriteString(strings.Repeat("x\n", 10*rnd.IntN(300)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func compress(t *testing.T, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

func decompress(t *testing.T, file []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(text)
}

// listing returns all that there is in the working directory.
func listing(t *testing.T) string {
	var b strings.Builder
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := d.Info()
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s %v\n", name, info.Mode())
		if d.Type().IsRegular() {
			require.NoError(t, os.Chmod(name, 0o600))
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			fmt.Fprintf(&b, "%q\n", text)
		}
		return nil
	}))
	return b.String()
}
