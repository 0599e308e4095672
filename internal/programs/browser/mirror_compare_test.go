//go:build unix

package browser

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mirrorCounts counts the compared parts of a mirror.
type mirrorCounts struct {
	Links, Local  int // all links, and those to files
	Anchors, Lost int // fragments that name an element, and those that never did
	Sheets, Plain int // loaded style sheets, and those that Chromium does not use
	Images        int
	Scripts       int
}

// check fails if too little was compared.
func (n *mirrorCounts) check(t testing.TB) {
	for _, c := range [][2]int{{n.Links, 10_000}, {n.Local, 10_000}, {n.Anchors, 5000}, {n.Sheets - n.Plain, 30}, {n.Plain, 1}, {n.Images, 20}, {n.Scripts, 100}} {
		require.GreaterOrEqual(t, c[0], c[1], "%+v", *n)
	}
}

// compare compares the targets of the links of a page with those of the site's page.
func (m *mirror) compare(t *testing.T, n *mirrorCounts, page string, want []ref, got filePage) {
	have := make(map[string]bool)
	for _, r := range got.refs {
		have[r.Place+" "+r.Via+" "+m.named(r.URL)] = true
	}
	for _, r := range want {
		if isNoLink(r) {
			continue
		}
		leads, local := m.expected(t, r.URL)
		require.True(t, have[r.Place+" "+r.Via+" "+leads], "%s: %s %s: %q does not lead to %s", page, r.Place, r.Via, r.Raw, leads)
		n.Links++
		if local {
			n.Local++
		}
	}
	for _, r := range got.refs {
		m.checkAnchor(t, n, page, r)
	}
	n.load(t, page, got.resources)
}

// named returns the name of the target of a URL in an opened page: the path of a file of
// the tree, or else the URL.
func (m *mirror) named(s string) string {
	file, fragment, ok := fileOf(s)
	if !ok {
		return s
	}
	name, err := filepath.Rel(m.relative, file)
	if err != nil || !filepath.IsLocal(name) {
		return s
	}
	return "file " + name + "#" + fragment
}

// expected returns the name of the expected target of a URL in a page of the site.
func (m *mirror) expected(t testing.TB, s string) (name string, local bool) {
	u := parseURL(t, s)
	file, ok := m.site.saved(u)
	if !ok {
		return s, false
	}
	_, fragment, _ := strings.Cut(s, "#")
	return "file " + file + "#" + fragment, true
}

// checkAnchor checks that a fragment names the same element as on the site.
func (m *mirror) checkAnchor(t testing.TB, n *mirrorCounts, page string, r ref) {
	name, local := strings.CutPrefix(m.named(r.URL), "file ")
	name, fragment, _ := strings.Cut(name, "#")
	if !local || fragment == "" {
		return
	}
	fragment, err := url.PathUnescape(fragment)
	require.NoError(t, err)
	if !m.anchors(t, m.saved, name)[fragment] {
		n.Lost++ // it names nothing on the site either
		return
	}
	require.True(t, m.anchors(t, m.relative, name)[fragment], "%s: %s", page, r.URL)
	n.Anchors++
}

// load counts the resources that a page has loaded.
func (n *mirrorCounts) load(t testing.TB, page string, resources []resource) {
	for _, r := range resources {
		_, _, local := fileOf(r.URL)
		require.True(t, local || strings.HasPrefix(r.URL, "data:"), "%s: %s", page, r.URL)
		switch r.Type {
		case "Stylesheet":
			n.Sheets++
			if asked := strings.Contains(r.URL, "%3F"); asked {
				n.Plain++ // Chromium reads it as text, since wget put the query after ".css"
			} else {
				require.Equal(t, "text/css", r.MimeType, "%s: %s", page, r.URL)
			}
		case "Image":
			n.Images++
		case "Script":
			n.Scripts++
		}
	}
}
