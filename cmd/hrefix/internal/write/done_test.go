package write

import (
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
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/manifest"
)

// A scene is a directory with the input "in", the results in "out", and the manifest "m.jsonl" of runs that write
// each file in capitals.
type scene struct {
	*testing.T
	dir     string
	inPlace bool
	tree    string // digest of the names, for the header
	temps   atomicfile.Temporaries

	fails map[string]error       // files whose jobs fail after their results are recorded
	stops func(name string) bool // the run is killed before the result gets its name, if it returns true; may be nil
}

func newScene(t *testing.T, inPlace bool, files ...string) *scene {
	s := &scene{T: t, dir: t.TempDir(), inPlace: inPlace}
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "out"), 0o755))
	for _, name := range files {
		s.write("in/"+name, "text of "+name)
	}
	return s
}

func (s *scene) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// write writes a file with a time an hour ago, as if it were written before the run.
func (s *scene) write(name, text string) {
	require.NoError(s, os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
	require.NoError(s, os.WriteFile(s.path(name), []byte(text), 0o644))
	s.touch(name, time.Hour)
}

// touch sets the time of a file.
func (s *scene) touch(name string, ago time.Duration) {
	at := time.Now().Add(-ago)
	require.NoError(s, os.Chtimes(s.path(name), at, at))
}

func (s *scene) text(name string) string {
	text, err := os.ReadFile(s.path(name))
	require.NoError(s, err)
	return string(text)
}

// open opens the manifest.
func (s *scene) open() *Tracker {
	h := manifest.Header{Version: "v1", Verb: "abs", Input: s.path("in"), Tree: s.tree}
	if !s.inPlace {
		h.Output = s.path("out")
	}
	t, err := OpenManifest(s.path("m.jsonl"), h)
	require.NoError(s, err)
	return t
}

// last returns the last record of a file.
func (s *scene) last(name string) *manifest.Record {
	log, err := manifest.ReadLog(strings.NewReader(s.text("m.jsonl")))
	require.NoError(s, err)
	r, err := log.Find(name)
	require.NoError(s, err)
	return r
}

// run works on all files, and returns what it did with each: done before, written, same, edited, failed, killed.
func (s *scene) run() map[string]string {
	t, did := s.open(), make(map[string]string)
	in := inputs.Inputs{Args: []string{s.path("in")}, Temporaries: &s.temps}
	for f, err := range in.All() {
		require.NoError(s, err)
		if !f.IsRead() {
			continue
		}
		j := &job.Job{File: f, Into: f.Folder.Hold()}
		if !s.inPlace {
			root, err := os.OpenRoot(s.path("out"))
			require.NoError(s, err)
			j.Into.Release()
			j.Into = atomicfile.NewFolder(root)
		}
		require.NoError(s, t.Prepare(j))
		what, err := s.do(t, j)
		if did[f.Rel] = what; what == "killed" {
			require.NoError(s, t.Close(false, 0))
			return did
		}
		t.End(j, err)
		f.Folder.Release()
		j.Into.Release()
	}
	require.NoError(s, t.Close(true, 0))
	return did
}

// do works on a file in the order that the documentation of the package gives.
func (s *scene) do(t *Tracker, j *job.Job) (string, error) {
	done, err := t.IsDone(j, ".")
	require.NoError(s, err)
	if done {
		return "done before", nil
	}
	src := &source.Source{File: j.File, Document: strings.HasSuffix(j.File.Rel, ".html")}
	src.In, src.Info, err = j.File.Folder.OpenRead(j.File.Base)
	require.NoError(s, err)
	defer src.In.Close()
	text, err := io.ReadAll(src.In)
	require.NoError(s, err)
	fresh := strings.ToUpper(string(text))
	if !src.Document {
		fresh = string(text)
	}
	changed := fresh != string(text)
	if s.inPlace && !changed {
		return "same", Stay(j, src)
	}
	f, err := s.temps.Create(j.Into, nil)
	require.NoError(s, err)
	_, err = io.WriteString(f, fresh)
	require.NoError(s, err)
	require.NoError(s, read(j, src))
	name := j.File.Rel
	ours, err := oursAt(j, name)
	require.NoError(s, err)
	if _, err := j.Into.Lstat(name); err == nil && !s.inPlace {
		if same, err := f.Equals(name); err == nil && same {
			require.NoError(s, f.Discard())
			return "same", keep(j, src, name, changed)
		}
		if ours == nil {
			require.NoError(s, f.Discard())
			what := "exists"
			if wroteBefore(j, name) {
				what = "edited"
			}
			return what, fs.ErrExist
		}
	}
	require.NoError(s, f.End())
	require.NoError(s, t.complete(j, src, f, name, changed))
	if s.stops != nil && s.stops(name) {
		require.NoError(s, f.Discard())
		return "killed", nil
	}
	if err := s.fails[name]; err != nil {
		require.NoError(s, f.Discard())
		return "failed", err
	}
	require.NoError(s, f.Commit(name, func() error { return nil }))
	gotName(j)
	return "written", nil
}

// TestDone checks that a rerun does only what is missing or has changed.
func TestDone(t *testing.T) {
	s := newScene(t, false, "a.html", "b.html", "c.png", "d.html")
	all := func(what string) map[string]string {
		return map[string]string{"a.html": what, "b.html": what, "c.png": what, "d.html": what}
	}
	require.Equal(t, all("written"), s.run())
	require.Equal(t, "TEXT OF A.HTML", s.text("out/a.html"))
	size := len(s.text("m.jsonl"))
	require.Equal(t, all("done before"), s.run())
	require.NotContains(t, s.text("m.jsonl")[size:], `"path"`, "files that are done are not recorded again")

	s.write("in/a.html", "another")
	s.touch("in/a.html", time.Minute)
	require.NoError(t, os.Remove(s.path("out/b.html")))
	s.touch("in/d.html", time.Minute) // the content is the same
	want := all("done before")
	want["a.html"], want["b.html"] = "written", "written"
	require.Equal(t, want, s.run())
	require.Equal(t, "ANOTHER", s.text("out/a.html"))

	s.tree = "other names"
	require.Equal(t, all("same"), s.run())
	require.Equal(t, all("done before"), s.run())
}

// TestEdited checks that a result that somebody has edited is neither done nor replaced, and that one which was
// made by somebody else stays if it has the right content.
func TestEdited(t *testing.T) {
	s := newScene(t, false, "a.html", "b.html", "c.html")
	s.write("out/b.html", "TEXT OF B.HTML")
	s.write("out/c.html", "mine")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "same", "c.html": "exists"}, s.run())
	s.write("out/a.html", "edited")
	s.write("in/b.html", "changed")
	require.Equal(t, map[string]string{"a.html": "edited", "b.html": "written", "c.html": "exists"}, s.run())
	require.Equal(t, "edited", s.text("out/a.html"))
	require.Equal(t, "CHANGED", s.text("out/b.html"))
	require.Equal(t, "mine", s.text("out/c.html"))
}

// TestFailed checks that a file that failed is done again, and that its earlier result may still be replaced.
func TestFailed(t *testing.T) {
	s := newScene(t, false, "a.html", "b.html")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "written"}, s.run())
	s.write("in/a.html", "second")
	s.fails = map[string]error{"a.html": errors.New("a long story" + strings.Repeat(".", 3000))}
	require.Equal(t, map[string]string{"a.html": "failed", "b.html": "done before"}, s.run())
	require.Contains(t, s.text("m.jsonl"), `"outcome":"failed"`)
	require.Contains(t, s.text("m.jsonl"), `"error":"a long story...`)
	require.NotContains(t, s.text("m.jsonl"), strings.Repeat(".", 2500))
	s.fails = nil
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "done before"}, s.run())
	require.Equal(t, "SECOND", s.text("out/a.html"))
}

// TestKilled checks reruns of runs that were killed before a result got its name, and after that.
func TestKilled(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		s := newScene(t, inPlace, "a.html", "b.html", "c.png")
		s.stops = func(name string) bool { return name == "b.html" }
		require.Equal(t, map[string]string{"a.html": "written", "b.html": "killed"}, s.run())
		s.stops = func(name string) bool { // the result gets its name, but no record says so
			if name != "b.html" {
				return false
			}
			out := "out/b.html"
			if inPlace {
				out = "in/b.html"
			}
			s.write(out, "TEXT OF B.HTML")
			return true
		}
		require.Equal(t, map[string]string{"a.html": "done before", "b.html": "killed"}, s.run())
		s.stops = nil
		did := s.run()
		require.Equal(t, "done before", did["a.html"])
		require.Equal(t, "done before", did["b.html"])
		require.NotEqual(t, "done before", did["c.png"])
		require.Equal(t, map[string]string{"a.html": "done before", "b.html": "done before", "c.png": "done before"}, s.run())
		require.Equal(t, manifest.Done, s.last("b.html").Outcome)
	}
}

// TestKilledAgain checks that the result of an earlier run is replaced after two runs were killed before they did so.
func TestKilledAgain(t *testing.T) {
	s := newScene(t, false, "a.html")
	require.Equal(t, map[string]string{"a.html": "written"}, s.run())
	s.write("in/a.html", "second")
	s.stops = func(string) bool { return true }
	for range 3 {
		require.Equal(t, map[string]string{"a.html": "killed"}, s.run())
	}
	s.stops = nil
	require.Equal(t, map[string]string{"a.html": "written"}, s.run())
	require.Equal(t, "SECOND", s.text("out/a.html"))
}

// TestInPlace checks that a file is not rewritten again after it was rewritten, and again after it has changed.
func TestInPlace(t *testing.T) {
	s := newScene(t, true, "a.html", "b.html")
	s.write("in/b.html", "SAME")
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "same"}, s.run())
	require.Equal(t, map[string]string{"a.html": "done before", "b.html": "done before"}, s.run())
	s.touch("in/a.html", time.Minute)
	require.Equal(t, map[string]string{"a.html": "done before", "b.html": "done before"}, s.run())
	s.write("in/b.html", "now it changes")
	require.Equal(t, map[string]string{"a.html": "done before", "b.html": "written"}, s.run())
}

// TestInPlaceFailed checks that a file which was rewritten is not rewritten again after a run that could not open it.
func TestInPlaceFailed(t *testing.T) {
	s := newScene(t, true, "a.html", "b.html")
	s.stops = func(name string) bool { return name == "b.html" }
	require.Equal(t, map[string]string{"a.html": "written", "b.html": "killed"}, s.run())
	tracker := s.open()
	for _, name := range []string{"a.html", "c.html"} {
		j := &job.Job{File: &inputs.File{Name: s.path("in/" + name), Rel: name, Found: true}}
		require.NoError(t, tracker.Prepare(j))
		tracker.End(j, fs.ErrPermission)
	}
	require.NoError(t, tracker.Close(true, 0))
	require.Equal(t, manifest.Done, s.last("a.html").Outcome)
	require.Equal(t, manifest.Failed, s.last("c.html").Outcome)
	s.stops = nil
	require.Equal(t, map[string]string{"a.html": "done before", "b.html": "written"}, s.run())
}

// TestTwice checks that only the first job of a file has a record, and that a file is refused in place if the
// manifest knows it by another path.
func TestTwice(t *testing.T) {
	s := newScene(t, true, "a.html")
	t.Chdir(s.dir)
	open := func() *Tracker {
		dir, err := os.Getwd()
		require.NoError(t, err)
		tracker, err := OpenManifest(s.path("m.jsonl"), manifest.Header{Version: "v1", Verb: "abs", Dir: dir})
		require.NoError(t, err)
		return tracker
	}
	first, again := &job.Job{File: &inputs.File{Name: "in/a.html"}}, &job.Job{File: &inputs.File{Name: "./in/a.html"}}
	tracker := open()
	require.NoError(t, tracker.Prepare(first))
	require.NoError(t, tracker.Prepare(again))
	require.NotNil(t, first.Record)
	require.Nil(t, again.Record)
	first.Record.Outcome = manifest.Unchanged
	tracker.End(first, nil)
	tracker.End(again, nil)
	require.NoError(t, tracker.Close(true, time.Second))
	require.Contains(t, s.text("m.jsonl"), `"files":1`)

	tracker = open()
	err := tracker.Prepare(&job.Job{File: &inputs.File{Name: s.path("in/a.html")}})
	require.ErrorContains(t, err, "not written: the manifest has this file as in/a.html: give that path, or give another manifest")
	require.NoError(t, tracker.Close(false, 0))
}

// TestNone checks that a run without a manifest records nothing.
func TestNone(t *testing.T) {
	var none *Tracker
	j := &job.Job{File: &inputs.File{Name: "a.html"}}
	require.NoError(t, none.Prepare(j))
	done, err := none.IsDone(j, ".")
	require.False(t, done)
	require.NoError(t, err)
	ours, err := oursAt(j, "a.html")
	require.Nil(t, ours)
	require.NoError(t, err)
	require.False(t, wroteBefore(j, "a.html"))
	require.NoError(t, Stay(j, nil))
	gotName(j)
	none.End(j, errors.New("failed"))
	require.NoError(t, none.Close(true, 0))
	require.Nil(t, j.Record)
}

// TestLost checks that a manifest that cannot be written fails the run at its end, and in place before anything is
// replaced.
func TestLost(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		s := newScene(t, inPlace, "a.html")
		tracker := s.open()
		require.NoError(t, tracker.Close(false, 0)) // now no record can be written
		in := inputs.Inputs{Args: []string{s.path("in")}, Temporaries: &s.temps}
		for f, err := range in.All() {
			require.NoError(t, err)
			if !f.IsRead() {
				continue
			}
			j := &job.Job{File: f, Into: f.Folder.Hold()}
			require.NoError(t, tracker.Prepare(j))
			src := &source.Source{File: f, Document: true}
			file, err := s.temps.Create(j.Into, nil)
			require.NoError(t, err)
			err = tracker.complete(j, src, file, "a.html", true)
			if inPlace {
				require.ErrorContains(t, err, "not written: the manifest cannot be written: ")
			} else {
				require.NoError(t, err)
			}
			require.NoError(t, file.Discard())
			f.Folder.Release()
			j.Into.Release()
		}
		if !inPlace {
			require.ErrorContains(t, tracker.Close(true, 0), "the manifest could not be written: ")
		}
	}
}
