//go:build unix

package chromium

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/websocket"
)

// origin is the origin of the connections to DevTools.
const origin = "http://127.0.0.1"

// callTimeout bounds the time of one call.
const callTimeout = 2 * time.Minute

// DevTools is a connection to the DevTools of a browser. It is safe for concurrent use.
type DevTools struct {
	conn *websocket.Conn

	mu       sync.Mutex
	next     int
	waiting  map[int]chan answer
	watchers map[string]func(Event) // watchers by session
	closed   error
}

// An Event is a message of the browser that answers no call.
type Event struct {
	Method string
	Params json.RawMessage
}

// A call is a message to the browser.
type call struct {
	ID      int    `json:"id"`
	Session string `json:"sessionId,omitempty"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
}

// An answer is a message from the browser. Events have no ID.
type answer struct {
	ID      int             `json:"id"`
	Session string          `json:"sessionId"`
	Result  json.RawMessage `json:"result"`
	Error   *struct{ Message string }
	Event
}

// connect connects to the DevTools at url, until the test ends.
func connect(t testing.TB, url string) *DevTools {
	conn, err := websocket.Dial(url, "", origin)
	require.NoError(t, err)
	conn.MaxPayloadBytes = 1 << 30
	d := &DevTools{conn: conn, waiting: make(map[int]chan answer), watchers: make(map[string]func(Event))}
	go d.listen()
	t.Cleanup(func() { _ = conn.Close() })
	return d
}

// listen passes the browser's messages on, until the connection ends.
func (d *DevTools) listen() {
	for {
		var a answer
		if err := websocket.JSON.Receive(d.conn, &a); err != nil {
			d.end(err)
			return
		}
		d.pass(a)
	}
}

// end closes the channels of all calls that wait.
func (d *DevTools) end(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = err
	for _, ch := range d.waiting {
		close(ch)
	}
	d.waiting = nil
}

// pass passes an answer to its call, and an event to the function that watches its session.
func (d *DevTools) pass(a answer) {
	d.mu.Lock()
	ch, watch := d.waiting[a.ID], d.watchers[a.Session]
	delete(d.waiting, a.ID)
	d.mu.Unlock()
	if ch != nil {
		ch <- a
	} else if a.ID == 0 && watch != nil {
		watch(a.Event)
	}
}

// watch makes f get the events of a session. f must not call the browser.
func (d *DevTools) watch(session string, f func(Event)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watchers[session] = f
}

// Call calls a method, and decodes its result into result unless that is nil.
func (d *DevTools) Call(session, method string, params, result any) error {
	ch, err := d.send(session, method, params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a, ok := <-ch:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser is gone", method)
		case a.Error != nil:
			return fmt.Errorf("%s: %s", method, a.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-time.After(callTimeout):
		return fmt.Errorf("%s: no answer in %v", method, callTimeout)
	}
}

// send sends a call. The channel gets its answer.
func (d *DevTools) send(session, method string, params any) (<-chan answer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed != nil {
		return nil, d.closed
	}
	d.next++
	ch := make(chan answer, 1)
	d.waiting[d.next] = ch
	return ch, websocket.JSON.Send(d.conn, call{d.next, session, method, params})
}
