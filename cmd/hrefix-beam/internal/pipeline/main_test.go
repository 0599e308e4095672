package pipeline

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/manifest"
	"github.com/hrefix/hrefix/internal/test/scale"
)

// hrefix is the plain command, which results are compared with.
var hrefix string

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	dir, err := os.MkdirTemp("", "hrefix-beam-test-")
	if err == nil {
		hrefix = filepath.Join(dir, "hrefix")
		build := exec.Command("go", "build", "-o", hrefix, "./cmd/hrefix")
		build.Dir = "../../../.."
		build.Stderr = os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// run runs a pipeline in this process, and returns the records of its manifest by path.
func run(t testing.TB, o Options, build func(beam.Scope, Options)) map[string]*manifest.Record {
	t.Helper()
	require.NoError(t, try(t, &o, build))
	return records(t, &o)
}

// try runs a pipeline, and returns its error.
func try(t testing.TB, o *Options, build func(beam.Scope, Options)) error {
	o.Manifest = filepath.Join(filepath.Dir(o.Output), "manifest.jsonl")
	o.Header = manifest.Append(nil, &manifest.Header{Manifest: manifest.Form, Verb: o.Work.Job})
	require.NoError(t, o.Work.Check())
	o.Shards, o.Begin = 3, time.Now().UnixNano()
	p, s := beam.NewPipelineWithRoot()
	build(s, *o)
	result, err := prism.Execute(context.Background(), p)
	counted = make(map[string]int64)
	if err != nil || result == nil {
		return err
	}
	for _, c := range result.Metrics().Query(func(metrics.SingleResult) bool { return true }).Counters() {
		counted[c.Name()] += c.Result()
	}
	return nil
}

// counted are the counters of the last run that came to its end.
var counted map[string]int64

// records returns the records of the manifest of a run that has come to its end.
func records(t testing.TB, o *Options) map[string]*manifest.Record {
	f, err := os.Open(o.Manifest)
	require.NoError(t, err)
	defer f.Close()
	all, ended := make(map[string]*manifest.Record), false
	_, err = manifest.Read(f, func(l *manifest.Line) error {
		if l.Record != nil {
			name := l.Record.Name.String()
			if l.Record.Range != nil {
				name += fmt.Sprint(*l.Record.Range)
			}
			all[name] = l.Record
		}
		ended = ended || l.End != nil
		return nil
	})
	require.NoError(t, err)
	require.True(t, ended)
	require.NoDirExists(t, filepath.Join(o.Output, PiecesDir))
	return all
}

// plain runs the plain command, and returns what it prints. Exit status 2 is that of files that failed.
func plain(t testing.TB, args ...string) []byte {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command(hrefix, args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 {
		require.NoError(t, err, "%s", &errs)
	}
	return out
}

// set makes web archives, mailboxes and pages in a directory, of so many bytes in all, and returns their paths.
func set(t testing.TB, dir string, size int64) (paths []string) {
	for _, part := range []struct {
		write func(string, scale.Set) ([]string, error)
		dir   string
		size  int64
		files int
	}{{scale.WARC, "web", size * 2 / 3, 8}, {scale.Mailboxes, "mail", size / 3, 4}} {
		names, err := part.write(filepath.Join(dir, part.dir), scale.Set{Seed: 7, Bytes: part.size, Files: part.files})
		require.NoError(t, err)
		for _, name := range names {
			paths = append(paths, part.dir+"/"+filepath.ToSlash(name))
		}
	}
	for name, text := range map[string]string{
		"a.html": "<base href=http://h.example/d/><a href=x>", "pages/b.html": "<a href=x>", "c.eml": "Content-Base: http://m.example/\nContent-Type: text/html\n\n<a href=y>",
		"d.txt": "no page", "e.png": "\x89PNG\r\n\x1a\n\x00", "empty": "",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return paths
}

// sameTrees checks that two directories have the same files.
func sameTrees(t testing.TB, want, got string) {
	t.Helper()
	out, err := exec.Command("diff", "-rq", want, got).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// absOf returns the new tree that the plain command writes.
func absOf(t testing.TB, src string, paths []string) string {
	want := filepath.Join(t.TempDir(), "plain")
	plain(t, "abs", "--no-progress", "--max-document", "256M", "--ext", "warc,mbox,html,eml", "-o", want, src)
	return want
}

// options returns options for a job over a directory.
func options(t testing.TB, job, src string) Options {
	o := Options{Work: work.Defaults(job), Patterns: []string{src}, Output: filepath.Join(t.TempDir(), "out")}
	o.Digests = true
	return o
}

// splits are ways to split files, by name.
func splits(size int64) map[string]func(*Options) {
	return map[string]func(*Options){
		"whole": func(o *Options) { o.Whole = true },
		"none":  func(o *Options) { o.SplitSize = 0 },
		"sized": func(o *Options) { o.SplitSize = size },
	}
}
