package session

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/client"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
	"github.com/hrefix/hrefix/internal/test/syncbuffer"
	"github.com/hrefix/hrefix/rewrite"
)

// A lines collects the lines of a log.
type lines struct{ syncbuffer.Buffer }

// wait waits for n lines of messages, which come after the answers, and returns the log.
func (l *lines) wait(t testing.TB, n int) string {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Count(l.String(), "msg=message") >= n }, time.Minute, time.Millisecond)
	return l.String()
}

// newServer returns a server with small limits, and its log.
func newServer(t testing.TB, change func(*Config)) (*Server, *lines) {
	t.Helper()
	log := new(lines)
	c := Defaults()
	c.Log = slog.New(slog.NewTextHandler(log, nil))
	c.Held, c.Working = 16<<20, 64<<20
	if change != nil {
		change(&c)
	}
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message, KeepDKIM: !c.Mail.AllowDKIM, MaxGrowth: 2})
	require.NoError(t, err)
	c.Rewriter = rw
	return NewServer(c), log
}

const page = "<a href=x>1</a> <img src=\"../y?a=1&amp;b=2\">\r\n"

// message returns a message with HTML.
func message(fields, body string) client.Message {
	return client.Parse([]byte("Message-ID: <1@example.org>\r\nBase: <URL:http://example.org/a/>\r\nContent-Type: text/html\r\n" + fields + "\r\n" + body))
}

// connect returns a client of a server, which serves the connection until the test ends.
func connect(t testing.TB, s *Server) *client.Client {
	t.Helper()
	here, there := net.Pipe()
	go s.ServeConn(there)
	c, err := client.New(here)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// TestChange checks that the changes make of a message what package rewrite makes of it, and that
// messages follow each other on a connection.
func TestChange(t *testing.T) {
	s, log := newServer(t, nil)
	c := connect(t, s)
	large := strings.Repeat("<a href=x>1</a>\r\n", 30_000)
	for _, m := range []client.Message{
		message("", page),
		message("", ""),
		message("", "<p>nothing</p>\r\n"),
		message("", large),
		message("", strings.Repeat("\r\n", 65535)+page),
		message("", "x"+strings.Repeat("\r\n", 65535)+page),
		message("Link: <http://a/>\r\nLINK: <x>;\r\n rel=a,\r\n\t<y>; rel=b\r\nlink:<z>\r\nContent-Location: w.html\r\nContent-Length: 47\r\n", page),
		message("Content-Transfer-Encoding: base64\r\n", "PGEgaHJlZj14PjE8L2E+\r\nPGEgaHJlZj14PjE8L2E+\r\n"),
		message("Content-Transfer-Encoding: quoted-printable\r\n", "<a href=3Dx>1</=\r\na>\r\n"),
		message("", "<a href=x>\x00\xff</a> no end of line"),
	} {
		a, err := c.Send("QUEUE", m)
		require.NoError(t, err)
		require.EqualValues(t, wire.Accept, a.Verdict)
		got, err := m.Apply(a)
		require.NoError(t, err)
		require.Equal(t, string(s.Rewriter.Bytes(m.Text())), string(got.Text()))
		require.Equal(t, bytes.Equal(m.Text(), got.Text()), !a.Replace && len(a.Fields) == 0)
		for _, n := range a.Chunks {
			require.LessOrEqual(t, n, wire.MaxChunk)
		}
	}
	require.Equal(t, 10, strings.Count(log.wait(t, 10), "queue=QUEUE"))
	require.Contains(t, log.String(), "documents=1 changed=2 left=\"\" notes=\"\" outcome=changed")
	require.NotContains(t, log.String(), "href")
	require.Eventually(t, func() bool { return s.held.free.Load() == s.Held }, time.Minute, time.Millisecond)
}

// TestNotes checks that the log shows parts that are over the limit of a message: a note for the rest of the
// text, and one for the multipart, whose end is not found. The message stays as it is, since the rest may have a
// signature.
func TestNotes(t *testing.T) {
	s, log := newServer(t, nil)
	c := connect(t, s)
	parts := strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n<a href=x>\r\n", 10_001) + "--b--\r\n"
	m := client.Parse([]byte("Base: http://example.org/\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + parts))
	_, err := c.Send("", m)
	require.NoError(t, err)
	require.Contains(t, log.wait(t, 1), "documents=9999 changed=0 left=limit:9999 notes=message-defect:2 outcome=unchanged reason=limit")
}

// TestChunks checks that no chunk ends between CR and LF.
func TestChunks(t *testing.T) {
	s, _ := newServer(t, nil)
	c := connect(t, s)
	for shift := range 3 {
		a, err := c.Send("", message("", page+strings.Repeat("x", shift)+strings.Repeat("\r\n", 100_000)))
		require.NoError(t, err)
		require.Greater(t, len(a.Chunks), 3)
		offset := 0
		for _, n := range a.Chunks {
			offset += n
			require.False(t, a.Body[offset-1] == '\r' && offset < len(a.Body) && a.Body[offset] == '\n')
		}
	}
}

// TestKept checks that messages with a signature stay as they are, as a whole.
func TestKept(t *testing.T) {
	signed := "--m\r\nContent-Type: multipart/signed; boundary=s\r\n\r\n--s\r\n\r\ntext\r\n--s\r\n\r\nsig\r\n--s--\r\n--m\r\nContent-Type: text/html\r\n\r\n" + page + "--m--\r\n"
	multipart := func(body string) client.Message {
		m := message("", body)
		m.Fields[2].Value = " multipart/mixed; boundary=m"
		return m
	}
	pgp := "--m\r\n\r\n-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\nx\r\n--m\r\nContent-Type: text/html\r\n\r\n" + page + "--m--\r\n"
	pkcs := strings.Replace(signed, "multipart/signed; boundary=s", "application/pkcs7-mime", 1)
	attached := "--m\r\nContent-Type: message/rfc822\r\n\r\nDKIM-Signature: v=1\r\n\r\nx\r\n--m\r\nContent-Type: text/html\r\n\r\n" + page + "--m--\r\n"
	for _, test := range []struct {
		name, reason string
		m            client.Message
		allowed      bool // changed with AllowDKIM
	}{
		{"DKIM", "sealed", message("dkim-signature: v=1\r\n", page), true},
		{"ARC", "sealed", message("ARC-Seal: i=1\r\n", page), true},
		{"DomainKeys", "sealed", message("DomainKey-Signature: a=rsa-sha1\r\n", page), true},
		{"a signature of Google", "sealed", message("X-Google-DKIM-Signature: v=1\r\n", page), true},
		{"a signature of another relay", "sealed", message("X-SES-DKIM-Signature: v=1\r\n", page), true},
		{"DKIM of an attached message", "sealed", multipart(attached), true},
		{"multipart/signed", "signed", multipart(signed), false},
		{"PKCS 7", "encrypted", multipart(pkcs), false},
		{"inline PGP", "inline-pgp", multipart(pgp), false},
		{"inline PGP in base64", "inline-pgp", multipart(strings.NewReplacer("--m\r\n\r\n-----", "--m\r\nContent-Transfer-Encoding: base64\r\n\r\n-----", "-----BEGIN PGP SIGNED MESSAGE-----", "LS0tLS1CRUdJTiBQR1AgU0lHTkVEIE1FU1NBR0UtLS0tLQ==").Replace(pgp)), false},
		{"inline PGP in quoted-printable", "inline-pgp", multipart(strings.NewReplacer("--m\r\n\r\n-----", "--m\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=2D----").Replace(pgp)), false},
		{"a comment in the type", "signed", multipart(strings.Replace(signed, "multipart/signed", "multipart/(x(y\\))) Signed", 1)), false},
		{"multipart/signed around all", "signed", client.Parse([]byte("Base: http://example.org/\r\nContent-Type: multipart/signed; boundary=s\r\n\r\n--s\r\nContent-Type: text/html\r\n\r\n" + page + "--s\r\n\r\nsig\r\n--s--\r\n")), false},
		{"multipart/encrypted around all", "encrypted", client.Parse([]byte("Base: http://example.org/\r\nContent-Type: multipart/encrypted; boundary=s\r\n\r\n--s\r\nContent-Type: text/html\r\n\r\n" + page + "--s--\r\n")), false},
		{"inline PGP around all", "inline-pgp", message("", "-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n"+page), false},
		{"a signature, and no link that could change", "nothing-to-change", multipart(strings.ReplaceAll(signed, page, "<p>\r\n")), false},
		{"a name of S/MIME", "encrypted", multipart(strings.Replace(signed, "multipart/signed; boundary=s", "application/octet-stream; name=smime.p7m", 1)), false},
	} {
		for _, allow := range []bool{false, true} {
			s, log := newServer(t, func(c *Config) { c.Mail.AllowDKIM = allow })
			a, err := connect(t, s).Send("", test.m)
			require.NoError(t, err)
			require.EqualValues(t, wire.Accept, a.Verdict, test.name)
			require.Equal(t, allow && test.allowed, a.Replace, test.name)
			if !a.Replace {
				require.Contains(t, log.wait(t, 1), "outcome=unchanged reason="+test.reason, test.name)
			}
		}
	}
}

// TestLarge checks that small messages do not wait for large ones that wait for memory.
func TestLarge(t *testing.T) {
	s, log := newServer(t, nil)
	begun, let := make(chan bool), make(chan bool)
	s.process = func(rw *rewrite.Rewriter, m *mail.Message, o mail.Options) (*mail.Change, mail.Report, error) {
		if m.Size() > 1<<20 {
			begun <- true
			<-let
		}
		return mail.Process(rw, m, o)
	}
	large := message("", strings.Repeat("x", 2<<20)+page) // takes half of Config.Working, and base
	var sent sync.WaitGroup
	for range 3 {
		c := connect(t, s)
		sent.Go(func() { c.Send("", large) })
	}
	<-begun
	time.Sleep(50 * time.Millisecond) // for the others to wait
	a, err := connect(t, s).Send("", message("", page))
	require.NoError(t, err)
	require.True(t, a.Replace)
	require.Equal(t, 1, strings.Count(log.wait(t, 1), "outcome=changed"))
	for range 2 {
		let <- true
		<-begun
	}
	let <- true
	sent.Wait()
	require.Equal(t, 4, strings.Count(log.wait(t, 4), "outcome=changed"))
	require.True(t, s.working.TryAcquire(s.Working) && s.large.TryAcquire(1))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.enter(ctx, s.Working)
	require.Error(t, err)
	s.large.Release(1)
	_, err = s.enter(ctx, s.Working) // there is no memory
	require.Error(t, err)
	require.True(t, s.large.TryAcquire(1))
}

// TestFailures checks what becomes of messages over a limit, and that the next one is rewritten.
func TestFailures(t *testing.T) {
	slow := func(rw *rewrite.Rewriter, m *mail.Message, o mail.Options) (*mail.Change, mail.Report, error) {
		if strings.Contains(string(m.Text()), "slow") {
			time.Sleep(300 * time.Millisecond)
		}
		return mail.Process(rw, m, o)
	}
	buggy := func(rw *rewrite.Rewriter, m *mail.Message, o mail.Options) (*mail.Change, mail.Report, error) {
		if strings.Contains(string(m.Text()), "bug") {
			panic("secret of the message")
		}
		return mail.Process(rw, m, o)
	}
	fields := strings.Repeat("X: y\r\n", 200)
	for _, test := range []struct {
		failure Failure
		m       client.Message
		change  func(*Config)
		process func(*rewrite.Rewriter, *mail.Message, mail.Options) (*mail.Change, mail.Report, error)
	}{
		{TooLarge, message("", strings.Repeat("x", 200_000)), func(c *Config) { c.Mail.MaxSize = 100_000 }, nil},
		{TooLarge, message("", strings.Repeat("<a href=x>1</a>", 6000)), func(c *Config) { c.Mail.MaxSize = 100_000 }, nil},
		{BigHeader, message(fields, page), func(c *Config) { c.Fields = 100 }, nil},
		{BigHeader, message("X: "+strings.Repeat("y", 2000)+"\r\n", page), func(c *Config) { c.HeaderBytes = 1000 }, nil},
		{Memory, message("", strings.Repeat("x", 200_000)), func(c *Config) { c.Held = 100_000 }, nil},
		{Time, message("", "slow"+page), func(c *Config) { c.Work = 50 * time.Millisecond }, slow},
		{Internal, message("", "bug"+page), nil, buggy},
		{Unfaithful, client.Message{Fields: message("", "").Fields, Body: []byte("a\r\nb\n" + page)}, nil, nil},
	} {
		for _, action := range []Action{Pass, TempFail} {
			s, log := newServer(t, func(c *Config) {
				if test.change != nil {
					test.change(c)
				}
				c.Fail[test.failure] = action
			})
			if test.process != nil {
				s.process = test.process
			}
			c := connect(t, s)
			a, err := c.Send("Q", test.m)
			require.NoError(t, err)
			require.Equal(t, action.reply(), a.Verdict, test.failure)
			require.False(t, a.Replace)
			require.Regexp(t, `reason="?`+string(test.failure), log.wait(t, 1))
			require.NotContains(t, log.String(), "secret")
			m := message("", page)
			require.Eventually(t, func() bool { // a job that was given up ends later
				a, err := c.Send("Q", m)
				return err == nil && a.Replace
			}, time.Minute, 10*time.Millisecond, "%s", test.failure)
			require.Eventually(t, func() bool { return s.held.free.Load() == s.Held }, time.Minute, time.Millisecond)
		}
	}
}

// TestStop checks that a message that has begun ends, and that other connections are closed.
func TestStop(t *testing.T) {
	s, log := newServer(t, nil)
	started := make(chan bool)
	s.process = func(rw *rewrite.Rewriter, m *mail.Message, o mail.Options) (*mail.Change, mail.Report, error) {
		close(started)
		time.Sleep(200 * time.Millisecond)
		return mail.Process(rw, m, o)
	}
	quiet, busy := connect(t, s), connect(t, s)
	answers := make(chan client.Answer, 1)
	go func() {
		a, _ := busy.Send("", message("", page))
		answers <- a
	}()
	<-started
	begun := time.Now()
	require.NoError(t, s.Stop(context.Background()))
	require.Less(t, time.Since(begun), 5*time.Second)
	require.True(t, (<-answers).Replace)
	_, err := quiet.Send("", message("", page))
	require.Error(t, err)
	require.NotContains(t, log.String(), "connection ended")
}

// TestStopLate checks that Stop does not wait longer than it may.
func TestStopLate(t *testing.T) {
	s, _ := newServer(t, nil)
	started, release := make(chan bool), make(chan bool)
	s.process = func(*rewrite.Rewriter, *mail.Message, mail.Options) (*mail.Change, mail.Report, error) {
		close(started)
		<-release
		return nil, mail.Report{}, nil
	}
	defer close(release)
	c := connect(t, s)
	go c.Send("", message("", page))
	<-started
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.Stop(ctx), context.DeadlineExceeded)
}

// TestConnections checks that a connection over the limit is refused at once, and that many more are
// closed.
func TestConnections(t *testing.T) {
	for _, action := range []Action{Pass, TempFail} {
		s, log := newServer(t, func(c *Config) { c.Connections, c.Fail[Busy] = 2, action })
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		go s.Serve(l)
		open := func() net.Conn {
			c, err := net.Dial("tcp", l.Addr().String())
			require.NoError(t, err)
			t.Cleanup(func() { c.Close() })
			return c
		}
		first, err := client.New(open())
		require.NoError(t, err)
		_, err = client.New(open())
		require.NoError(t, err)
		third, err := client.New(open())
		require.NoError(t, err)
		a, err := third.Send("", message("", page))
		require.NoError(t, err)
		require.Equal(t, action.reply(), a.Verdict)
		require.Contains(t, log.String(), "failure=busy")
		a, err = first.Send("", message("", page))
		require.NoError(t, err)
		require.True(t, a.Replace)
		for range 2 * Extra {
			open()
		}
		require.Eventually(t, func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.refusing <= Extra && len(s.serving) == 2
		}, time.Minute, time.Millisecond)
	}
}

// TestLog checks that a line of the log has no control characters of a message, and no more than a
// part of a long text.
func TestLog(t *testing.T) {
	s, log := newServer(t, nil)
	m := message("", page)
	m.Fields[0].Value = " <\x1b[31mred\x07\u202e" + strings.Repeat("y", 5000) + ">\n outcome=forged"
	_, err := connect(t, s).Send("Q\x1b]0;t\x07", m)
	require.NoError(t, err)
	line := log.wait(t, 1)
	require.Equal(t, 1, strings.Count(line, "\n"))
	require.Less(t, len(line), 600)
	require.NotContains(t, line, "\x1b")
	require.NotContains(t, line, "forged")
	require.NotContains(t, line, "\u202e")
	require.Contains(t, line, "<?[31mred??yyy")
}

// TestStopAnswer checks that the end of the time that Stop may take does not cut an answer.
func TestStopAnswer(t *testing.T) {
	s, log := newServer(t, nil)
	here, there := net.Pipe()
	go s.ServeConn(there)
	defer here.Close()
	go io.WriteString(here, offer+text)
	_, err := io.ReadFull(here, make([]byte, 4+1+12+len(macros)+2*5+1)) // up to the answer
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	stopped := make(chan error)
	go func() { stopped <- s.Stop(ctx) }()
	time.Sleep(100 * time.Millisecond)
	rest, err := io.ReadAll(here)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(rest, []byte("\x00\x00\x00\x01a")), "%q", rest)
	require.ErrorIs(t, <-stopped, context.DeadlineExceeded)
	require.Contains(t, log.String(), "outcome=changed")
}
