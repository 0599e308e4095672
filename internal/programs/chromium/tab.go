//go:build unix

package chromium

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Tab is a tab of a browser.
type Tab struct {
	Target   string // the ID of the target
	session  string
	devtools *DevTools
}

// OpenBlank opens a tab without a page.
func (d *DevTools) OpenBlank(t testing.TB) *Tab {
	var target struct{ TargetID string }
	require.NoError(t, d.Call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target))
	return d.Attach(t, target.TargetID)
}

// Attach returns the tab with an ID.
func (d *DevTools) Attach(t testing.TB, target string) *Tab {
	var session struct{ SessionID string }
	params := map[string]any{"targetId": target, "flatten": true}
	require.NoError(t, d.Call("", "Target.attachToTarget", params, &session))
	tab := &Tab{target, session.SessionID, d}
	require.NoError(t, tab.Call("Page.enable", nil, nil))
	return tab
}

// Call calls a method of DevTools for the tab.
func (tab *Tab) Call(method string, params, result any) error {
	return tab.devtools.Call(tab.session, method, params, result)
}

// Watch makes f get the events of the tab. f must not call the browser.
func (tab *Tab) Watch(f func(Event)) { tab.devtools.watch(tab.session, f) }

// Evaluate evaluates an expression in the page. The value, or the value of a promise, is decoded
// into result.
func (tab *Tab) Evaluate(expression string, result any) error {
	return tab.EvaluateIn(nil, expression, result)
}

// EvaluateIn evaluates an expression in a script world of the tab. If world is nil, it is the world
// of the page.
func (tab *Tab) EvaluateIn(world any, expression string, result any) error {
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
	if err := tab.Call("Runtime.evaluate", params, &got); err != nil {
		return err
	}
	if e := got.ExceptionDetails; e != nil {
		return fmt.Errorf("%s: %s", e.Text, e.Exception.Description)
	}
	return json.Unmarshal(got.Result.Value, result)
}

// EvaluateJSON evaluates an expression whose value is JSON text. One string is faster than
// a tree of values.
func (tab *Tab) EvaluateJSON(world any, expression string, result any) error {
	var text string
	if err := tab.EvaluateIn(world, expression, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), result)
}

// World makes a script world of its own for a frame, in which expressions are evaluated even if
// the scripts of the page do not run.
func (tab *Tab) World(frame string) (world any, err error) {
	var made struct{ ExecutionContextID int }
	params := map[string]any{"frameId": frame, "worldName": "test"}
	err = tab.Call("Page.createIsolatedWorld", params, &made)
	return made.ExecutionContextID, err
}
