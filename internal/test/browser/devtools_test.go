//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/websocket"
)

// devtoolsOrigin is the origin of our connections to DevTools.
const devtoolsOrigin = "http://127.0.0.1"

// callTimeout bounds the time of one call.
const callTimeout = 2 * time.Minute

// devtools is a connection to the DevTools of a browser. It is safe for
// concurrent use.
type devtools struct {
	conn *websocket.Conn

	mu      sync.Mutex
	next    int
	waiting map[int]chan answer
	closed  error
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
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// connect connects to the DevTools at url, until the test ends.
func connect(t testing.TB, url string) *devtools {
	conn, err := websocket.Dial(url, "", devtoolsOrigin)
	require.NoError(t, err)
	conn.MaxPayloadBytes = 1 << 30
	d := &devtools{conn: conn, waiting: make(map[int]chan answer)}
	go d.listen()
	t.Cleanup(func() { _ = conn.Close() })
	return d
}

// listen passes the browser's answers to the calls that wait for them.
func (d *devtools) listen() {
	for {
		var a answer
		err := websocket.JSON.Receive(d.conn, &a)
		d.mu.Lock()
		if err != nil {
			d.closed = err
			for _, ch := range d.waiting {
				close(ch)
			}
			d.waiting = nil
			d.mu.Unlock()
			return
		}
		if ch := d.waiting[a.ID]; ch != nil {
			delete(d.waiting, a.ID)
			ch <- a
		}
		d.mu.Unlock()
	}
}

// call calls a method, and decodes its result into result unless that is nil.
func (d *devtools) call(session, method string, params, result any) error {
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
func (d *devtools) send(session, method string, params any) (<-chan answer, error) {
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
