package manifest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/manifest"
)

// shard writes a manifest of a shard that was killed and repeated.
func shard(t *testing.T, name string, number, of int) {
	h := header(nil)
	h.Shard = fmt.Sprintf("%d/%d", number, of)
	for run := range 2 {
		m := open(t, name, h)
		for i := range 5 {
			r := record(fmt.Sprintf("%d/%d", number, i))
			if run == 0 && i > 2 {
				break
			}
			if run == 0 {
				r.Outcome, r.Then = manifest.Begun, manifest.Done
			}
			require.NoError(t, m.Add(r))
		}
		part := record("parted")
		part.Range = &manifest.Range{Start: int64(number), End: int64(number + 1)}
		require.NoError(t, m.Add(part))
		if run == 1 {
			require.NoError(t, m.End(manifest.End{Files: 6, Seconds: 1}))
		}
		require.NoError(t, m.Close())
	}
}

// TestMerge checks that a merged manifest has each file once, and that merging it again gives the same.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for n := range 3 {
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.jsonl", n)))
		shard(t, names[n], n+1, 3)
	}
	text := merged(t, names...)
	count := make(map[string]int)
	headers, ends := 0, 0
	for _, l := range lines(t, text) {
		switch {
		case l.Header != nil:
			headers++
		case l.End != nil:
			ends++
		default:
			require.Equal(t, manifest.Done, l.Record.Outcome)
			count[fmt.Sprint(l.Record.Name, l.Record.Range)]++
		}
	}
	require.Equal(t, 3, headers)
	require.Equal(t, 3, ends)
	require.Len(t, count, 18)
	for name, n := range count {
		require.Equal(t, 1, n, name)
	}
	all := filepath.Join(dir, "all.jsonl")
	require.NoError(t, os.WriteFile(all, []byte(text), 0o600))
	require.Equal(t, text, merged(t, all))

	set, err := manifest.OpenSet(names[:2])
	require.NoError(t, err)
	require.Equal(t, []string{"shards are missing: 3/3"}, set.Remarks())
	require.NoError(t, set.Close())
	require.NoError(t, os.WriteFile(all, []byte(text[:len(text)-9]), 0o600))
	set, err = manifest.OpenSet([]string{all})
	require.NoError(t, err)
	require.Equal(t, []string{all + ": its last line is not whole: a run is writing it, or was killed", all + ": the last run of shard 3/3 did not come to its end: run it again"}, set.Remarks())
	require.NoError(t, set.Close())
}

// merged returns what WriteTo writes.
func merged(t *testing.T, names ...string) string {
	set, err := manifest.OpenSet(names)
	require.NoError(t, err)
	var b bytes.Buffer
	n, err := set.WriteTo(&b)
	require.NoError(t, err)
	require.EqualValues(t, b.Len(), n)
	require.NoError(t, set.Close())
	return b.String()
}

// TestMergeConflict checks when a file may be in two manifests.
func TestMergeConflict(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, change func(*manifest.Record)) string {
		name = filepath.Join(dir, name)
		m := open(t, name, header(nil))
		r := record("a")
		change(r)
		require.NoError(t, m.Add(r))
		require.NoError(t, m.Close())
		return name
	}
	done := write("done", func(*manifest.Record) {})
	failed := write("failed", func(r *manifest.Record) { r.Outcome, r.Output, r.Error = manifest.Failed, nil, "why" })
	begun := write("begun", func(r *manifest.Record) { r.Outcome, r.Then = manifest.Begun, manifest.Done })
	other := write("other", func(r *manifest.Record) { r.Output.Digest = manifest.DigestOf("x") })
	again := write("again", func(*manifest.Record) {})
	for _, names := range [][]string{{done, failed}, {failed, done}, {begun, done}, {done, begun}, {done, again}, {failed, begun, again}} {
		text := merged(t, names...)
		n := 0
		for _, l := range lines(t, text) {
			if l.Record != nil {
				require.Equal(t, manifest.Done, l.Record.Outcome, names)
				n++
			}
		}
		require.Equal(t, 1, n)
	}
	_, err := manifest.OpenSet([]string{done, other})
	require.ErrorContains(t, err, "other: a has another result in "+done+": leave one of the manifests out")
}

// A written run is one of a manifest that a test writes.
type written struct {
	shard, output string
	hour          int
	ended         bool
	records       []*manifest.Record
}

// write writes a manifest of runs.
func write(t *testing.T, name string, runs ...written) string {
	var text []byte
	for _, run := range runs {
		h := header(nil)
		h.Manifest, h.Shard, h.Time = manifest.Form, run.shard, noon.Add(time.Duration(run.hour)*time.Hour)
		h.Output = cmp.Or(run.output, "out")
		text = manifest.Append(text, &manifest.Line{Header: &h})
		for _, r := range run.records {
			r.Time = h.Time
			text = manifest.Append(text, &manifest.Line{Record: r})
		}
		if run.ended {
			text = manifest.Append(text, &manifest.Line{End: &manifest.End{End: true}})
		}
	}
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return name
}

// TestEnded checks which runs are reported as not ended, and which shards as missing, in both orders of the
// manifests and after a merge.
func TestEnded(t *testing.T) {
	shard := func(shard string, hour int, ended bool) written {
		return written{shard: shard, hour: hour, ended: ended}
	}
	for what, c := range map[string]struct {
		manifests [][]written
		want      []string // parts of the remarks
	}{
		"killed":                      {[][]written{{shard("", 1, false)}}, []string{"its last run did not come to its end"}},
		"repeated":                    {[][]written{{shard("", 1, false), shard("", 2, true)}}, nil},
		"killed when repeated":        {[][]written{{shard("", 1, true), shard("", 2, false)}}, []string{"its last run"}},
		"whole after killed shard":    {[][]written{{shard("1/2", 1, false), shard("2/2", 1, true), shard("", 2, true)}}, nil},
		"whole elsewhere":             {[][]written{{shard("1/2", 1, false)}, {shard("", 2, true)}}, nil},
		"whole before killed shard":   {[][]written{{shard("1/1", 2, false)}, {shard("", 1, true)}}, []string{"the last run of shard 1/1"}},
		"all shards after whole":      {[][]written{{shard("", 1, false)}, {shard("1/2", 2, true)}, {shard("2/2", 3, true)}}, nil},
		"some shards after whole":     {[][]written{{shard("", 1, false)}, {shard("1/2", 2, true)}}, []string{"its last run", "shards are missing: 2/2"}},
		"another number of shards":    {[][]written{{shard("1/3", 1, false)}, {shard("1/2", 2, true)}, {shard("2/2", 2, true)}}, nil},
		"different numbers":           {[][]written{{shard("1/3", 1, true)}, {shard("1/2", 2, true)}}, []string{"the runs differ in the number of shards"}},
		"missing, and whole":          {[][]written{{shard("1/3", 1, true)}, {shard("", 2, true)}}, nil},
		"the same shard, stale":       {[][]written{{shard("1/1", 1, false)}, {shard("1/1", 2, true)}}, nil},
		"the same shard, killed":      {[][]written{{shard("1/1", 1, true)}, {shard("1/1", 2, false)}}, []string{"shard 1/1"}},
		"moved":                       {[][]written{{shard("", 1, false), {output: "new", hour: 2, ended: true}}}, nil},
		"directories of each machine": {[][]written{{{shard: "1/2", output: "x", ended: true}}, {{shard: "2/2", output: "y", ended: true}}}, nil},
		"two works": {
			[][]written{{{shard: "1/2", output: "x", ended: true}}, {{shard: "1/2", output: "y", ended: true}, {shard: "2/2", output: "y", ended: true}}},
			[]string{"x: shards are missing: 2/2"},
		},
	} {
		dir := t.TempDir()
		var names []string
		for i, runs := range c.manifests {
			names = append(names, write(t, filepath.Join(dir, fmt.Sprint(i)), runs...))
		}
		check := func(names []string) {
			set, err := manifest.OpenSet(names)
			require.NoError(t, err)
			defer set.Close()
			require.Len(t, set.Remarks(), len(c.want), "%s: %q", what, set.Remarks())
			for _, want := range c.want {
				require.Contains(t, fmt.Sprint(set.Remarks()), want, what)
			}
		}
		check(names)
		slices.Reverse(names)
		check(names)
		if what == "two works" {
			continue
		}
		all := filepath.Join(dir, "all")
		require.NoError(t, os.WriteFile(all, []byte(merged(t, names...)), 0o600))
		check([]string{all})
	}
}

// TestNewNames checks that a file in place which got a new name is one file.
func TestNewNames(t *testing.T) {
	dir := t.TempDir()
	h := header(nil)
	h.Output = ""
	m := open(t, filepath.Join(dir, "m"), h)
	for _, names := range [][2]string{{"new/1", "new/1"}, {"new/1", "cur/1:2,S"}, {"cur/2,S=3", "cur/2,S=5"}, {"cur/2,S=5:2,S", "cur/2,S=5:2,S"}} {
		r := record(names[0])
		r.Output.Name = manifest.NameOf(names[1])
		require.NoError(t, m.Add(r))
	}
	require.NoError(t, m.Close())
	set, err := manifest.OpenSet([]string{filepath.Join(dir, "m")})
	require.NoError(t, err)
	defer set.Close()
	var names []string
	require.NoError(t, set.Records(func(r *manifest.Record, _ *manifest.Section) error {
		names = append(names, r.Output.Name.String())
		return nil
	}))
	require.Equal(t, []string{"cur/1:2,S", "cur/2,S=5:2,S"}, names)
}
