package session

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
	"github.com/hrefix/hrefix/rewrite"
	"golang.org/x/sync/semaphore"
)

// Extra is the number of connections over Config.Connections that get an answer. Others are closed.
const Extra = 64

// A Server serves connections. [NewServer] returns a Server.
type Server struct {
	Config
	policy  atomic.Pointer[Policy]
	metrics metrics
	held    *budget
	working *semaphore.Weighted
	large   *semaphore.Weighted // admits one large message at a time
	process func(*rewrite.Rewriter, *mail.Message, mail.Options) (*mail.Change, mail.Report, error)

	mu       sync.Mutex
	serving  map[*session]bool
	refusing int
	stopping bool
	done     sync.WaitGroup
}

// NewServer returns a server.
func NewServer(c Config) *Server {
	s := &Server{Config: c, held: newBudget(c.Held), working: semaphore.NewWeighted(c.Working), large: semaphore.NewWeighted(1), process: mail.Process, serving: make(map[*session]bool)}
	s.policy.Store(&c.Policy)
	return s
}

// Reload sets the policy for new connections. If err, the error of reading the policy, is not nil, the old policy
// stays. Reload logs the success or the error.
func (s *Server) Reload(p Policy, err error) {
	s.metrics.staleOptions.Store(err != nil)
	if err != nil {
		s.Log.Error("the options stay as they were", "error", err.Error())
		return
	}
	s.policy.Store(&p)
	s.Log.Info("options read")
}

// Serve accepts connections until the listener is closed. The error is nil after Stop.
func (s *Server) Serve(l net.Listener) error {
	for pause := time.Duration(0); ; {
		c, err := l.Accept()
		switch {
		case err == nil:
			pause = 0
			s.admit(c)
		case errors.Is(err, net.ErrClosed):
			return nil
		default: // errors such as too many open files
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			s.Log.Error("cannot accept a connection", "error", err.Error())
			time.Sleep(pause)
		}
	}
}

// ServeConn serves one connection, and returns when it has ended.
func (s *Server) ServeConn(c net.Conn) {
	s.mu.Lock()
	one := s.newSession(c)
	s.mu.Unlock()
	s.run(one)
}

// newSession adds a session. s.mu must be locked.
func (s *Server) newSession(c net.Conn) *session {
	one := &session{server: s, policy: s.policy.Load(), conn: wire.NewConn(c)}
	one.conn.Idle, one.conn.Packet = s.Idle, s.Command
	s.serving[one] = true
	s.done.Add(1)
	return one
}

// admit serves a connection, refuses it, or closes it.
func (s *Server) admit(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping || s.refusing >= Extra:
		c.Close()
	case len(s.serving) >= s.Connections:
		s.refusing++
		s.done.Add(1)
		go s.refuse(c)
	default:
		go s.run(s.newSession(c))
	}
}

// run serves a connection to its end.
func (s *Server) run(one *session) {
	defer s.done.Done()
	defer func() {
		one.conn.Close()
		s.mu.Lock()
		delete(s.serving, one)
		s.mu.Unlock()
	}()
	defer one.reset()
	defer s.recover()
	if err := one.serve(); err != nil && !errors.Is(err, io.EOF) && !s.isStopping() {
		s.metrics.broken.Add(1)
		s.Log.Warn("connection ended", "queue", Clean(one.queue), "error", err.Error())
	}
}

// recover keeps a panic from ending the program.
func (s *Server) recover() {
	if p := recover(); p != nil {
		s.Log.Error("internal error", "stack", stack())
	}
}

// stack returns where a panic was, without its value, which might have content of a message.
func stack() string {
	b := debug.Stack()
	return string(b[:min(len(b), 4<<10)])
}

func (s *Server) isStopping() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopping
}

// refuse answers the first command of a connection.
func (s *Server) refuse(c net.Conn) {
	defer s.done.Done()
	defer s.recover()
	defer func() {
		c.Close()
		s.mu.Lock()
		s.refusing--
		s.mu.Unlock()
	}()
	conn := wire.NewConn(c)
	conn.Idle, conn.Packet = s.Command, s.Command
	conn.End = time.Now().Add(min(s.Command, 10*time.Second))
	action := s.policy.Load().Fail[Busy]
	s.metrics.refused.Add(1)
	s.Log.Warn("too many connections", "failure", string(Busy), "action", string(action))
	if _, err := negotiate(conn, 0); err != nil {
		return
	}
	for {
		h, err := conn.Next()
		if err != nil || h.Code == wire.Quit || conn.Drop(h.Size) != nil {
			return
		}
		if answered(h.Code) && conn.Send(action.reply()) != nil {
			return
		}
	}
}

// answered reports whether the mail server waits for an answer to a command.
func answered(code byte) bool {
	switch code {
	case wire.Macro, wire.Abort, wire.QuitNewCon:
		return false
	}
	return true
}

// reply returns the verdict of an action.
func (a Action) reply() byte {
	if a == TempFail {
		return wire.TemporaryFail
	}
	return wire.Accept
}

// Stop ends connections that are between messages, and waits for the other connections until ctx is
// done. Then it closes these, too. The listeners must be closed before.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopping = true
	for one := range s.serving {
		one.stop()
	}
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() { s.done.Wait(); close(ended) }()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
	}
	s.closeAll(false)
	select {
	case <-ended:
	case <-time.After(lastAnswers):
		s.closeAll(true)
	}
	return ctx.Err()
}

// lastAnswers is how long Stop waits for answers that are being sent after its context is done.
const lastAnswers = 5 * time.Second

// closeAll closes the connections. Those on which an answer is being sent stay open unless answering is true.
func (s *Server) closeAll(answering bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for one := range s.serving {
		if answering || !one.answering.Load() {
			one.conn.Close()
		}
	}
}

// A budget counts memory in use, and refuses more than it has.
type budget struct {
	free atomic.Int64
}

func newBudget(n int64) *budget {
	b := new(budget)
	b.free.Store(n)
	return b
}

// take reports whether n bytes were free, and takes them.
func (b *budget) take(n int) bool {
	if b.free.Add(-int64(n)) >= 0 {
		return true
	}
	b.give(n)
	return false
}

func (b *budget) give(n int) { b.free.Add(int64(n)) }
