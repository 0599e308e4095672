package inputs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

func TestParseShard(t *testing.T) {
	sh, err := ParseShard("3/16")
	require.NoError(t, err)
	require.Equal(t, &Shard{Number: 3, Of: 16}, sh)
	require.Equal(t, "3/16", sh.String())
	for text, want := range map[string]string{
		"0/4": "numbered from 1 to 4", "5/4": "numbered from 1 to 4", "-1/4": "numbered from 1 to 4",
		"": "such as 3/16", "3": "such as 3/16", "a/4": "such as 3/16", "1/0": "such as 3/16", "1/-4": "such as 3/16", "1/4/4": "such as 3/16",
	} {
		_, err := ParseShard(text)
		require.ErrorContains(t, err, want, text)
	}
}

// TestShardSizes checks that 100,000 files are shared so that each of 16 shards has the mean number
// of files, or 5 % more or less.
func TestShardSizes(t *testing.T) {
	const files, shards = 100_000, 16
	for _, form := range []string{"crawl-data/CC-MAIN-2026-30/segments/1/warc/CC-MAIN-%05d.warc.gz", "%d", "a/%d/index.html", "cur/%d.M1P2.host:2,S"} {
		var sizes [shards]int
		for i := range files {
			sizes[hash(fmt.Sprintf(form, i))%shards]++
		}
		for n, size := range sizes {
			require.InEpsilon(t, files/shards, size, 0.05, "%s: shard %d", form, n+1)
		}
	}
}

// TestShardHash pins shards: files that were shared by one version must not move with the next.
func TestShardHash(t *testing.T) {
	got := ""
	for _, key := range []string{"a", "b", "dir/page.html", "ü"} {
		for n := range 7 {
			if (&Shard{Number: n + 1, Of: 7}).Has(key) {
				got += fmt.Sprint(n + 1)
			}
		}
	}
	require.Equal(t, "5143", got)
}

// TestShardMaildir checks that a message stays in its shard when its flags or its size change, or when it
// is moved from new to cur.
func TestShardMaildir(t *testing.T) {
	for i := range 100 {
		want := hash(fmt.Sprintf("box/cur/%d.M1P2.host", i))
		for _, form := range []string{"box/cur/%d.M1P2.host:2,S", "box/cur/%d.M1P2.host:2,", "box/cur/%d.M1P2.host,S=120,W=125:2,RS", "box/cur/%d.M1P2.host,S=99"} {
			require.Equal(t, want, hash(fmt.Sprintf(form, i)), form)
		}
		require.Equal(t, want, hash(fmt.Sprintf("box/new/%d.M1P2.host", i)))
		require.NotEqual(t, want, hash(fmt.Sprintf("box/old/%d.M1P2.host", i)))
	}
}

// count counts the inputs of a shard, by their names and errors.
func count(t *testing.T, in Inputs, seen map[string]int) {
	in.Temporaries = new(atomicfile.Temporaries)
	for f, err := range in.All() {
		switch {
		case f != nil && f.Elsewhere:
			require.Nil(t, f.Folder, f.Name)
			require.NoError(t, err)
		case err != nil:
			seen["! "+err.Error()]++
		default:
			seen[fmt.Sprintf("%s: %s/%s", f.Name, f.Top, f.Rel)]++
			f.Folder.Release()
		}
	}
}

// checkShards checks that shards are disjoint, and have all inputs and errors together. It returns
// the inputs of the whole.
func checkShards(t *testing.T, in Inputs, of int) map[string]int {
	t.Helper()
	whole, seen := make(map[string]int), make(map[string]int)
	in.Shard = nil
	count(t, in, whole)
	require.NotEmpty(t, whole)
	for n := range of {
		in.Shard = &Shard{Number: n + 1, Of: of}
		count(t, in, seen)
	}
	require.Len(t, seen, len(whole))
	maps.DeleteFunc(seen, func(line string, n int) bool { return n == whole[line] })
	require.Empty(t, seen, "not once")
	return whole
}

func TestShards(t *testing.T) {
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("a/%d/page%d.html", i%7, i), fmt.Sprintf("b/%d.css", i), fmt.Sprintf("c/box/cur/%d:2,S", i))
	}
	archive(t, append(names, "a/.git/config", "c/box/new/1", "a/.hrefix-1-2", "dir.html/1.html", "dir.html/2.html", "dir.html/3.html")...)
	require.NoError(t, os.MkdirAll("a/empty/deep", 0o777))
	require.NoError(t, os.Symlink("0", "a/link"))
	require.NoError(t, os.Symlink("/", "a/out"))
	require.NoError(t, os.Symlink("nowhere", "gone"))
	list := strings.Join(append(names, "b", "missing.html", "missing", "", "dir.html", "./b/../b/1.css", "-", "gone"), "\n")
	require.NoError(t, os.WriteFile("list", []byte(list), 0o666))
	html, err := NewChoice([]string{"html"}, []string{"!b*"})
	require.NoError(t, err)
	for name, in := range map[string]Inputs{
		"one directory": {Args: []string{"a"}},
		"absolute":      {Args: []string{"a", "/nowhere/" + t.Name()}},
		"arguments":     {Args: []string{"a", "b", "c/box", "gone", "nothing", "a/1/page1.html"}},
		"list":          {Lists: []string{"list"}},
		"both":          {Args: []string{"c"}, Lists: []string{"list"}},
		"new tree":      {Args: []string{"a"}, NewTree: "out", Symlinks: KeepInside},
		"links":         {Args: []string{"a"}, NewTree: "out", Symlinks: FollowInside},
		"no links":      {Args: []string{"a"}, NewTree: "out", Symlinks: SkipLinks},
		"choice":        {Args: []string{"a", "b"}, NewTree: "out", Choice: html},
	} {
		for _, of := range []int{2, 5} {
			t.Run(fmt.Sprintf("%s %d", name, of), func(t *testing.T) {
				checkShards(t, in, of)
			})
		}
	}
	require.Contains(t, checkShards(t, Inputs{Lists: []string{"list"}}, 5), "! list:153: missing: no such file: check the name, or make the list again")
}

// TestShardSweep checks that each shard removes the orphans that it may have made itself, and no others.
func TestShardSweep(t *testing.T) {
	const of = 3
	var orphans []string
	for i := range 2 * of {
		orphans = append(orphans, fmt.Sprintf("a/.hrefix-1-%d", i))
	}
	archive(t, append(orphans, "a/page.html")...)
	for n := range of {
		in := Inputs{Args: []string{"a"}, Shard: &Shard{Number: n + 1, Of: of}, Sweep: true, Temporaries: new(atomicfile.Temporaries)}
		in.Temporaries.Share(n+1, of)
		for f, err := range in.All() {
			require.NoError(t, err)
			f.Folder.Release()
		}
		for i, name := range orphans {
			_, err := os.Lstat(name)
			require.Equal(t, i%of <= n, errors.Is(err, fs.ErrNotExist), "%s after shard %d", name, n+1)
		}
	}
}

// TestShardUnseen checks that a shard does not look at the files of other shards that a list names:
// they may be slow to find, or not be there.
func TestShardUnseen(t *testing.T) {
	archive(t)
	const of = 4
	names := []string{"1.warc.gz", "2.warc.gz", "3.html", "x/4.mbox", "5.eml", "6.html.zst", "/elsewhere/7.html"}
	require.NoError(t, os.WriteFile("list", []byte(strings.Join(names, "\n")), 0o666))
	for n := range of {
		sh := &Shard{Number: n + 1, Of: of}
		passed := 0
		for f, err := range (&Inputs{Lists: []string{"list"}, Shard: sh, Temporaries: new(atomicfile.Temporaries)}).All() {
			if err == nil {
				require.True(t, f.Elsewhere)
				passed++
			}
		}
		want := 0
		for _, name := range names {
			if !sh.Has(name) {
				want++
			}
		}
		require.Equal(t, want, passed)
	}
}
