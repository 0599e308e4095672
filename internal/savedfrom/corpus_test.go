package savedfrom_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A way is what is done with a way in which a saved file tells where it is from.
type way struct {
	by   string // what reads it, or nothing
	why  string // it is not read
	told string // of the sample that the corpus has, by Find
}

const (
	byFind     = "Find"
	byTeleport = "package rewrite: TeleportAttr"
)

// ways are those of the corpus, by the name of the tool.
var ways = map[string]way{
	`IE save / Chrome & Edge "Webpage, complete" (MOTW)`: {by: byFind, told: "Mark of the Web: http://www.contoso.com/"},
	"old Chrome/WebKit save-complete":                    {why: "a BASE that is relative to the next layer"},
	"Firefox save-complete":                              {by: byFind, told: "BASE that Firefox took out: https://base.example/x/"},
	"SingleFile":                                         {by: byFind, told: "SingleFile comment: https://tarnkappe.info/x/"},
	"monolith":                                           {by: byFind, told: "monolith comment: https://example.com/"},
	"HTTrack >= 3.50ish":                                 {by: byFind, told: "HTTrack comment: http://127.0.0.1:8080/simple/basic.html"},
	"WebScrapBook":                                       {by: byFind, told: "WebScrapBook attribute: https://example.com/?a=1&b=2"},
	"Save Page WE":                                       {by: byFind, told: "Save Page WE meta: http://example.com/?a=123"},
	"MaoXian Web Clipper":                                {by: byFind, told: "MaoXian comment: http://example.com/?a=123"},
	"Lynx -source / Print to file with PREPEND_BASE":     {by: byFind, told: "Lynx comment: http://mail.gnu.org/pipermail/x/000131.html"},
	"Teleport Pro / Ultra":                               {by: byTeleport},
	"Wayback Machine download":                           {by: "Finder.Archived, Archived"},
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

// TestWays: every way that the corpus lists is read, or there is a reason.
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
		require.Equal(t, w.told, printed(savedfrom.Find([]byte(e.Example))), e.Tool)
		if w.by == byTeleport {
			require.Contains(t, e.Format, savedfrom.TeleportAttr+"=")
		}
	}
	require.Len(t, seen, len(ways), "ways that the corpus has no longer")
}

// TestPages: pages that nobody saved tell nothing.
func TestPages(t *testing.T) {
	for _, f := range corpus.Files(t, "pages") {
		require.Empty(t, savedfrom.Find(f.Data), f.Name)
	}
}
