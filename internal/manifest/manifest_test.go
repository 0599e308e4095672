package manifest_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/filelock"
	"github.com/hrefix/hrefix/internal/manifest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 123456789, time.UTC)

// header returns the header of a run with some options.
func header(options map[string][]string) manifest.Header {
	return manifest.Header{
		Version: "v1", Verb: "abs", Options: options, Fingerprint: manifest.Fingerprint("abs", options),
		Input: "in", Output: "out",
	}
}

// record returns a record of a file whose result is a file of the same name.
func record(path string) *manifest.Record {
	return &manifest.Record{
		Name: manifest.NameOf(path), Outcome: manifest.Done,
		State:  manifest.State{Size: 3, MTime: noon, Digest: manifest.DigestOf("old")},
		Output: &manifest.File{Name: manifest.NameOf(path), State: manifest.State{Size: 5, MTime: noon, Digest: manifest.DigestOf("fresh")}},
		Counts: &manifest.Counts{Documents: 1, Changed: 1, References: 2, Rewritten: 1, Left: 1}, Seconds: 0.25,
	}
}

// open opens a manifest, and requires the remarks.
func open(t *testing.T, name string, h manifest.Header, remarks ...string) *manifest.Manifest {
	m, err := manifest.Open(name, h)
	require.NoError(t, err)
	require.Len(t, m.Remarks(), len(remarks), m.Remarks())
	for i, remark := range remarks {
		require.Contains(t, m.Remarks()[i], remark)
	}
	return m
}

// lines returns the lines of a manifest.
func lines(t *testing.T, text string) (all []*manifest.Line) {
	_, err := manifest.Read(strings.NewReader(text), func(l *manifest.Line) error {
		all = append(all, l)
		return nil
	})
	require.NoError(t, err)
	return all
}

// TestAppend checks that a second run finds what the first one has written, whatever the names.
func TestAppend(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	paths := []string{"a.html", "dir/b.html", "c\xff.html", "d\n<&>\u2028.html", strings.Repeat("x/", 3000) + "e"}
	m := open(t, name, header(nil))
	for _, path := range paths {
		require.NoError(t, m.Add(record(path)))
	}
	failed := record("a.html")
	failed.Outcome, failed.Error = manifest.Failed, "it failed"
	require.NoError(t, m.Add(failed))
	part := record("a.html")
	part.Range = &manifest.Range{Start: 10, End: 20}
	require.NoError(t, m.Add(part))
	require.NoError(t, m.End(manifest.End{Files: 5, Failed: 1, Seconds: 2}))
	require.NoError(t, m.Close())

	m = open(t, name, header(nil))
	require.Equal(t, len(paths)+1, m.Len())
	for _, path := range paths[1:] {
		r, err := m.Find(path, nil)
		require.NoError(t, err)
		require.Equal(t, path, r.Name.String())
		require.Equal(t, record(path).State, r.State)
		require.Equal(t, record(path).Output, r.Output)
		require.Equal(t, record(path).Counts, r.Counts)
		require.Equal(t, "v1", r.Version)
	}
	r, err := m.Find("a.html", nil)
	require.NoError(t, err)
	require.Equal(t, manifest.Failed, r.Outcome)
	r, err = m.Find("a.html", part.Range)
	require.NoError(t, err)
	require.Equal(t, manifest.Done, r.Outcome)
	for _, other := range []*manifest.Range{{Start: 10, End: 21}, {Start: 11, End: 20}} {
		r, err = m.Find("a.html", other)
		require.NoError(t, err)
		require.Nil(t, r)
	}
	require.NoError(t, m.Close())

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	all := lines(t, string(text))
	require.Len(t, all, len(paths)+5)
	require.NotNil(t, all[0].Header)
	require.Equal(t, manifest.Form, all[0].Header.Manifest)
	require.Equal(t, &manifest.End{End: true, Files: 5, Failed: 1, Seconds: 2, Time: all[len(all)-2].End.Time}, all[len(all)-2].End)
	require.NotNil(t, all[len(all)-1].Header)
	require.Contains(t, string(text), `d\n<&>`)
}

// TestInPlace checks that a file in place is found by its new name, too, and only there.
func TestInPlace(t *testing.T) {
	for _, output := range []string{"", "out"} {
		name := filepath.Join(t.TempDir(), "m.jsonl")
		h := header(nil)
		h.Output = output
		for range 2 {
			m := open(t, name, h)
			r := record("cur/1,S=3")
			r.Output.Name = manifest.NameOf("cur/1,S=5")
			require.NoError(t, m.Add(r))
			found, err := m.Find("cur/1,S=5", nil)
			require.NoError(t, err)
			require.Equal(t, output == "", found != nil)
			require.NoError(t, m.Close())
		}
	}
}

// TestTorn checks what becomes of a manifest that ends with a part of a line, of any length.
func TestTorn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	m := open(t, name, header(nil))
	require.NoError(t, m.Add(record("a.html")))
	info, err := m.Info()
	require.NoError(t, err)
	whole := int(info.Size())
	require.NoError(t, m.Add(record("b.html")))
	require.NoError(t, m.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for n := 0; n < len(text); n += 1 + n%17 {
		require.NoError(t, os.WriteFile(name, text[:n], 0o600))
		m, err := manifest.Open(name, header(nil))
		require.NoError(t, err)
		a, err := m.Find("a.html", nil)
		require.NoError(t, err)
		require.Equal(t, n >= whole, a != nil, n)
		b, err := m.Find("b.html", nil)
		require.NoError(t, err)
		require.Nil(t, b)
		require.NoError(t, m.Add(record("b.html")))
		require.NoError(t, m.Close())
		m = open(t, name, header(nil))
		b, err = m.Find("b.html", nil)
		require.NoError(t, err)
		require.NotNil(t, b)
		require.NoError(t, m.Close())
	}
	zeros := append(bytes.Clone(text[:whole]), make([]byte, 500)...) // as some file systems leave after a loss of power
	require.NoError(t, os.WriteFile(name, zeros, 0o600))
	require.NoError(t, open(t, name, header(nil), "cut off").Close())
}

// TestNotTorn checks that a file of somebody else is left as it is, even if it begins as a header does and
// has no line ending.
func TestNotTorn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	for _, text := range []string{
		`{"manifest":{"name":"my app"}}`, `{"manifest":1,"other":"x"}`, `{"manifest":1,"version":"1.0"}`, `{"manifest":1.5}`, `{"manifest":1,"other`, `{"manifest":"`,
		`{"manifest":1,"version":"1.0"}` + "\n", `{"manifest":1,"version":"` + strings.Repeat("x", manifest.MaxLine),
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := manifest.Open(name, header(nil))
		require.ErrorContains(t, err, "exists, and is not a manifest: give another name", "%.40q", text)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, string(after) == text, "%.40q", text)
	}
}

// TestBadLines checks that lines that cannot be read are left out, and the others are not.
func TestBadLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	m := open(t, name, header(nil))
	require.NoError(t, m.Add(record("a.html")))
	require.NoError(t, m.Close())
	for _, bad := range []string{
		"", "x", "{}", "[]", `{"path":1}`, `{"path":"b","outcome":"other"}`, `{"path":"b"}`, `{"outcome":"done"}`, `{"end":1}`,
		`{"path":"b","path_base64":"YQ==","outcome":"done"}`, `{"path_base64":"!","outcome":"done"}`, `{"path":"b","size":-0.5,"outcome":"done"}`,
		`{"path":"b","outcome":"done","output":{}}`, `{"path":"b","outcome":"done","range":{"start":2,"end":1}}`, `{"manifest":0}`,
		`{"path":"b","outcome":"done","error":"` + strings.Repeat("x", manifest.MaxLine) + `"}`, strings.Repeat("\x00", 9000),
		`{"path":"b","outcome":"done"}{"path":"c","outcome":"done"}`,
	} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		other := filepath.Join(t.TempDir(), "m.jsonl")
		tail := bad + "\n" + `{"size":1,"path":"z.html","outcome":"copied","unknown":{}}` + "\n"
		require.NoError(t, os.WriteFile(other, append(text, tail...), 0o600))
		m := open(t, other, header(nil), "lines that cannot be read: 1, the first is line 3 (")
		for path, there := range map[string]bool{"a.html": true, "b": false, "z.html": true} {
			r, err := m.Find(path, nil)
			require.NoError(t, err)
			require.Equal(t, there, r != nil, "%.50s %s", bad, path)
		}
		require.NoError(t, m.Close())
	}
}

// TestRefused checks which files are not used as manifests, and stay as they are.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "m.jsonl")
	require.NoError(t, open(t, name, header(map[string][]string{"base": {"http://a/"}, "also": {"social"}})).Close())
	own, err := os.ReadFile(name)
	require.NoError(t, err)
	other := header(map[string][]string{"base": {"http://b/"}, "also": {"social"}, "drop-base": {"true"}})
	verb := header(nil)
	verb.Verb, verb.Fingerprint = "rel", manifest.Fingerprint("rel", nil)
	for _, c := range []struct {
		text   string
		h      manifest.Header
		reason string
	}{
		{string(own), other, `is a manifest of other options: --base ("http://a/" before, "http://b/" now), --drop-base (not given before, given now): give the same, or another manifest`},
		{string(own), verb, "is a manifest of abs: give another one for rel"},
		{"<p>page</p>\n", other, "exists, and is not a manifest: give another name"},
		{"<p>page</p>", other, "exists, and is not a manifest: give another name"},
		{"\n" + string(own), other, "exists, and is not a manifest: give another name"},
		{strings.Replace(string(own), `:1,`, `:2,`, 1), other, "a later version of hrefix wrote it: its form is 2, and this version knows 1: use that version, or give another manifest"},
	} {
		require.NoError(t, os.WriteFile(name, []byte(c.text), 0o600))
		_, err := manifest.Open(name, c.h)
		require.EqualError(t, err, c.reason)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, c.text, string(text))
	}
	_, err = manifest.Open(name, other)
	require.NotErrorIs(t, err, manifest.ErrOptions)
	require.NoError(t, os.WriteFile(name, own, 0o600))
	_, err = manifest.Open(name, other)
	require.ErrorIs(t, err, manifest.ErrOptions)
	_, err = manifest.Open(dir, header(nil))
	require.ErrorContains(t, err, "is not a regular file")
	_, err = manifest.Open(filepath.Join(dir, "none", "m.jsonl"), header(nil))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestLocked checks that a second run is refused, and that another version is remarked.
func TestLocked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	m := open(t, name, header(nil))
	other, err := os.Create(filepath.Join(t.TempDir(), "other"))
	require.NoError(t, err)
	if err := filelock.Lock(other); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system has no locks")
	}
	require.NoError(t, other.Close())
	_, err = manifest.Open(name, header(nil))
	require.EqualError(t, err, "another run uses it: wait for its end, or give another manifest")
	require.NoError(t, m.Close())
	h := header(nil)
	h.Version = "v2"
	require.NoError(t, open(t, name, h, "the last run was of hrefix v1").Close())
	require.NoError(t, open(t, name, h).Close())
}

// TestFind checks which file of a record a file is.
func TestFind(t *testing.T) {
	state := func(text string, at time.Time) manifest.State {
		return manifest.State{Size: int64(len(text)), MTime: at, Digest: manifest.DigestOf(text)}
	}
	file := func(text string, at time.Time) *manifest.File {
		return &manifest.File{Name: manifest.NameOf("a"), State: state(text, at)}
	}
	later := noon.Add(time.Hour)
	for _, c := range []struct {
		name   string
		record manifest.Record
		now    string
		at     time.Time
		match  manifest.Match
		reads  bool
	}{
		{"as it was", manifest.Record{State: state("in", noon), Output: file("out", noon)}, "out", noon, manifest.Result, false},
		{"copied elsewhere", manifest.Record{State: state("in", noon), Output: file("out", noon)}, "out", later, manifest.Result, true},
		{"edited", manifest.Record{State: state("in", noon), Output: file("out", noon)}, "owt", later, manifest.Other, true},
		{"other size", manifest.Record{State: state("in", noon), Output: file("out", noon)}, "outer", noon, manifest.Other, false},
		{"no output", manifest.Record{State: state("in", noon)}, "out", noon, manifest.Other, false},
		{"begun and renamed", manifest.Record{Outcome: manifest.Begun, State: state("in", noon), Output: file("out", noon)}, "out", noon, manifest.Result, true},
		{"begun in place, same size and time", manifest.Record{Outcome: manifest.Begun, State: state("old", noon), Output: file("new", noon)}, "old", noon, manifest.Other, true},
		{"restored, same size and time", manifest.Record{Outcome: manifest.Done, State: state("old", noon), Output: file("new", noon)}, "old", noon, manifest.Other, true},
		{"begun, the earlier output is there", manifest.Record{Outcome: manifest.Begun, State: state("in", noon), Output: file("newer", noon), Replaces: file("out", noon)}, "out", noon, manifest.Earlier, true},
		{"begun, an edit of that is there", manifest.Record{Outcome: manifest.Begun, State: state("in", noon), Output: file("newer", noon), Replaces: file("out", noon)}, "edt", noon, manifest.Other, true},
	} {
		read := false
		got, err := c.record.Find(manifest.State{Size: int64(len(c.now)), MTime: c.at}, func() (string, error) {
			read = true
			return manifest.Digest(strings.NewReader(c.now))
		})
		require.NoError(t, err, c.name)
		require.Equal(t, c.match, got, c.name)
		require.Equal(t, c.reads, read, c.name)
	}
	r := manifest.Record{State: state("in", noon), Output: file("out", noon)}
	lost := errors.New("lost")
	_, err := r.Find(manifest.State{Size: 3, MTime: later}, func() (string, error) { return "", lost })
	require.ErrorIs(t, err, lost)
	for now, same := range map[string]bool{"in": true, "im": false} {
		is, err := r.IsInput(manifest.State{Size: 2, MTime: later}, func() (string, error) { return manifest.DigestOf(now), nil })
		require.NoError(t, err)
		require.Equal(t, same, is)
	}
}

// TestFingerprint checks that the verb and each value count, and the order of the map does not.
func TestFingerprint(t *testing.T) {
	all := map[string]bool{}
	for _, options := range []map[string][]string{
		nil, {"a": {"b"}}, {"a": {"c"}}, {"a": {"b", "c"}}, {"a": {"b,c"}}, {"a": {"b"}, "c": {"d"}}, {"a": {"b\xff"}},
	} {
		for _, verb := range []string{"abs", "rel"} {
			all[manifest.Fingerprint(verb, options)] = true
		}
	}
	require.Len(t, all, 14)
	require.Equal(t, "sha256:", manifest.Fingerprint("abs", nil)[:7])
	require.Empty(t, manifest.Differing(&manifest.Header{}, &manifest.Header{Options: map[string][]string{}}))
}

// TestMemory measures what a manifest of many files takes.
func TestMemory(t *testing.T) {
	const files = 20_000
	name := filepath.Join(t.TempDir(), "m.jsonl")
	m := open(t, name, header(nil))
	for i := range files {
		require.NoError(t, m.Add(record(fmt.Sprintf("crawl-data/segments/%d/warc/archive-%08d.warc.gz", i%100, i))))
	}
	require.NoError(t, m.Close())
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	m = open(t, name, header(nil))
	took := time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Equal(t, files, m.Len())
	each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / files
	t.Logf("%d bytes of memory a file, and %v to read each", each, took/files)
	require.Less(t, each, int64(100))
	require.NoError(t, m.Close())
}

// FuzzRead checks that any text is read, that the sizes add up, and that what was read is the same
// after it was written again.
func FuzzRead(f *testing.F) {
	head := `{"manifest":1,"version":"v1","verb":"abs","options":{"base":["http://a/"]},"fingerprint":"sha256:0","shard":"1/2","output":"out"}` + "\n"
	for _, text := range []string{
		head, head + `{"path":"a","outcome":"done","size":1,"mtime":"2026-01-02T12:00:00Z","digest":"sha256:1","output":{"path":"a","size":2},"seconds":0.5}` + "\n",
		head + `{"path_base64":"YQ==","outcome":"begun","then":"done","range":{"start":1,"end":2},"replaces":{"path":"b"}}` + "\n" + `{"end":true,"files":1}` + "\n",
		head + head + "\n\n{\"path", "{\"mani", "x", "", head + "\x00\x00\n", `{"manifest":9}` + "\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var again []byte
		var read []*manifest.Line
		s, err := manifest.Read(bytes.NewReader(text), func(l *manifest.Line) error {
			read = append(read, l)
			again = append(again, manifest.Append(nil, l)...)
			return nil
		})
		if err != nil {
			require.True(t, errors.Is(err, manifest.ErrNoManifest) || errors.Is(err, manifest.ErrNewer), err)
			return
		}
		require.Equal(t, int64(len(text)), s.Size+s.Torn)
		n := 0
		_, err = manifest.Read(bytes.NewReader(again), func(l *manifest.Line) error {
			want := read[n]
			require.Equal(t, manifest.Append(nil, want), manifest.Append(nil, l))
			if l.Record != nil {
				r, err := manifest.ReadRecord(bytes.NewReader(again), l.Offset)
				require.NoError(t, err)
				require.Equal(t, l.Record, r)
			}
			n++
			return nil
		})
		require.NoError(t, err)
		require.Len(t, read, n)
	})
}
