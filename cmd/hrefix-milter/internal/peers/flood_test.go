//go:build unix

package peers

import (
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// TestPeerFlood sends large messages of short links over more connections than the filter serves. The
// filter must answer all, rewrite what its memory allows, and stay within its memory.
func TestPeerFlood(t *testing.T) {
	messages(t)
	const size, clients, memory = 3 << 20, 240, 128
	f := newFilter(t, "--memory", "128M", "--max-size", "5M", "--json")
	m := client.Parse([]byte("Content-Base: http://a/\r\nContent-Type: text/html\r\n\r\n"))
	m.Body = []byte(strings.Repeat("<a href=x>link</a>\r\n", size/20))
	var changed, passed, refused atomic.Int64
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			conn, err := net.Dial("tcp", f.address)
			if err != nil {
				return
			}
			c, err := client.New(conn)
			if err != nil {
				return // closed: more than the filter even refuses
			}
			defer c.Close()
			switch a, err := c.Send("Q", m); {
			case err != nil:
			case a.Verdict == wire.TemporaryFail:
				refused.Add(1)
			case a.Replace:
				changed.Add(1)
			case a.Verdict == wire.Accept:
				passed.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, clients, changed.Load()+passed.Load()+refused.Load())
	require.Positive(t, changed.Load())
	require.Positive(t, passed.Load())
	peak := f.peak(t) >> 10
	require.Less(t, peak, 2*memory)
	send(t, "tcp", f.address)
	t.Logf("figure: %d connections with messages of 3 MB at once, --memory %dM: %d changed, %d passed unchanged, %d refused; peak memory %d MB", clients, memory, changed.Load(), passed.Load(), refused.Load(), peak)
}
