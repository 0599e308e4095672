package write_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/write"
)

// A scene is a directory, which is the current one, with the inputs of a run and its output.
type scene struct {
	*testing.T
	write func(to io.Writer, s *source.Source) (*job.Output, error) // writes a result; nil for the text in capitals
	in    inputs.Inputs
}

func newScene(t *testing.T, files ...string) *scene {
	t.Chdir(t.TempDir())
	s := &scene{T: t}
	for _, name := range files {
		s.put(name, "text of "+name)
	}
	return s
}

// put writes a file.
func (s *scene) put(name, text string) {
	require.NoError(s, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(s, os.WriteFile(name, []byte(text), 0o644))
}

// run writes the results for inputs, and returns what it reports, in lines without "hrefix: ". The other result is
// the number of files that stayed because they had the right content.
func (s *scene) run(o write.Options, args ...string) (reported []string, same int) {
	var temps atomicfile.Temporaries
	var stderr bytes.Buffer
	out := &console.Console{Stdout: io.Discard, Stderr: &stderr}
	s.in.Args, s.in.Temporaries, s.in.NewTree = args, &temps, o.Output
	t, err := write.OpenTarget(o, &s.in, &temps)
	if err != nil {
		return []string{err.Error()}, 0
	}
	if !t.IsTree() {
		s.in.NewTree = ""
	}
	r := job.Run{Console: out, Inputs: s.in.All(), Size: 1, Bar: new(progress.Bar), OneWait: t.InTurn, Steps: job.Steps{
		Prepare: func(j *job.Job) error {
			if j.File.Dir {
				return t.MakeDir(j.File)
			}
			return t.Prepare(j)
		},
		Do: func(j *job.Job) error {
			if !j.File.IsRead() {
				if j.File.Link != "" {
					t.Link(j)
				}
				return nil
			}
			return s.do(t, j)
		},
	}}
	err = r.Do()
	t.Report(out)
	if closed := t.Close(out); closed != nil {
		out.ReportError(closed)
	}
	if err != nil {
		require.ErrorIs(s, err, console.ErrReported)
		require.NotEmpty(s, stderr.String())
	}
	s.noTemporaries()
	for line := range strings.Lines(stderr.String()) {
		reported = append(reported, strings.TrimPrefix(strings.TrimSpace(line), "hrefix: "))
	}
	return reported, t.Same
}

// do writes the result of a job.
func (s *scene) do(t *write.Target, j *job.Job) (err error) {
	src := &source.Source{File: j.File, Document: true}
	src.In, src.Info, err = j.File.Folder.OpenRead(j.File.Base)
	require.NoError(s, err)
	defer src.Close()
	if j.File.Copied {
		return t.Copy(j, src)
	}
	return t.Write(j, src, func(w io.Writer) (*job.Output, error) {
		if s.write != nil {
			return s.write(w, src)
		}
		text, err := io.ReadAll(src.In)
		require.NoError(s, err)
		_, err = io.WriteString(w, strings.ToUpper(string(text)))
		return &job.Output{Changed: true}, err
	})
}

// noTemporaries requires that no temporary file is left.
func (s *scene) noTemporaries() {
	require.NoError(s, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		require.False(s, atomicfile.IsTemporary(filepath.Base(path)), path)
		return err
	}))
}

// has requires the text of a file.
func (s *scene) has(name, text string) {
	s.Helper()
	got, err := os.ReadFile(name)
	require.NoError(s, err)
	require.Equal(s, text, string(got), name)
}

// TestTree checks that the new tree has the files and directories of the input, with their permissions and times.
func TestTree(t *testing.T) {
	s := newScene(t, "site/a.html", "site/sub/b.html", "site/sub/deep/c.html")
	long := time.Now().Add(-24 * time.Hour).Truncate(time.Second)
	require.NoError(t, os.Mkdir("site/empty", 0o700))
	require.NoError(t, os.Chmod("site/sub", 0o555)) // results get into it nevertheless
	require.NoError(t, os.Chmod("site/a.html", 0o600))
	for _, name := range []string{"site/a.html", "site/empty", "site/sub", "site"} {
		require.NoError(t, os.Chtimes(name, long, long))
	}
	reported, _ := s.run(write.Options{Output: "new/out"}, "site")
	require.Empty(t, reported)
	s.has("new/out/a.html", "TEXT OF SITE/A.HTML")
	s.has("new/out/sub/b.html", "TEXT OF SITE/SUB/B.HTML")
	s.has("new/out/sub/deep/c.html", "TEXT OF SITE/SUB/DEEP/C.HTML")
	for _, name := range []string{"a.html", "empty", "sub", "."} {
		want, err := os.Stat(filepath.Join("site", name))
		require.NoError(t, err)
		got, err := os.Stat(filepath.Join("new/out", name))
		require.NoError(t, err)
		require.Equal(t, want.Mode(), got.Mode(), name)
		require.True(t, want.ModTime().Equal(got.ModTime()), name)
	}
	require.NoError(t, os.Chmod("new/out/sub", 0o755)) // for its removal
}

// TestExisting checks which files are replaced.
func TestExisting(t *testing.T) {
	s := newScene(t, "site/a.html", "site/b.html", "site/c.html")
	prepare := func() {
		require.NoError(t, os.RemoveAll("out"))
		s.put("out/a.html", "mine")
		s.put("out/b.html", "TEXT OF SITE/B.HTML")
	}
	prepare()
	reported, _ := s.run(write.Options{Output: "out"}, "site")
	require.Equal(t, []string{"2 files not written, out/a.html the first: they exist: give --force to replace them, or --update to replace those with another content"}, reported)
	s.has("out/a.html", "mine")
	s.has("out/c.html", "TEXT OF SITE/C.HTML")

	prepare()
	before, err := os.Stat("out/b.html")
	require.NoError(t, err)
	reported, same := s.run(write.Options{Output: "out", Update: true}, "site")
	require.Empty(t, reported)
	require.Equal(t, 1, same)
	s.has("out/a.html", "TEXT OF SITE/A.HTML")
	after, err := os.Stat("out/b.html")
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after), "a file with the right content stays")

	prepare()
	before, err = os.Stat("out/b.html")
	require.NoError(t, err)
	reported, same = s.run(write.Options{Output: "out", Force: true}, "site")
	require.Empty(t, reported)
	require.Zero(t, same)
	s.has("out/a.html", "TEXT OF SITE/A.HTML")
	after, err = os.Stat("out/b.html")
	require.NoError(t, err)
	require.False(t, os.SameFile(before, after))

	prepare()
	require.NoError(t, os.Remove("out/a.html"))
	require.NoError(t, os.Mkdir("out/a.html", 0o755))
	require.NoError(t, os.Symlink("b.html", "out/c.html"))
	reported, _ = s.run(write.Options{Output: "out", Force: true}, "site")
	require.Equal(t, []string{
		"out/a.html: not written: the existing file is not a regular file: remove it, or give another name",
		"out/c.html: not written: the existing file is not a regular file: remove it, or give another name",
	}, reported)
}

// TestSameName checks that the first of two inputs with one name in the new tree gets it, also with --force, and that a
// file gets no name that is a directory for another.
func TestSameName(t *testing.T) {
	for _, force := range []bool{false, true} {
		s := newScene(t, "one/site/a.html", "two/site/a.html", "two/site/b.html")
		reported, _ := s.run(write.Options{Output: "out", Force: force}, "one/site", "two/site")
		require.Equal(t, []string{"two/site/a.html: not written: one/site/a.html has the same name in out"}, reported)
		s.has("out/site/a.html", "TEXT OF ONE/SITE/A.HTML")
		s.has("out/site/b.html", "TEXT OF TWO/SITE/B.HTML")
	}
	s := newScene(t, "one/x", "two/x/a.html")
	reported, _ := s.run(write.Options{Output: "out"}, "one/x", "two/x")
	require.Equal(t, []string{"two/x: not written: one/x has the same name in out", "two/x/a.html: not written: one/x has the same name in out"}, reported)
	s.has("out/x", "TEXT OF ONE/X")
}

// TestInsideInput checks a new tree that holds some of the inputs.
func TestInsideInput(t *testing.T) {
	s := newScene(t, "site/a.html", "site/out/b.html")
	for _, o := range []write.Options{{Force: true}, {Update: true}, {Resumes: true}} {
		o.Output = "site/out"
		reported, _ := s.run(o, "site/a.html", "site/out/b.html")
		require.Equal(t, []string{"-o site/out: holds some of the inputs, and --force, --update and --manifest replace files there: give another directory"}, reported)
	}
	reported, _ := s.run(write.Options{Output: "site/out"}, "site/a.html", "site/out/b.html")
	require.Equal(t, []string{"site/out/b.html: is the input: give -w to write in place, or another name"}, reported)
	s.has("site/out/a.html", "TEXT OF SITE/A.HTML")
	s.has("site/out/b.html", "text of site/out/b.html")
}

// TestFile checks the results of one document: what may be replaced, and what is no name for it.
func TestFile(t *testing.T) {
	s := newScene(t, "a.html", "b.html", "sub/c.html")
	require.NoError(t, os.Symlink("b.html", "link.html"))
	reported, _ := s.run(write.Options{Output: "new.html"}, "a.html")
	require.Empty(t, reported)
	s.has("new.html", "TEXT OF A.HTML")
	for _, c := range []struct {
		o    write.Options
		args []string
		want string
	}{
		{write.Options{Output: "new.html"}, []string{"a.html"}, "-o new.html: not written: the file exists: give --force to replace it, or --update to replace it if its content differs"},
		{write.Options{Output: "a.html", Force: true}, []string{"a.html"}, "-o a.html: is the input: give -w to write in place, or another name"},
		{write.Options{Output: "link.html", Force: true}, []string{"a.html"}, "-o link.html: not written: is a symbolic link: give the name of the file that it leads to (b.html)"},
		{write.Options{Output: "none/new.html"}, []string{"a.html"}, "-o none/new.html: no such directory: make it first"},
		{write.Options{Output: "b.html"}, []string{"a.html", "sub/c.html"}, "-o b.html: is a file, and 2 documents are given: give a directory for the results"},
		{write.Options{Output: "c.html"}, []string{"sub"}, "-o c.html: is named like a document, and sub is a directory: give -o c.html/ for a directory of that name"},
	} {
		reported, _ := s.run(c.o, c.args...)
		require.Equal(t, []string{c.want}, reported)
	}
	s.has("b.html", "text of b.html")
	reported, _ = s.run(write.Options{Output: "new.html", Force: true}, "b.html")
	require.Empty(t, reported)
	s.has("new.html", "TEXT OF B.HTML")
	reported, _ = s.run(write.Options{Output: "c.html/"}, "sub")
	require.Empty(t, reported)
	s.has("c.html/c.html", "TEXT OF SUB/C.HTML")
}

// TestLinks checks symbolic and hard links in a new tree.
func TestLinks(t *testing.T) {
	s := newScene(t, "site/a.html")
	s.in.Symlinks = inputs.KeepInside
	require.NoError(t, os.Symlink("a.html", "site/link.html"))
	require.NoError(t, os.Link("site/a.html", "site/b.html"))
	reported, _ := s.run(write.Options{Output: "out"}, "site")
	require.Empty(t, reported)
	leads, err := os.Readlink("out/link.html")
	require.NoError(t, err)
	require.Equal(t, "a.html", leads)
	a, err := os.Stat("out/a.html")
	require.NoError(t, err)
	b, err := os.Stat("out/b.html")
	require.NoError(t, err)
	require.True(t, os.SameFile(a, b), "names of one file stay names of one file")

	reported, same := s.run(write.Options{Output: "out", Update: true}, "site")
	require.Empty(t, reported)
	require.Equal(t, 3, same)
	require.NoError(t, os.Remove("out/link.html"))
	require.NoError(t, os.Symlink("b.html", "out/link.html"))
	reported, _ = s.run(write.Options{Output: "out"}, "site")
	require.Len(t, reported, 1)
	require.Contains(t, reported[0], "3 files not written")
	reported, _ = s.run(write.Options{Output: "out", Update: true}, "site")
	require.Empty(t, reported)
	leads, err = os.Readlink("out/link.html")
	require.NoError(t, err)
	require.Equal(t, "a.html", leads)

	require.NoError(t, os.Remove("out/link.html"))
	s.put("out/link.html", "mine")
	reported, _ = s.run(write.Options{Output: "out", Force: true}, "site")
	require.Equal(t, []string{"out/link.html: not written: the existing file is no symbolic link: remove it, or give another directory"}, reported)
	s.has("out/link.html", "mine")
}

// TestUnread checks the results for sources that cannot be read to their end, or that change meanwhile.
func TestUnread(t *testing.T) {
	boom := errors.New("boom")
	whole := false
	s := newScene(t, "site/a.html")
	s.write = func(to io.Writer, _ *source.Source) (*job.Output, error) {
		_, err := io.WriteString(to, "HALF")
		require.NoError(t, err)
		return &job.Output{Changed: true, Whole: whole}, boom
	}
	reported, _ := s.run(write.Options{Output: "out"}, "site")
	require.Equal(t, []string{"out/a.html: not written: boom"}, reported)
	require.NoFileExists(t, "out/a.html")
	whole = true // all bytes of the source were written
	reported, _ = s.run(write.Options{Output: "out"}, "site")
	require.Len(t, reported, 1)
	require.Contains(t, reported[0], "boom: what can be read is rewritten, and the rest copied")
	s.has("out/a.html", "HALF")

	s.write = func(to io.Writer, src *source.Source) (*job.Output, error) {
		s.put("site/a.html", "another text") // also when it is done again in turn
		now := time.Now().Add(time.Hour)
		require.NoError(t, os.Chtimes("site/a.html", now, now))
		_, err := io.WriteString(to, "OLD")
		return &job.Output{Changed: true}, err
	}
	require.NoError(t, os.Chtimes("site/a.html", time.Now(), time.Now().Add(-time.Hour)))
	reported, _ = s.run(write.Options{Output: "fresh"}, "site")
	require.NoFileExists(t, "fresh/a.html")
	require.Len(t, reported, 1)
	require.Contains(t, reported[0], "site/a.html: not written: ")
}
