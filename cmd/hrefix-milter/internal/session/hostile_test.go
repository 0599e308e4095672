package session

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// packet returns a packet as bytes.
func packet(code byte, data string) string {
	return string(append(binary.BigEndian.AppendUint32(nil, uint32(len(data)+1)), code)) + data
}

// offer is the negotiation of Postfix, and head and text are a message.
var (
	offer = packet(wire.Negotiate, "\x00\x00\x00\x06\x00\x00\x01\xff\x00\x1f\xff\xff")
	head  = packet(wire.Header, "Content-Base\x00 http://example.org/\x00") + packet(wire.Header, "Content-Type\x00 text/html\x00")
	text  = head + packet(wire.EndOfHead, "") + packet(wire.Body, page) + packet(wire.EndOfBody, "")
)

// hostile are bytes that end a connection.
var hostile = map[string]string{
	"empty packet":              "\x00\x00\x00\x00",
	"4 GB":                      "\xff\xff\xff\xffB",
	"4 GB after negotiation":    offer + "\xff\xff\xff\xffB",
	"4 GB of a field":           offer + "\xff\xff\xff\xffL" + "a\x00",
	"4 GB of macros":            offer + "\xff\xff\xff\xffD",
	"empty after negotiation":   offer + "\x00\x00\x00\x00",
	"no negotiation":            text,
	"short negotiation":         packet(wire.Negotiate, "\x00\x00\x00\x06"),
	"old version":               packet(wire.Negotiate, "\x00\x00\x00\x01\x00\x00\x01\xff\x00\x1f\xff\xff"),
	"no changes allowed":        packet(wire.Negotiate, "\x00\x00\x00\x06\x00\x00\x00\x00\x00\x1f\xff\xff"),
	"negotiation twice":         offer + offer,
	"body without header":       offer + packet(wire.Body, page),
	"end without header":        offer + packet(wire.EndOfBody, ""),
	"field after the header":    offer + head + packet(wire.EndOfHead, "") + head,
	"end of the header twice":   offer + head + packet(wire.EndOfHead, "") + packet(wire.EndOfHead, ""),
	"body after the end":        offer + text + packet(wire.Body, page),
	"unknown command":           offer + packet('z', ""),
	"NUL as a command":          offer + packet(0, ""),
	"field without NUL":         offer + packet(wire.Header, "Subject"),
	"field with one NUL":        offer + packet(wire.Header, "Subject\x00 x"),
	"empty field":               offer + packet(wire.Header, ""),
	"4 GB at the end":           offer + head + packet(wire.EndOfHead, "") + "\xff\xff\xff\xffE",
	"end of the header with 4G": offer + "\xff\xff\xff\xffN",
	"large macro":               offer + packet(wire.Macro, "E"+strings.Repeat("i\x00x\x00", 100_000)),
	"HTTP":                      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
	"SMTP":                      "EHLO example.org\r\n",
}

// talk sends bytes to a server and returns what it answers until it closes the connection.
func talk(t testing.TB, s *Server, sent string) string {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan bool)
	go func() { s.ServeConn(there); close(ended) }()
	go func() {
		io.WriteString(here, sent)
		if s.Command > time.Second { // else the server must give up by itself
			io.WriteString(here, packet(wire.Quit, ""))
		}
	}()
	here.SetReadDeadline(time.Now().Add(10 * time.Second))
	got, err := io.ReadAll(here)
	require.NoError(t, err, "the connection hangs")
	<-ended
	here.Close()
	return string(got)
}

// TestHostile checks that each of the hostile inputs ends its connection and nothing else.
func TestHostile(t *testing.T) {
	s, log := newServer(t, nil)
	for name, sent := range hostile {
		t.Run(name, func(t *testing.T) { talk(t, s, sent) })
	}
	require.Equal(t, len(hostile), strings.Count(log.String(), "connection ended"), "%s", log)
	require.NotContains(t, log.String(), "internal error")
	require.EqualValues(t, s.Held, s.held.free.Load())
	a, err := connect(t, s).Send("", message("", page))
	require.NoError(t, err)
	require.True(t, a.Replace)
}

// feed sends bytes to a server and closes the connection.
func feed(s *Server, sent string) {
	here, there := net.Pipe()
	go io.Copy(io.Discard, here)
	go func() {
		io.WriteString(here, sent)
		here.Close()
	}()
	s.ServeConn(there)
}

// TestTruncated checks that a connection that ends or stops anywhere leaves nothing.
func TestTruncated(t *testing.T) {
	s, log := newServer(t, nil)
	whole := offer + text + packet(wire.Quit, "")
	for n := range len(whole) {
		feed(s, whole[:n])
	}
	require.NotContains(t, log.String(), "internal error")
	require.EqualValues(t, s.Held, s.held.free.Load())
	require.Empty(t, s.serving)
}

// TestSlow checks that a client that sends a byte now and then does not keep its connection.
func TestSlow(t *testing.T) {
	s, log := newServer(t, func(c *Config) {
		c.Command, c.Idle, c.Message = 100*time.Millisecond, 300*time.Millisecond, 400*time.Millisecond
	})
	for name, sent := range map[string]string{
		"half a packet": offer + head[:10],
		"idle":          offer,
		"half a body":   offer + head + packet(wire.EndOfHead, "") + "\x00\x00\xff\xffBxx",
		"nothing":       "",
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			talk(t, s, sent)
			require.Less(t, time.Since(begun), 3*time.Second)
		})
	}
	t.Run("a packet now and then", func(t *testing.T) {
		here, there := net.Pipe()
		go func() {
			defer here.Close()
			io.WriteString(here, offer+head+packet(wire.EndOfHead, ""))
			for err := error(nil); err == nil; _, err = io.WriteString(here, packet(wire.Body, "x")) {
				time.Sleep(50 * time.Millisecond)
			}
		}()
		go io.Copy(io.Discard, here)
		begun := time.Now()
		s.ServeConn(there)
		require.Less(t, time.Since(begun), 3*time.Second)
	})
	require.Equal(t, 5, strings.Count(log.String(), "i/o timeout"), "%s", log)
	require.EqualValues(t, s.Held, s.held.free.Load())
}

// TestDeaf checks that a client that reads no answer does not keep its connection, or the memory of
// its message.
func TestDeaf(t *testing.T) {
	s, _ := newServer(t, func(c *Config) { c.Command = 200 * time.Millisecond })
	here, there := net.Pipe()
	defer here.Close()
	go io.WriteString(here, offer+text)
	var answer [17]byte
	go io.ReadFull(here, answer[:])
	begun := time.Now()
	s.ServeConn(there)
	require.Less(t, time.Since(begun), 3*time.Second)
	require.Eventually(t, func() bool { return s.held.free.Load() == s.Held && s.working.TryAcquire(s.Working) }, time.Minute, time.Millisecond)
}

// TestMemory checks that connections which all send as much as they can do not take more memory than
// the budget.
func TestMemory(t *testing.T) {
	s, log := newServer(t, func(c *Config) { c.Held = 8 << 20 })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	go s.Serve(l)
	before := heap()
	body := []byte(packet(wire.Body, strings.Repeat("x", wire.MaxChunk)))
	var sent sync.WaitGroup
	for range 100 {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		defer c.Close()
		go io.Copy(io.Discard, c)
		sent.Go(func() {
			io.WriteString(c, offer+head+packet(wire.EndOfHead, ""))
			for range 4 {
				c.Write(body)
			}
		})
	}
	sent.Wait()
	require.Eventually(t, func() bool { return strings.Count(log.String(), "reason=memory") > 50 }, time.Minute, time.Millisecond)
	after := heap()
	// Each connection has its buffers, and each goroutine a stack.
	require.Less(t, after-min(before, after), uint64(s.Held+100*64<<10))
}

// heap returns the memory that is in use after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// FuzzSession checks that no input makes the server panic, hang, or lose memory of its budget.
func FuzzSession(f *testing.F) {
	f.Add([]byte(offer + text + text))
	f.Add([]byte(offer + packet(wire.Connect, "h\x00U") + packet(wire.Mail, "<a>\x00") + packet(wire.Macro, "Mi\x00Q\x00") + text + packet(wire.Abort, "")))
	for _, sent := range hostile {
		if len(sent) < 1000 {
			f.Add([]byte(sent))
		}
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		s, log := newServer(t, func(c *Config) { c.Mail.MaxSize, c.Held = 1<<16, 1<<17 })
		feed(s, string(sent))
		require.Eventually(t, func() bool { return s.held.free.Load() == s.Held }, time.Minute, time.Millisecond)
		require.NotContains(t, log.String(), "internal error")
		require.Empty(t, s.serving)
	})
}

// FuzzMessage checks that the changes of any message make of it what package rewrite makes of it.
func FuzzMessage(f *testing.F) {
	f.Add("Link", " <x>;\n\trel=a", []byte(page))
	f.Add("link", "<x>, <y>", []byte("<a href=x>\r\n\r\n.\r\n"))
	f.Add("Content-Transfer-Encoding", " base64", []byte("PGEgaHJlZj14PjE8L2E+\r\n"))
	f.Add("Content-Location", "x\r\n y", []byte("a\nb\r\n<a href=x>"))
	f.Add("X\ny", "z", []byte(page))
	f.Fuzz(func(t *testing.T, name, value string, body []byte) {
		if strings.Contains(name+value, "\x00") {
			return // the protocol cannot carry it
		}
		s, log := newServer(t, nil)
		m := message("", "")
		m.Fields = append(m.Fields, client.Field{Name: name, Value: value})
		m.Body = body
		a, err := connect(t, s).Send("", m)
		require.NoError(t, err)
		got, err := m.Apply(a)
		require.NoError(t, err)
		if strings.Contains(log.wait(t, 1), "outcome=changed") {
			want := string(s.Rewriter.Bytes(s.text(m)))
			require.Equal(t, want, string(s.text(got)))
		} else {
			require.False(t, a.Replace || len(a.Fields) > 0)
		}
		require.True(t, len(m.Fields) == len(got.Fields) && !bytes.Contains(s.text(got), []byte("\x00\x00\x00")) || bytes.Contains(body, []byte("\x00\x00\x00")))
	})
}

// text returns the text that the server makes of a message.
func (s *Server) text(m client.Message) []byte {
	var one session
	for _, f := range m.Fields {
		one.message.AddField([]byte(f.Name), []byte(f.Value), true)
	}
	one.message.EndHeader()
	copy(one.message.Extend(len(m.Body)), m.Body)
	return one.message.Text()
}
