package savedfrom_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A way is a way in which a tool keeps the URL of a saved file.
type way struct {
	by    string // the function that reads it, if any
	why   string // the reason why it is not read
	found string // the result of Find for the sample in the corpus
}

const (
	byFind     = "Find"
	byTeleport = "package rewrite: TeleportAttr"
)

// ways are the ways listed in the corpus, by the name of the tool.
var ways = map[string]way{
	`IE save / Chrome & Edge "Webpage, complete" (MOTW)`: {by: byFind, found: "Mark of the Web: http://www.contoso.com/"},
	"old Chrome/WebKit save-complete":                    {why: "a BASE that is relative to the next layer"},
	"Firefox save-complete":                              {by: byFind, found: "BASE that Firefox took out: https://base.example/x/"},
	"SingleFile":                                         {by: byFind, found: "SingleFile comment: https://tarnkappe.info/x/"},
	"monolith":                                           {by: byFind, found: "monolith comment: https://example.com/"},
	"HTTrack >= 3.50ish":                                 {by: byFind, found: "HTTrack comment: http://127.0.0.1:8080/simple/basic.html"},
	"WebScrapBook":                                       {by: byFind, found: "WebScrapBook attribute: https://example.com/?a=1&b=2"},
	"Save Page WE":                                       {by: byFind, found: "Save Page WE meta: http://example.com/?a=123"},
	"MaoXian Web Clipper":                                {by: byFind, found: "MaoXian comment: http://example.com/?a=123"},
	"Lynx -source / Print to file with PREPEND_BASE":     {by: byFind, found: "Lynx comment: http://mail.gnu.org/pipermail/x/000131.html"},
	"Teleport Pro / Ultra":                               {by: byTeleport},
	"Wayback Machine download":                           {by: "Finder.IsArchived, Finder.Archived"},
	"MHTML (Chrome/Edge/Opera Blink)":                    {by: "package mimebase: Snapshot-Content-Location"},
	"MHTML (IE)":                                         {by: "package mimebase: Content-Location"},
	"wget --xattr":                                       {by: "the command: user.xdg.origin.url"},
	"wget2 --xattr":                                      {by: "the command: user.xdg.origin.url"},
	"curl --xattr":                                       {by: "the command: user.xdg.origin.url"},
	"macOS browsers":                                     {why: "binary"},
	"Windows browsers":                                   {by: "ZoneIdentifier"},
	"MAFF (.maff index.rdf)":                             {by: "IndexRDF"},
	"WARC/ARC":                                           {why: "a container"},
	"Safari .webarchive":                                 {why: "a container, binary"},
	"Evernote ENEX":                                      {why: "a container"},
	"Zotero snapshot":                                    {by: byFind}, // as SingleFile
	"weak hints":                                         {why: "where a page wants to be found, not where it was"},
}

// TestWays checks that every way listed in the corpus is read, or that there is a reason.
func TestWays(t *testing.T) {
	var entries []struct{ Tool, Format, Example string }
	corpus.ReadJSON(t, &entries, "html", "savedfrom.json")
	seen := make(map[string]bool)
	for _, e := range entries {
		w, ok := ways[e.Tool]
		require.True(t, ok, "what is done with %q?", e.Tool)
		require.NotEqual(t, w.by == "", w.why == "", "%q is read, or there is a reason", e.Tool)
		require.False(t, seen[e.Tool], "%q twice", e.Tool)
		seen[e.Tool] = true
		require.Equal(t, w.found, printed(find([]byte(e.Example))), e.Tool)
		if w.by == byTeleport {
			require.Contains(t, e.Format, savedfrom.TeleportAttr+"=")
		}
	}
	require.Len(t, seen, len(ways), "ways that the corpus has no longer")
}

// TestPages checks that pages that are not saved files have no hints.
func TestPages(t *testing.T) {
	for _, f := range corpus.Files(t, "pages") {
		require.Empty(t, find(f.Data), f.Name)
	}
}
