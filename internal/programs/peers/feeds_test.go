//go:build unix

package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/feeds"
)

// feedSite is the URL of the directory of feeds.
const feedSite = "https://blog.example/"

// A feedFile is a feed and its output.
type feedFile struct {
	name                string // of the file
	url                 string
	before, after       string // paths
	beforeText, outText []byte
}

// rewriteFeeds rewrites all feeds of a directory with the command.
func rewriteFeeds(t *testing.T, dir string) (list []feedFile) {
	out := filepath.Join(t.TempDir(), "out")
	run(t, "", hrefix(t), "abs", "--root", feedSite+"="+dir, "-o", out, dir)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		f := feedFile{name: e.Name(), url: feedSite + e.Name(), before: filepath.Join(dir, e.Name()), after: filepath.Join(out, e.Name())}
		f.beforeText, err = os.ReadFile(f.before)
		require.NoError(t, err)
		f.outText, err = os.ReadFile(f.after)
		require.NoError(t, err)
		list = append(list, f)
	}
	return list
}

// manyFeeds writes the feeds of the corpus, random ones of each kind, and an export of WordPress
// into a directory.
func manyFeeds(t *testing.T) string {
	dir := t.TempDir()
	save := func(name string, feed []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), feed, 0o644))
	}
	for _, f := range corpus.Files(t, "feeds", "feedparser") {
		if strings.HasSuffix(f.Name, ".xml") {
			save(strings.ReplaceAll(strings.TrimPrefix(f.Name, "feeds/feedparser/"), "/", "-"), f.Data)
		}
	}
	r := rand.New(rand.NewPCG(23, 2026))
	for i := range 20 {
		for _, kind := range feeds.Kinds {
			save(fmt.Sprintf("random-%s-%d.xml", kind, i), feeds.Random(r, kind, 5, feeds.AllBases))
		}
	}
	export, _, _ := feeds.WXR(100)
	save("wxr.xml", export)
	return dir
}

// changed returns the number of feeds that have other bytes afterwards.
func changed(list []feedFile) (n int) {
	for _, f := range list {
		if !bytes.Equal(f.beforeText, f.outText) {
			n++
		}
	}
	return n
}

// TestPeerFeedsXmllint reads feeds and their output with xmllint, which writes canonical XML. It
// must be the same except for URLs, and xmllint must report as many errors.
func TestPeerFeedsXmllint(t *testing.T) {
	need(t, "xmllint")
	list := rewriteFeeds(t, manyFeeds(t))
	broken := 0
	for _, f := range list {
		before := try(t, "", "xmllint", "--nonet", "--recover", "--c14n", f.before)
		after := try(t, "", "xmllint", "--nonet", "--recover", "--c14n", f.after)
		require.Equal(t, before.ok, after.ok, "%s: %s", f.name, after.stderr)
		require.Equal(t, strings.Count(before.stderr, " error :"), strings.Count(after.stderr, " error :"), "%s: %s", f.name, after.stderr)
		if before.stderr != "" {
			broken++
		}
		if before.stdout == "" {
			require.Empty(t, after.stdout, f.name)
			continue
		}
		_, err := feeds.Same([]byte(before.stdout), []byte(after.stdout), f.url)
		require.NoError(t, err, f.name)
	}
	t.Logf("%d feeds, %d changed, %d with errors", len(list), changed(list), broken)
	require.Greater(t, changed(list), 150)
}

// TestPeerFeedsFeedparser reads feeds and their output with feedparser: all that it finds must be
// the same except for URLs.
func TestPeerFeedsFeedparser(t *testing.T) {
	need(t)
	list := rewriteFeeds(t, manyFeeds(t))
	args := []string{"testdata/feeds/read.py"}
	for _, f := range list {
		args = append(args, f.url, f.before, f.url, f.after)
	}
	d := json.NewDecoder(strings.NewReader(run(t, "", "/usr/bin/python3", args...).stdout))
	entries := 0
	for _, f := range list {
		var before, after map[string]any
		require.NoError(t, d.Decode(&before))
		require.NoError(t, d.Decode(&after))
		require.NoError(t, feeds.SameValues(before, after, feeds.BasesOf(f.beforeText, f.url)), f.name)
		entries += len(before["entries"].([]any))
	}
	t.Logf("%d feeds with %d entries, %d changed", len(list), entries, changed(list))
	require.Greater(t, entries, 800)
}

// A feedPost is a post that generators write into feeds.
type feedPost struct {
	Title string `json:"title"`
	ID    string `json:"id"`
	URL   string `json:"url"`
	Image string `json:"image"`
	HTML  string `json:"html"`
}

// feedPosts returns posts with relative links.
func feedPosts() (posts []feedPost) {
	for i := range 20 {
		posts = append(posts, feedPost{
			Title: fmt.Sprintf("Post %d: a/b.html", i),
			ID:    fmt.Sprintf("post-%d", i),
			URL:   fmt.Sprintf("posts/%d.html?a=1&b=2", i),
			Image: fmt.Sprintf("img/%d.png", i),
			HTML: fmt.Sprintf(`<p>Post %d, see <a href="./p/%d.html?a=1&amp;b=2">that</a> and <a href="#f">this</a>`+
				` <img src="/i/%d.png" alt='a > b'></p><pre>a[b[0]]&gt;1 "x"</pre>`, i, i, i),
		})
	}
	return posts
}

// TestPeerFeedsGenerators rewrites feeds that generators make: those of npm, Python's and Ruby's.
func TestPeerFeedsGenerators(t *testing.T) {
	need(t, "node", "npm", "ruby")
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/feeds")))
	posts, err := json.Marshal(feedPosts())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "posts.json"), posts, 0o644))
	out := filepath.Join(dir, "out")
	require.NoError(t, os.Mkdir(out, 0o755))
	for _, args := range [][]string{
		{"npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"},
		{"node", "generate.js", out}, {"/usr/bin/python3", "generate.py", out}, {"ruby", "generate.rb", out},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, text)
	}
	list := rewriteFeeds(t, out)
	require.Greater(t, len(list), 19)
	for _, f := range list {
		checkGenerated(t, f)
	}
}

// checkGenerated checks that the links of all posts in a feed are as expected, and that nothing
// else differs.
func checkGenerated(t *testing.T, f feedFile) {
	changes, err := feeds.Same(f.beforeText, f.outText, f.url)
	require.NoError(t, err, f.name)
	require.NotEmpty(t, changes, f.name)
	again, err := exec.Command(hrefix(t), "abs", "-b", f.url, f.after).Output()
	require.NoError(t, err)
	require.Equal(t, string(f.outText), string(again), "%s: a second run changes it", f.name)
	root, err := feeds.Parse(f.outText, f.url)
	require.NoError(t, err)
	urls, contents := 0, 0
	root.All(func(e *feeds.Element) {
		for _, value := range append(e.Values(), e.Text()) {
			for i := range feedPosts() {
				page := fmt.Sprintf("posts/%d.html?a=1&b=2", i)
				switch strings.TrimSpace(value) {
				case feedSite + page:
					urls++
				case page:
					require.Contains(t, []string{"id", "guid"}, e.Name.Local, "%s: %q is relative", f.name, value) // which are names
				}
			}
		}
		for i := range feedPosts() {
			if strings.Contains(e.Text(), fmt.Sprintf("<p>Post %d,", i)) {
				contents++
				require.Equal(t, []string{fmt.Sprintf("https://blog.example/p/%d.html?a=1&b=2", i), "#f", fmt.Sprintf("https://blog.example/i/%d.png", i)}, feeds.URLs(e.Text()), f.name)
			}
		}
	})
	t.Logf("%-24s %3d URLs of posts, %3d contents, %3d changes", f.name, urls, contents, len(changes))
	require.GreaterOrEqual(t, urls, 20, f.name)
	require.True(t, contents >= 20 || f.name == "sitemap.xml" || f.name == "opml-generator.xml", f.name)
}
