//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

// A browser is a Chromium whose requests all go to our server.
type browser struct {
	*server
	devtools *devtools
}

// start starts a browser. It stops at the end of the test.
func start(t testing.TB) *browser {
	executable(t)
	s := startServer(t)
	return &browser{s, connect(t, startProcess(t, s.URL))}
}

// A tab shows the host page of one origin.
type tab struct {
	browser *browser
	session string
	target  string
}

// openBlank opens a tab without a page.
func (b *browser) openBlank(t testing.TB) *tab {
	var target struct{ TargetID string }
	require.NoError(t, b.devtools.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target))
	var session struct{ SessionID string }
	params := map[string]any{"targetId": target.TargetID, "flatten": true}
	require.NoError(t, b.devtools.call("", "Target.attachToTarget", params, &session))
	tab := &tab{b, session.SessionID, target.TargetID}
	require.NoError(t, tab.call("Page.enable", nil, nil))
	return tab
}

// open opens a tab with the host page of an origin.
func (b *browser) open(t testing.TB, origin string) *tab {
	tab := b.openBlank(t)
	host := map[string]any{"url": origin + hostPath}
	require.NoError(t, b.devtools.call(tab.session, "Page.navigate", host, nil))
	const loaded = `new Promise(done => {
		const look = () => document.readyState === "complete" && location.protocol === "http:" ? done(true) : setTimeout(look, 10);
		look();
	})`
	var ok bool
	for range 5 { // a promise is lost with the page that is left
		if err := tab.evaluate(loaded, &ok); err == nil {
			break
		}
	}
	require.True(t, ok, "the host page does not load")
	return tab
}

// evaluate evaluates an expression in the host page. The value, or the value of a promise,
// is decoded into result.
func (tab *tab) evaluate(expression string, result any) error {
	return tab.evaluateIn(nil, expression, result)
}

// evaluateIn evaluates an expression in a script world of the tab. If world is nil, it is
// that of the page.
func (tab *tab) evaluateIn(world any, expression string, result any) error {
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	params := map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}
	if world != nil {
		params["contextId"] = world
	}
	if err := tab.call("Runtime.evaluate", params, &got); err != nil {
		return err
	}
	if e := got.ExceptionDetails; e != nil {
		return fmt.Errorf("%s: %s", e.Text, e.Exception.Description)
	}
	return json.Unmarshal(got.Result.Value, result)
}

// evaluateJSON evaluates an expression whose value is JSON text. One string is faster than
// a tree of values.
func (tab *tab) evaluateJSON(world any, expression string, result any) error {
	var text string
	if err := tab.evaluateIn(world, expression, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), result)
}

// call calls a method of DevTools for the tab.
func (tab *tab) call(method string, params, result any) error {
	return tab.browser.devtools.call(tab.session, method, params, result)
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
	if err := tab.evaluateJSON(nil, fmt.Sprintf("readAll(%s, %t).then(JSON.stringify)", list, scripting), &readings); err != nil {
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
