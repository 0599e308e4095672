package session

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
)

// heartbeat is the time between the packets that ask the mail server to wait longer.
const heartbeat = 10 * time.Second

// A result is what became of rewriting a message.
type result struct {
	change  *mail.Change
	report  mail.Report
	err     error
	release func() // gives back the memory
}

// Errors of rewriting.
var (
	errTime  = errors.New("time")
	errPanic = errors.New("internal")
)

// endOfBody rewrites the message and answers with the changes.
func (s *session) endOfBody(h wire.Head) error {
	if err := s.chunk(h); err != nil {
		return err
	}
	if s.failure != "" {
		return s.giveUp()
	}
	r, err := s.rewrite()
	if err != nil {
		return err
	}
	defer r.release()
	if r.err != nil {
		s.failure, s.size, s.id = failureOf(r.err), s.message.Size(), s.message.Value(messageID)
		return s.end(s.policy.Fail[s.failure].reply(), r)
	}
	if r.change != nil {
		s.answering.Store(true)
		defer s.answering.Store(false)
		s.conn.End = time.Now().Add(s.server.Command)
		if err := s.put(r.change); err != nil {
			return err
		}
	}
	return s.end(wire.Accept, r)
}

// end gives the verdict on the message. It writes the log afterwards: nothing may come between a new
// body and the verdict, since Postfix damages a message whose filter ends there.
func (s *session) end(verdict byte, r result) error {
	err := s.conn.Send(verdict)
	if err == nil {
		s.record(verdict, r)
		s.reset()
	}
	return err
}

// giveUp ends a message for which a limit is exceeded.
func (s *session) giveUp() error { return s.end(s.policy.Fail[s.failure].reply(), result{}) }

// failureOf returns the failure for an error.
func failureOf(err error) Failure {
	switch {
	case errors.Is(err, errTime):
		return Time
	case errors.Is(err, errPanic):
		return Internal
	case errors.Is(err, mail.ErrTooLarge):
		return TooLarge
	}
	return Unfaithful
}

// keep ends a message that stays as it is, before its body comes. reason comes from the header or
// the envelope.
func (s *session) keep(reason string) error {
	return s.end(wire.Accept, result{report: mail.Report{Kept: reason}})
}

// put sends the changes. Postfix wants the changes of the header first.
func (s *session) put(c *mail.Change) error {
	for _, f := range c.Fields {
		index := binary.BigEndian.AppendUint32(nil, uint32(f.Index))
		if err := s.conn.Put(wire.ChangeHeader, index, []byte(f.Name), []byte{0}, f.Value, []byte{0}); err != nil {
			return err
		}
	}
	if !c.Body {
		return nil
	}
	return c.WriteBody(func(chunk []byte) error { return s.conn.Put(wire.ReplaceBody, chunk) })
}

// rewrite rewrites the message. It waits for as long as Config.Work allows. The error comes from the
// connection.
func (s *session) rewrite() (result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.server.Work)
	defer cancel()
	results := make(chan result, 1)
	job := job{server: s.server, policy: s.policy, message: s.message, room: s.room}
	s.room = 0 // the result gives the memory back
	go job.run(ctx, results)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case r := <-results:
			return r, nil
		case <-ctx.Done():
			go abandon(results)
			return result{err: errTime, release: func() {}}, nil
		case <-beat.C:
			if s.version < newest {
				continue
			}
			if err := s.conn.Send(wire.Progress); err != nil {
				go abandon(results)
				return result{}, err
			}
		}
	}
}

// abandon waits for a result that is not used, and then gives back its memory.
func abandon(results <-chan result) {
	r := <-results
	r.release()
}

// A job rewrites a message.
type job struct {
	server  *Server
	policy  *Policy
	message mail.Message
	room    int
}

// Rewriting a message takes factor times its size, and base in addition: TestMemory of package mail measures it.
const (
	factor = 16
	base   = 1 << 20
)

func (j *job) run(ctx context.Context, results chan<- result) {
	leave, err := j.server.enter(ctx, min(int64(j.message.Size())*factor+base, j.server.Working))
	if err != nil {
		results <- result{err: errTime, release: func() { j.server.held.give(j.room) }}
		return
	}
	r := j.process()
	r.release = func() {
		leave()
		j.server.held.give(j.room)
	}
	results <- r
}

// largePart defines large messages: they take more than this part of Config.Working.
const largePart = 8

// enter waits for the memory for a message, and returns the function that gives it back. The semaphore serves
// in order, so a large message that waits for room stops all other messages. Therefore only one large message
// is served at a time, and other large messages wait outside.
func (s *Server) enter(ctx context.Context, cost int64) (leave func(), err error) {
	large := cost > s.Working/largePart
	if large {
		if err := s.large.Acquire(ctx, 1); err != nil {
			return nil, err
		}
	}
	err = s.working.Acquire(ctx, cost)
	leave = func() {
		if err == nil {
			s.working.Release(cost)
		}
		if large {
			s.large.Release(1)
		}
	}
	if err != nil {
		leave()
	}
	return leave, err
}

// process rewrites the message. After a panic the result has an error.
func (j *job) process() (r result) {
	defer func() {
		if p := recover(); p != nil {
			j.server.Log.Error("internal error", "stack", stack())
			r = result{err: errPanic}
		}
	}()
	r.change, r.report, r.err = j.server.process(j.policy.Rewriter, &j.message, j.policy.Mail)
	return r
}
