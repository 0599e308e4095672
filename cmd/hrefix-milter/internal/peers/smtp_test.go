//go:build unix

package peers

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A sink is a mail server that keeps every message, as it comes, for its sender.
type sink struct {
	address string
	mu      sync.Mutex
	got     map[string][][]byte // by the sender
}

func newSink(t testing.TB) *sink {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	s := &sink{address: l.Addr().String(), got: make(map[string][][]byte)}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return s
}

func (s *sink) serve(c net.Conn) {
	defer c.Close()
	r := bufio.NewReaderSize(c, 64<<10)
	fmt.Fprint(c, "220 sink\r\n")
	sender := ""
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		switch verb := strings.ToUpper(line[:min(4, len(line))]); verb {
		case "EHLO":
			fmt.Fprint(c, "250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n")
		case "MAIL":
			_, sender, _ = strings.Cut(line, "<")
			sender, _, _ = strings.Cut(sender, ">")
			fmt.Fprint(c, "250 ok\r\n")
		case "DATA":
			fmt.Fprint(c, "354 go\r\n")
			text, err := readData(r)
			if err != nil {
				return
			}
			s.keep(sender, text)
			fmt.Fprint(c, "250 ok\r\n")
		case "QUIT":
			fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

// readData reads a message to the line with a dot.
func readData(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for begins := true; ; {
		line, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if begins && string(line) == ".\r\n" {
			return text, nil
		}
		if begins && bytes.HasPrefix(line, []byte(".")) {
			line = line[1:]
		}
		text = append(text, line...)
		begins = bytes.HasSuffix(line, []byte("\r\n"))
	}
}

func (s *sink) keep(sender string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got[sender] = append(s.got[sender], text)
}

// through returns what has come through a port, by the sender.
func (s *sink) through(d *port) map[string][][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := make(map[string][][]byte)
	for sender, texts := range s.got {
		if rest, ok := strings.CutPrefix(sender, d.name+"."); ok {
			got[rest] = texts
		}
	}
	return got
}

// wait waits until messages of n senders have come through a port, and a moment longer for those that
// come twice.
func (s *sink) wait(t testing.TB, d *port, n int) map[string][][]byte {
	t.Helper()
	require.Eventually(t, func() bool { return len(s.through(d)) >= n }, 3*time.Minute, 100*time.Millisecond)
	time.Sleep(500 * time.Millisecond)
	got := s.through(d)
	require.Len(t, got, n)
	return got
}

// A letter is a message to be sent. Its sender identifies it.
type letter struct {
	sender string
	text   []byte
}

// A post sends letters over several connections.
type post struct {
	port *port
	// perConnection is the number of letters that a connection sends.
	perConnection int
	// sent, if it is not nil, is called after each letter.
	sent func()

	mu      sync.Mutex
	times   []time.Duration // of each letter from MAIL to the reply to its end
	refused int             // replies with which the server asked to try again
	failed  error
}

var errTryLater = errors.New("try later")

// send sends all letters over so many connections at once. What the server refuses for now is tried
// again.
func (p *post) send(t testing.TB, letters []letter, connections int) time.Duration {
	t.Helper()
	queue := make(chan letter, len(letters))
	for _, l := range letters {
		queue <- l
	}
	begun := time.Now()
	var left, workers sync.WaitGroup
	left.Add(len(letters))
	go func() { left.Wait(); close(queue) }()
	for range connections {
		workers.Go(func() { p.work(queue, &left) })
	}
	workers.Wait()
	require.NoError(t, p.failed)
	return time.Since(begun)
}

// work sends letters of the queue.
func (p *post) work(queue chan letter, left *sync.WaitGroup) {
	for {
		batch := take(queue, max(p.perConnection, 1))
		if len(batch) == 0 {
			return
		}
		n, err := p.connection(batch)
		for range n {
			left.Done()
		}
		if err == nil {
			continue
		}
		if !errors.Is(err, errTryLater) {
			p.mu.Lock()
			p.failed = err
			p.mu.Unlock()
			for range batch[n:] {
				left.Done()
			}
			continue
		}
		time.Sleep(200 * time.Millisecond)
		for _, l := range batch[n:] {
			queue <- l
		}
	}
}

// take returns a letter of the queue, and others that wait.
func take(queue chan letter, n int) (batch []letter) {
	l, ok := <-queue
	for ok {
		if batch = append(batch, l); len(batch) == n {
			break
		}
		select {
		case l, ok = <-queue:
		default:
			ok = false
		}
	}
	return batch
}

// connection sends letters over one connection, and returns how many the server has accepted.
func (p *post) connection(batch []letter) (accepted int, err error) {
	c, err := net.Dial("tcp", p.port.address)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(5 * time.Minute))
	s := &smtp{c, bufio.NewReader(c), p.port.name}
	if err := errors.Join(s.reply("220"), s.command("250", "EHLO client.example.org\r\n")); err != nil {
		return 0, p.temporary(err)
	}
	for _, l := range batch {
		begun := time.Now()
		if err := s.letter(l); err != nil {
			return accepted, p.temporary(err)
		}
		accepted++
		p.mu.Lock()
		p.times = append(p.times, time.Since(begun))
		p.mu.Unlock()
		if p.sent != nil {
			p.sent()
		}
	}
	s.command("221", "QUIT\r\n")
	return accepted, nil
}

// temporary counts errors after which a letter is tried again: replies that begin with 4, and
// connections that Postfix has closed before it had accepted a message.
func (p *post) temporary(err error) error {
	var reply replyError
	if errors.As(err, &reply) && !strings.HasPrefix(string(reply), "4") {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused++
	return errTryLater
}

// percentile returns the time within which that part of the letters was accepted.
func (p *post) percentile(part float64) time.Duration {
	slices.Sort(p.times)
	return p.times[min(int(part*float64(len(p.times))), len(p.times)-1)]
}

// A smtp is a connection to a mail server.
type smtp struct {
	c    net.Conn
	r    *bufio.Reader
	name string // of the port, which is part of the sender
}

// A replyError is a reply that was not expected.
type replyError string

func (e replyError) Error() string { return "reply " + string(e) }

func (s *smtp) reply(code string) error {
	for {
		line, err := s.r.ReadString('\n')
		if err != nil {
			return err
		}
		if len(line) < 4 || line[:3] != code {
			return replyError(line)
		}
		if line[3] == ' ' {
			return nil
		}
	}
}

func (s *smtp) command(code, text string) error {
	if _, err := io.WriteString(s.c, text); err != nil {
		return err
	}
	return s.reply(code)
}

func (s *smtp) letter(l letter) error {
	for _, step := range []struct{ code, text string }{
		{"250", "MAIL FROM:<" + s.name + "." + l.sender + "> BODY=8BITMIME\r\n"}, {"250", "RCPT TO:<b@example.org>\r\n"}, {"354", "DATA\r\n"},
	} {
		if err := s.command(step.code, step.text); err != nil {
			return err
		}
	}
	return s.command("250", stuffed(l.text))
}

// stuffed returns a message with a dot before each line that begins with one, and a dot at the end.
func stuffed(text []byte) string {
	s := string(text)
	if strings.HasPrefix(s, ".") {
		s = "." + s
	}
	s = strings.ReplaceAll(s, "\r\n.", "\r\n..")
	if !strings.HasSuffix(s, "\r\n") {
		s += "\r\n"
	}
	return s + ".\r\n"
}
