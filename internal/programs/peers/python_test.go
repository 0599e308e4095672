//go:build unix

package peers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A document is a message of the corpus.
type document struct {
	number string // names its files: see testdata/compare.py
	file   string // of the corpus
	form   string // which message of the file, and in which form
}

// A difference is a difference that Python finds between a message and its rewritten form.
type difference struct {
	document
	part, what, how string
}

// A comparison is the output of testdata/compare.py.
type comparison struct {
	messages, changed, parts, references int
	differ                               []difference
}

// TestPeerPython compares every message with its rewritten form, both read by Python's
// email package.
func TestPeerPython(t *testing.T) {
	need(t, "python3")
	started := time.Now()
	dir := t.TempDir()
	docs := split(t, corpus.Path(t, "mail"), dir)
	rewriteAll(t, dir, docs)
	c := compare(t, dir, docs)
	unknown := checkDifferences(t, c.differ)
	t.Logf("%d messages, %d of them changed, %d parts compared, %d references explained, %d differences and %d known ones, %v",
		c.messages, c.changed, c.parts, c.references, unknown, len(c.differ)-unknown, time.Since(started).Round(time.Second))
	require.Len(t, docs, c.messages)
	require.Greater(t, c.messages, 4000)
	require.Greater(t, c.changed, 400)
	require.Greater(t, c.parts, 9000)
	require.Greater(t, c.references, 20000)
}

// split writes the messages of the corpus to files in dir.
func split(t testing.TB, mail, dir string) []document {
	var docs []document
	for _, f := range rows(t, python(t, "split.py", mail, dir), 3) {
		docs = append(docs, document{f[0], f[1], f[2]})
	}
	return docs
}

// rows returns the rows of a table with n columns separated by tabs.
func rows(t testing.TB, table string, n int) [][]string {
	var all [][]string
	for line := range strings.Lines(table) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, row, n, "%q", line)
		all = append(all, row)
	}
	return all
}

// rewriteAll runs the command on all documents.
func rewriteAll(t testing.TB, dir string, docs []document) {
	work := make(chan document)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for d := range work {
				path := filepath.Join(dir, d.number)
				if err := rewriteFile(hrefix(t), path); err != nil {
					t.Errorf("%s %s: %v", d.file, d.form, err)
				}
			}
		})
	}
	for _, d := range docs {
		work <- d
	}
	close(work)
	workers.Wait()
}

// rewriteFile runs the command on path.eml and writes the output to path.out. If the output
// differs, it writes the command's list of references to path.json.
func rewriteFile(command, path string) error {
	flags := []string{"-t", "message", "-b", messageURL, path + ".eml"}
	if err := output(path+".out", exec.Command(command, append([]string{"abs"}, flags...)...)); err != nil {
		return err
	}
	if same, err := equal(path+".eml", path+".out"); err != nil || same {
		return err
	}
	return output(path+".json", exec.Command(command, append([]string{"links", "--json"}, flags...)...))
}

// equal reports whether two files have the same content.
func equal(a, b string) (bool, error) {
	was, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	now, err := os.ReadFile(b)
	return bytes.Equal(was, now), err
}

// output runs a command and writes what it prints to a file.
func output(path string, cmd *exec.Cmd) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	cmd.Stdout = f
	if err := cmd.Run(); err != nil {
		return err
	}
	return f.Close()
}

// compare compares the files of documents in dir.
func compare(t testing.TB, dir string, docs []document) comparison {
	args := []string{dir}
	byNumber := make(map[string]document)
	for _, d := range docs {
		args = append(args, d.number)
		byNumber[d.number] = d
	}
	lines := strings.SplitAfter(strings.TrimSuffix(python(t, "compare.py", args...), "\n"), "\n")
	last := len(lines) - 1
	var c comparison
	for _, f := range rows(t, strings.Join(lines[:last], ""), 4) {
		c.differ = append(c.differ, difference{byNumber[f[0]], f[1], f[2], f[3]})
	}
	sum := numbers(t, rows(t, lines[last], 5)[0])
	c.messages, c.changed, c.parts, c.references = sum[0], sum[1], sum[2], sum[3]
	require.Len(t, c.differ, sum[4])
	return c
}

// numbers returns the numbers in a row.
func numbers(t testing.TB, row []string) []int {
	var all []int
	for _, field := range row {
		n, err := strconv.Atoi(field)
		require.NoError(t, err)
		all = append(all, n)
	}
	return all
}
