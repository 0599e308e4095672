//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
)

// enabled is the environment variable that enables the tests that need a browser.
const enabled = "HREFIX_BROWSER"

// need skips the test if browser tests are not enabled.
func need(t testing.TB) {
	t.Helper()
	if os.Getenv(enabled) != "1" {
		t.Skip(enabled + " is not 1: this test needs a browser")
	}
}

// A browser is a Chromium whose requests all go to our server.
type browser struct {
	*server
	devtools *chromium.DevTools
}

// start starts a browser. It stops at the end of the test.
func start(t testing.TB) *browser {
	need(t)
	s := startServer(t)
	return &browser{s, chromium.Start(t, chromium.Options{Proxy: s.URL})}
}

// A tab shows the host page of one origin.
type tab struct {
	*chromium.Tab
	browser *browser
}

// openBlank opens a tab without a page.
func (b *browser) openBlank(t testing.TB) *tab { return &tab{b.devtools.OpenBlank(t), b} }

// open opens a tab with the host page of an origin.
func (b *browser) open(t testing.TB, origin string) *tab {
	tab := b.openBlank(t)
	host := map[string]any{"url": origin + hostPath}
	require.NoError(t, tab.Call("Page.navigate", host, nil))
	const loaded = `new Promise(done => {
		const look = () => document.readyState === "complete" && location.protocol === "http:" ? done(true) : setTimeout(look, 10);
		look();
	})`
	var ok bool
	for range 5 { // a promise is lost with the page that is left
		if err := tab.Evaluate(loaded, &ok); err == nil {
			break
		}
	}
	require.True(t, ok, "the host page does not load")
	return tab
}

// A reading is the list of references of a document, as a tab read it.
type reading struct {
	URL   string
	Error string // why it could not be read
	Refs  []ref
}

// A ref is a reference and the URL that it resolves to.
type ref struct {
	Place  string   `json:"p"` // element and attribute
	Via    string   `json:"v"` // "table", "computed" or the name of a property
	Groups []string `json:"g"` // the groups of places that it is in
	Raw    string   `json:"r"`
	URL    string   `json:"u"`
}

// read reads documents of the tab's origin, with scripting on or off.
func (tab *tab) read(urls []string, scripting bool) ([]reading, error) {
	list, err := json.Marshal(urls)
	if err != nil {
		return nil, err
	}
	var readings []reading
	if err := tab.EvaluateJSON(nil, fmt.Sprintf("readAll(%s, %t).then(JSON.stringify)", list, scripting), &readings); err != nil {
		return nil, err
	}
	if len(readings) != len(urls) {
		return nil, fmt.Errorf("%d readings of %d documents", len(readings), len(urls))
	}
	return readings, nil
}

// origin returns the origin of a URL.
func origin(t testing.TB, s string) string {
	u, err := url.Parse(s)
	require.NoError(t, err)
	return u.Scheme + "://" + u.Host
}
