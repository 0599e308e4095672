package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// manifest is a manifest of a web application. ^ is where the base is written.
const manifest = `{"name": "App", "id": "app", "short_name": "a.png", "start_url": "^index.html", "scope": "^.",
 "icons": [{"src": "^a.png", "sizes": "36x36"}, {"src": "https:\/\/o\/b.png"}],
 "icons_localized": {"de": [{"src": "^de.png"}]},
 "screenshots": [{"src": "^s.png"}], "related_applications": [{"platform": "web", "url": "^r"}],
 "shortcuts": [{"name": "x", "url": "^c", "icons": [{"src": "^d.png"}], "icons_localized": {"de": [{"src": "^e.png"}]}}],
 "share_target": {"action": "^share", "params": {"url": "link"}},
 "protocol_handlers": [{"protocol": "web+x", "url": "^p?type=%s"}],
 "file_handlers": [{"action": "^f", "accept": {"text/csv": ".csv"}, "icons": [{"src": "^g.png"}]}],
 "note_taking": {"new_note_url": "^n"}, "tab_strip": {"new_tab_button": {"url": "^t"}},
 "serviceworker": {"src": "^sw.js", "scope": "^sw/"}, "other": {"url": "u", "src": "v"}}`

// TestWebManifest: the URLs of a manifest become absolute, and its other strings stay.
func TestWebManifest(t *testing.T) {
	src, want := strings.ReplaceAll(manifest, "^", ""), strings.ReplaceAll(manifest, "^", "http://h/d/")
	want = strings.Replace(want, "/d/.", "/d/", 1)
	r := promise.Check(t, []byte(src), engine.Options{Base: "http://h/d/site.webmanifest"})
	require.Equal(t, want, string(r.Output))
	moved, _ := promise.CheckMoved(t, []byte(want), engine.Options{Moves: []engine.Move{{From: "http://h/d/", To: "http://new/"}}})
	require.Equal(t, strings.ReplaceAll(want, "http://h/d/", "http://new/"), string(moved.Output))

	// Fields of the user are added.
	fields := []jsonfield.Field{{Path: "/other/url", Role: jsonfield.URL}}
	out, err := engine.Bytes([]byte(src), engine.Options{Base: "http://h/d/m", JSONFields: fields})
	require.NoError(t, err)
	require.Equal(t, strings.Replace(want, `"url": "u"`, `"url": "http://h/d/u"`, 1), string(out))
}

// TestDetectManifest: what is a manifest of a web application. Other JSON has names that manifests have, too.
func TestDetectManifest(t *testing.T) {
	for _, c := range []struct {
		src                string
		json, named, given bool // it is a manifest as data.json, as manifest.json, and if the type JSON is given
	}{
		{strings.ReplaceAll(manifest, "^", ""), true, true, true},
		{`{"name":"","short_name":"","icons":[{"src":"/a.png","sizes":"192x192"}],"theme_color":"#fff"}`, true, true, true},
		{`{"name":"App","icons":[{"src":"\/a.png","sizes":"36x36","density":"0.75"}]}`, true, true, true},
		{`{"start_url":".","display":"standalone"}`, true, true, true},
		{`{"start_url":".","icons":[{"src":"a"}]}`, true, true, true},
		{`{"name":"App","icons":[{"src":"a.png"}]}`, false, true, true},
		{`{"name":"crawl","start_url":"http://h/"}`, false, true, true},
		{`{"short_name":"App","theme_color":"#fff"}`, false, false, false},
		{`{"manifest_version":3,"short_name":"x","icons":[{"src":"a"}],"start_url":"/"}`, false, false, false},
		{`{"short_name":"x","icons":{"16":"a.png"}}`, false, false, false},
		{`{"short_name":"x","icons":{"a":{"src":"a.png","sizes":"16x16"}}}`, false, false, false},
		{`{"short_name":"x","icons":["a.png"]}`, false, false, false},
		{`{"app":{"start_url":".","display":"standalone","icons":[{"src":"a"}]}}`, false, false, false},
		{`[{"start_url":".","display":"standalone"}]`, false, false, false},
		{`{"start_url":".","display":"a"}` + "\n" + `{"start_url":".","display":"a"}`, false, false, true}, // and a fault
		{`{"index.html":{"file":"a.js","src":"index.html","isEntry":true}}`, false, false, false},
	} {
		for _, name := range []string{"data.json", "", "d/manifest.json", "manifest.json?v=1", "site.webmanifest"} {
			want := c.json
			if strings.Contains(name, "manifest") {
				want = c.named
			}
			found := detect.Of("", name, []byte(c.src))
			require.Equal(t, want, found.Type == detect.JSON, "%q %q", name, c.src)
			if want {
				require.Equal(t, detect.RuleManifest, found.Rule)
			}
		}
		rw, err := engine.New(engine.Options{Type: detect.JSON})
		require.NoError(t, err)
		plan := rw.Plan([]byte(c.src))
		require.Equal(t, c.given, plan.JSONFields.Read, c.src)

		// Fields that are given make other JSON a document, but no manifest.
		rw, err = engine.New(engine.Options{JSONFields: []jsonfield.Field{{Path: "/none", Role: jsonfield.URL}}, Base: "http://h/"})
		require.NoError(t, err)
		require.Equal(t, c.json, rw.Plan([]byte(c.src)).Changes(), c.src)
	}
}
