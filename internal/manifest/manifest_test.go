package manifest_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 123456789, time.UTC)

// header begins the manifests of these tests.
const header = `{"manifest":1,"version":"v1","verb":"abs","options":{"base":["http://a/"]},"input":"in","output":"out"}` + "\n"

// record returns a record of a file whose result is a file of the same name.
func record(path string) *manifest.Record {
	return &manifest.Record{
		Name: manifest.NameOf(path), Outcome: manifest.Done,
		State:  manifest.State{Size: 3, MTime: noon, Digest: manifest.DigestOf("old")},
		Output: &manifest.File{Name: manifest.NameOf(path), State: manifest.State{Size: 5, MTime: noon, Digest: manifest.DigestOf("fresh")}},
		Counts: &manifest.Counts{Documents: 1, Changed: 1, References: 2, Rewritten: 1, Left: 1},
	}
}

// log reads a manifest, which must be right.
func log(t *testing.T, text string) *manifest.Log {
	g, err := manifest.ReadLog(strings.NewReader(text))
	require.NoError(t, err)
	return g
}

// line returns an object as a line.
func line(object any) string { return string(manifest.Append(nil, object)) }

// has reports whether a file has a record.
func has(g *manifest.Log, name string) bool {
	r, err := g.Find(name)
	return err == nil && r != nil
}

// TestLog checks that the last record of each file is found, whatever its name.
func TestLog(t *testing.T) {
	paths := []string{"a.html", "dir/b.html", "c\xff.html", "d\n<&>\u2028.html", strings.Repeat("x/", 3000) + "e"}
	text := header
	for _, path := range paths {
		text += line(record(path))
	}
	failed := record("a.html")
	failed.Outcome, failed.Error = manifest.Failed, "it failed"
	text += line(failed)
	part := record("a.html")
	part.Range = &manifest.Range{Start: 10, End: 20}
	text += line(part)
	require.False(t, log(t, text).Ended)
	text += line(&manifest.End{End: true, Files: 5, Failed: 1, Seconds: 2})
	require.Contains(t, text, `d\n<&>`)

	g := log(t, text)
	require.True(t, g.Ended)
	require.Equal(t, "in", g.Header.Input)
	require.Equal(t, int64(len(text)), g.Size)
	for _, path := range paths[1:] {
		r, err := g.Find(path)
		require.NoError(t, err)
		require.Equal(t, record(path), r)
		require.True(t, has(g, path))
	}
	r, err := g.Find("a.html")
	require.NoError(t, err)
	require.Equal(t, manifest.Failed, r.Outcome)
	r, err = g.Find("none.html")
	require.NoError(t, err)
	require.Nil(t, r)
	require.False(t, has(g, "none.html"))

	var last []string
	require.NoError(t, g.Records(func(r *manifest.Record) error {
		last = append(last, fmt.Sprint(r.Name, r.Outcome, r.Range != nil))
		return nil
	}))
	want := []string{"a.htmlfailedfalse", "a.htmldonetrue"}
	for _, path := range paths[1:] {
		want = append(want, path+"donefalse")
	}
	require.ElementsMatch(t, want, last)
	require.False(t, log(t, text+header).Ended, "a run has begun")
}

// TestInPlace checks that a message in place is found by each name that it may have, and only there.
func TestInPlace(t *testing.T) {
	r := record("cur/1,S=3:2,S")
	r.Output.Name = manifest.NameOf("cur/1,S=5:2,S")
	again := record("new/2")
	again.Output = nil
	moved := record("cur/2:2,S")
	moved.Output = nil
	for _, head := range []string{header, strings.Replace(header, `"output":"out"`, `"dir":"/"`, 1)} {
		inPlace := head != header
		g := log(t, head+line(r)+line(again)+line(moved))
		require.Equal(t, inPlace, g.Header.InPlace())
		for _, name := range []string{"cur/1,S=5:2,S", "cur/1,S=3:2,RS", "new/1,S=5", "new/1,S=3"} {
			require.Equal(t, inPlace, has(g, name), name)
		}
		require.False(t, has(g, "old/1,S=3"))
		n := 0
		require.NoError(t, g.Records(func(*manifest.Record) error { n++; return nil }))
		require.Equal(t, map[bool]int{true: 2, false: 3}[inPlace], n)
	}
}

// TestTorn checks that a part of a line at the end does not count, whatever its length.
func TestTorn(t *testing.T) {
	text := header + line(record("a.html"))
	whole := len(text)
	text += line(record("b.html"))
	for n := len(header); n < len(text); n++ {
		g := log(t, text[:n])
		require.Equal(t, n >= whole, has(g, "a.html"), n)
		require.False(t, has(g, "b.html"))
	}
	require.Nil(t, log(t, "").Header)
	g := log(t, text[:whole]+strings.Repeat("\x00", 500)) // as some file systems leave after a loss of power
	require.Equal(t, int64(whole), g.Size)
}

// TestNone checks that a file of somebody else is no manifest.
func TestNone(t *testing.T) {
	for _, text := range []string{
		`{"manifest":{"name":"my app"}}`, `{"manifest":1,"other":"x"}`, `{"manifest":1,"version":"1.0"}`, `{"manifest":1.5}`, `{"manifest":1,"other`, `{"manifest":"`,
		`{"manifest":1,"version":"1.0"}` + "\n", `{"manifest":1,"version":"` + strings.Repeat("x", manifest.MaxLine), "<p>page</p>\n", "<p>page</p>", "\n" + header,
		line(record("a")), header[:len(header)-1],
	} {
		_, err := manifest.ReadLog(strings.NewReader(text))
		require.ErrorIs(t, err, manifest.ErrNoManifest, "%.40q", text)
	}
	_, err := manifest.ReadLog(strings.NewReader(strings.Replace(header, ":1,", ":2,", 1)))
	require.ErrorIs(t, err, manifest.ErrNewer)
}

// TestBadLines checks that a line that cannot be read is an error that names it.
func TestBadLines(t *testing.T) {
	for _, bad := range []string{
		"", "x", "{}", "[]", `{"path":1}`, `{"path":"b","outcome":"other"}`, `{"path":"b"}`, `{"outcome":"done"}`, `{"end":1}`,
		`{"path":"b","path_base64":"YQ==","outcome":"done"}`, `{"path_base64":"!","outcome":"done"}`, `{"path":"b","size":-0.5,"outcome":"done"}`,
		`{"path":"b","outcome":"done","output":{}}`, `{"path":"b","outcome":"done","range":{"start":2,"end":1}}`, `{"manifest":0}`,
		`{"path":"b","outcome":"done","error":"` + strings.Repeat("x", manifest.MaxLine) + `"}`, strings.Repeat("\x00", 9000),
		`{"path":"b","outcome":"done"}{"path":"c","outcome":"done"}`,
	} {
		tail := bad + "\n" + `{"size":1,"path":"z.html","outcome":"copied","unknown":{}}` + "\n"
		_, err := manifest.ReadLog(strings.NewReader(header + line(record("a.html")) + tail))
		require.ErrorContains(t, err, "line 3 cannot be read (", "%.40q", bad)
		require.ErrorContains(t, err, "): remove it, and its file is done again", "%.40q", bad)
		require.True(t, has(log(t, header+tail[len(bad)+1:]), "z.html"))
	}
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
		is, err := r.State.Is(manifest.State{Size: 2, MTime: later}, false, func() (string, error) { return manifest.DigestOf(now), nil })
		require.NoError(t, err)
		require.Equal(t, same, is)
	}
}

// TestMemory measures what a manifest of many files takes.
func TestMemory(t *testing.T) {
	const files = 20_000
	var text strings.Builder
	text.WriteString(header)
	for i := range files {
		text.WriteString(line(record(fmt.Sprintf("crawl-data/segments/%d/warc/archive-%08d.warc.gz", i%100, i))))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	g := log(t, text.String())
	took := time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / files
	t.Logf("%d bytes of memory a file, and %v to read each", each, took/files)
	require.Less(t, each, int64(100))
	require.True(t, has(g, "crawl-data/segments/99/warc/archive-00000099.warc.gz"))
}

// FuzzRead checks that any text is read, that the sizes add up, and that what was read is the same
// after it was written again.
func FuzzRead(f *testing.F) {
	head := header
	for _, text := range []string{
		head, head + `{"path":"a","outcome":"done","size":1,"mtime":"2026-01-02T12:00:00Z","digest":"sha256:1","output":{"path":"a","size":2}}` + "\n",
		head + `{"path_base64":"YQ==","outcome":"begun","then":"done","range":{"start":1,"end":2},"replaces":{"path":"b"}}` + "\n" + `{"end":true,"files":1}` + "\n",
		head + head + "\n\n{\"path", "{\"mani", "x", "", head + "\x00\x00\n", `{"manifest":9}` + "\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var again []byte
		read := func(text []byte) (last map[string]*manifest.Record, size int64, err error) {
			last = make(map[string]*manifest.Record)
			size, err = manifest.Read(bytes.NewReader(text), func(l *manifest.Line) error {
				switch {
				case l.Header != nil:
					again = append(again, manifest.Append(nil, l.Header)...)
				case l.End != nil:
					again = append(again, manifest.Append(nil, l.End)...)
				default:
					again = append(again, manifest.Append(nil, l.Record)...)
					if l.Record.Range == nil {
						last[l.Record.Name.String()] = l.Record
					}
				}
				return nil
			})
			return last, size, err
		}
		want, size, err := read(text)
		if err != nil {
			return
		}
		require.NotContains(t, string(text[size:]), "\n")
		copied := again
		again = nil
		got, _, err := read(copied)
		require.NoError(t, err)
		require.Equal(t, string(copied), string(again))
		g := log(t, string(copied))
		for name, r := range want {
			require.Equal(t, line(r), line(got[name]))
			if !g.Header.InPlace() {
				found, err := g.Find(name)
				require.NoError(t, err)
				require.Equal(t, line(r), line(found))
			}
		}
	})
}
