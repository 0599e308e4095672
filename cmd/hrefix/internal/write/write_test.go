package write

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
	"github.com/hrefix/hrefix/internal/manifest"
)

// A scene is a directory, which is the current one, with the inputs of runs, which write each HTML file in capitals.
type scene struct {
	*testing.T
	write func(to io.Writer, s *source.Source) (*job.Output, error) // writes a result; nil for the text in capitals

	around map[string]func(commit func() error) error // called in place of giving a result its name
	stops  map[string]string                          // the inputs "before" or "after" whose results get their names the run is killed
	lost   bool                                       // the manifest cannot be written
	did    map[string]string                          // what the last run did with each input: done before, same, written, failed or killed
}

func newScene(t *testing.T, files ...string) *scene {
	t.Chdir(t.TempDir())
	s := &scene{T: t}
	for _, name := range files {
		s.put(name, "text of "+name)
	}
	return s
}

// put writes a file with a time an hour ago.
func (s *scene) put(name, text string) {
	require.NoError(s, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(s, os.WriteFile(name, []byte(text), 0o644))
	s.touch(name, time.Hour)
}

// touch sets the time of a file.
func (s *scene) touch(name string, ago time.Duration) {
	at := time.Now().Add(-ago)
	require.NoError(s, os.Chtimes(name, at, at))
}

// run writes the results for inputs, in place without o.Output, and returns what it reports, in lines without
// "hrefix: ". With o.Resumes it has the manifest m.jsonl.
func (s *scene) run(o Options, args ...string) (reported []string) {
	var temps atomicfile.Temporaries
	var stderr bytes.Buffer
	out := &console.Console{Stdout: io.Discard, Stderr: &stderr}
	in := inputs.Inputs{Args: args, Temporaries: &temps, NewTree: o.Output}
	w := &InPlace{Temps: &temps, Written: func(*job.Job, string) error { return nil }}
	var t *Target
	if o.Output != "" {
		var err error
		if t, err = OpenTarget(o, &in, &temps); err != nil {
			return []string{err.Error()}
		}
	}
	if o.Resumes {
		var err error
		w.Tracker, err = OpenManifest("m.jsonl", manifest.Header{Version: "v1", Verb: "abs", Input: args[0], Output: o.Output})
		require.NoError(s, err)
		if s.lost {
			require.NoError(s, w.Tracker.file.Close())
		}
		if t != nil {
			t.Tracker = w.Tracker
		}
	}
	killed := false
	s.did = make(map[string]string)
	r := job.Run{Console: out, Inputs: in.All(), Size: 1, Bar: new(progress.Bar), OneWait: t != nil && t.InTurn, Steps: job.Steps{
		Prepare: func(j *job.Job) error {
			if j.File.Dir && t != nil {
				return t.MakeDir(j.File)
			}
			if err := w.Tracker.Prepare(j); err != nil || !j.File.IsRead() {
				return err
			}
			if t != nil {
				return t.Prepare(j)
			}
			w.Prepare(j)
			return nil
		},
		Do: func(j *job.Job) error {
			if killed || !j.File.IsRead() {
				return nil
			}
			err := s.do(t, w, j)
			name, commit := j.File.Rel, j.Commit
			if commit == nil || j.Known {
				return err
			}
			j.Commit = func() error {
				if killed = s.stops[name] != ""; killed && s.stops[name] == "before" {
					temps.RemoveAll()
					return nil
				}
				if around := s.around[name]; around != nil {
					return around(commit)
				}
				return commit()
			}
			return err
		},
		End: func(j *job.Job, err error) {
			name := j.File.Rel
			switch {
			case !j.File.IsRead() || killed && s.stops[name] == "":
				return
			case killed:
				s.did[name] = "killed"
				return
			case err != nil:
				s.did[name] = "failed"
			case j.Known:
				s.did[name] = "done before"
			case j.Commit == nil || t != nil && t.Same > 0:
				s.did[name] = "same"
			default:
				s.did[name] = "written"
			}
			w.Tracker.End(j, err)
		},
	}}
	err := r.Do()
	if t != nil {
		t.Report(out)
		err = errors.Join(err, t.Close(out))
	}
	if closed := w.Tracker.Close(!killed, 0); closed != nil {
		out.ReportError(closed)
	}
	if err != nil {
		require.ErrorIs(s, err, console.ErrReported)
		require.NotEmpty(s, stderr.String())
	}
	require.NoError(s, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		require.False(s, atomicfile.IsTemporary(filepath.Base(path)), path)
		return err
	}))
	for line := range strings.Lines(stderr.String()) {
		reported = append(reported, strings.TrimPrefix(strings.TrimSpace(line), "hrefix: "))
	}
	return reported
}

// do writes the result of a job, unless an earlier run has done it.
func (s *scene) do(t *Target, w *InPlace, j *job.Job) error {
	if done, err := w.Tracker.IsDone(j, t); done || err != nil {
		return err
	}
	src := &source.Source{File: j.File, Document: strings.HasSuffix(j.File.Name, ".html")}
	var err error
	src.In, src.Info, err = j.File.Folder.OpenRead(j.File.Base)
	require.NoError(s, err)
	defer src.Close()
	write := func(to io.Writer) (*job.Output, error) {
		if s.write != nil {
			return s.write(to, src)
		}
		text, err := io.ReadAll(src.In)
		require.NoError(s, err)
		fresh := bytes.ToUpper(text)
		if bytes.Equal(text, fresh) {
			return new(job.Output), nil
		}
		if start, ok := to.(job.Starter); ok {
			require.NoError(s, start.Start())
		}
		_, err = to.Write(fresh)
		return &job.Output{Changed: true}, err
	}
	switch {
	case t == nil && src.Document:
		return w.Replace(j, src, write)
	case t == nil:
		return Stay(j, src)
	case src.Document:
		return t.Write(j, src, write)
	}
	return t.Copy(j, src)
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
	require.NoError(t, os.Mkdir("site/empty", 0o700))
	require.NoError(t, os.Chmod("site/sub", 0o555)) // results get into it nevertheless
	require.NoError(t, os.Chmod("site/a.html", 0o600))
	for _, name := range []string{"site/a.html", "site/empty", "site/sub", "site"} {
		s.touch(name, 24*time.Hour)
	}
	require.Empty(t, s.run(Options{Output: "new/out"}, "site"))
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

// TestSameName checks that the first of two inputs with one name in the new tree gets it, also with --force, and that a
// file gets no name that is a directory for another.
func TestSameName(t *testing.T) {
	for _, force := range []bool{false, true} {
		s := newScene(t, "one/site/a.html", "two/site/a.html", "two/site/b.html")
		reported := s.run(Options{Output: "out", Force: force}, "one/site", "two/site")
		require.Equal(t, []string{"two/site/a.html: not written: one/site/a.html has the same name in out"}, reported)
		s.has("out/site/a.html", "TEXT OF ONE/SITE/A.HTML")
		s.has("out/site/b.html", "TEXT OF TWO/SITE/B.HTML")
	}
	s := newScene(t, "one/x.html", "two/x.html/a.html")
	reported := s.run(Options{Output: "out/"}, "one/x.html", "two/x.html")
	require.Equal(t, []string{"two/x.html: not written: one/x.html has the same name in out/", "two/x.html/a.html: not written: one/x.html has the same name in out/"}, reported)
	s.has("out/x.html", "TEXT OF ONE/X.HTML")
}

// TestInsideInput checks that a new tree that holds some of the inputs replaces no file.
func TestInsideInput(t *testing.T) {
	s := newScene(t, "site/a.html", "site/out/b.html")
	for _, o := range []Options{{Force: true}, {Update: true}, {Resumes: true}} {
		o.Output = "site/out"
		require.Equal(t, []string{"-o site/out: holds some of the inputs, and --force, --update and --manifest replace files there: give another directory"}, s.run(o, "site/a.html", "site/out/b.html"))
	}
	require.Equal(t, []string{"site/out/b.html: is the input: give -w to write in place, or another name"}, s.run(Options{Output: "site/out"}, "site/a.html", "site/out/b.html"))
	s.has("site/out/a.html", "TEXT OF SITE/A.HTML")
	s.has("site/out/b.html", "text of site/out/b.html")
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
	require.Equal(t, []string{"out/a.html: not written: boom"}, s.run(Options{Output: "out"}, "site"))
	require.NoFileExists(t, "out/a.html")
	whole = true // all bytes of the source were written
	reported := s.run(Options{Output: "out"}, "site")
	require.Len(t, reported, 1)
	require.Contains(t, reported[0], "boom: what can be read is rewritten, and the rest copied")
	s.has("out/a.html", "HALF")

	s.write = func(to io.Writer, src *source.Source) (*job.Output, error) {
		s.put("site/a.html", "another text") // also when it is done again in turn
		s.touch("site/a.html", -time.Hour)
		_, err := io.WriteString(to, "OLD")
		return &job.Output{Changed: true}, err
	}
	reported = s.run(Options{Output: "fresh"}, "site")
	require.NoFileExists(t, "fresh/a.html")
	require.Len(t, reported, 1)
	require.Contains(t, reported[0], "site/a.html: not written: ")
}

// resumed are the options of runs with a manifest: into a new tree, and in place.
var resumed = []Options{{Output: "out/", Resumes: true}, {Resumes: true}}

// TestFailed checks that a file that failed is done again, and that its earlier result may still be replaced.
func TestFailed(t *testing.T) {
	s := newScene(t, "in/a.html", "in/b.html")
	s.run(resumed[0], "in")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "written"}, s.did)
	s.put("in/a.html", "second")
	s.around = map[string]func(func() error) error{"a.html": func(commit func() error) error {
		require.NoError(t, os.Rename("out/a.html", "first"))
		require.NoError(t, os.Mkdir("out/a.html", 0o700))
		err := commit()
		require.NoError(t, os.Remove("out/a.html"))
		require.NoError(t, os.Rename("first", "out/a.html"))
		return err
	}}
	reported := s.run(resumed[0], "in")
	require.Equal(t, []string{"out/a.html: not written: the existing file is not a regular file: remove it, or give another name"}, reported)
	require.Equal(t, map[string]string{"a.html": "failed", "b.html": "done before"}, s.did)
	require.Equal(t, manifest.Failed, s.last("a.html").Outcome)
	s.around = nil
	s.write = func(io.Writer, *source.Source) (*job.Output, error) {
		return nil, errors.New(strings.Repeat(".", 3000))
	}
	s.run(resumed[0], "in")
	require.Equal(t, map[string]string{"a.html": "failed", "b.html": "done before"}, s.did)
	require.Equal(t, "out/a.html: not written: ......", s.last("a.html").Error[:31])
	require.Len(t, s.last("a.html").Error, 2000)
	s.write = nil
	s.run(resumed[0], "in")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "done before"}, s.did)
	s.has("out/a.html", "SECOND")
}

// TestKilled checks reruns of runs that were killed before a result got its name, and after that.
func TestKilled(t *testing.T) {
	for _, o := range resumed {
		s := newScene(t, "in/a.html", "in/b.html", "in/c.png")
		s.stops = map[string]string{"b.html": "before"}
		s.run(o, "in")
		require.Equal(t, map[string]string{"a.html": "written", "b.html": "killed"}, s.did)
		s.stops = map[string]string{"b.html": "after"} // the result gets its name, but no record says so
		s.run(o, "in")
		require.Equal(t, map[string]string{"a.html": "done before", "b.html": "killed"}, s.did)
		s.stops = nil
		s.run(o, "in")
		require.Equal(t, "done before", s.did["a.html"])
		require.Equal(t, "done before", s.did["b.html"])
		require.NotEqual(t, "done before", s.did["c.png"])
		s.has("in/c.png", "text of in/c.png")
		s.run(o, "in")
		require.Equal(t, map[string]string{"a.html": "done before", "b.html": "done before", "c.png": "done before"}, s.did)
		require.Equal(t, manifest.Done, s.last("b.html").Outcome)
	}
}

// last returns the last record of a file.
func (s *scene) last(name string) *manifest.Record {
	file, err := os.Open("m.jsonl")
	require.NoError(s, err)
	defer file.Close()
	log, err := manifest.ReadLog(file)
	require.NoError(s, err)
	r, err := log.Find(name)
	require.NoError(s, err)
	return r
}

// TestKilledAgain checks that the result of an earlier run is replaced after two runs were killed before they did so.
func TestKilledAgain(t *testing.T) {
	s := newScene(t, "in/a.html")
	s.run(resumed[0], "in")
	require.Equal(t, map[string]string{"a.html": "written"}, s.did)
	s.put("in/a.html", "second")
	s.stops = map[string]string{"a.html": "before"}
	for range 3 {
		s.run(resumed[0], "in")
		require.Equal(t, map[string]string{"a.html": "killed"}, s.did)
	}
	s.stops = nil
	s.run(resumed[0], "in")
	require.Equal(t, map[string]string{"a.html": "written"}, s.did)
	s.has("out/a.html", "SECOND")
}

// TestInPlaceFailed checks that a file which was rewritten is not rewritten again after a run that could not open it.
func TestInPlaceFailed(t *testing.T) {
	s := newScene(t, "in/a.html", "in/b.html")
	s.stops = map[string]string{"b.html": "before"}
	s.run(resumed[1], "in")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "killed"}, s.did)
	tracker, err := OpenManifest("m.jsonl", manifest.Header{Version: "v1", Verb: "abs", Input: "in"})
	require.NoError(t, err)
	for _, name := range []string{"a.html", "c.html"} {
		j := &job.Job{File: &inputs.File{Name: "in/" + name, Rel: name, Found: true}}
		require.NoError(t, tracker.Prepare(j))
		tracker.End(j, fs.ErrPermission)
	}
	require.NoError(t, tracker.Close(true, 0))
	require.Equal(t, manifest.Done, s.last("a.html").Outcome)
	require.Equal(t, manifest.Failed, s.last("c.html").Outcome)
	s.stops = nil
	s.run(resumed[1], "in")
	require.Equal(t, map[string]string{"a.html": "done before", "b.html": "written"}, s.did)
	s.has("in/a.html", "TEXT OF IN/A.HTML")
}

// TestLost checks that a manifest that cannot be written fails the run at its end, and in place before anything is
// replaced.
func TestLost(t *testing.T) {
	for _, o := range resumed {
		s := newScene(t, "in/a.html")
		s.lost = true
		reported := strings.Join(s.run(o, "in"), "\n")
		require.Contains(t, reported, "the manifest could not be written: ")
		if o.Output == "" {
			require.Contains(t, reported, "not written: the manifest cannot be written: ")
			s.has("in/a.html", "text of in/a.html")
		} else {
			s.has("out/a.html", "TEXT OF IN/A.HTML")
		}
	}
}
