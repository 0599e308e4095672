package session

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/rewrite"
)

// A Failure is why a message was not rewritten.
type Failure string

// The failures.
const (
	TooLarge   Failure = "too-large"  // the message or the result has too many bytes
	BigHeader  Failure = "header"     // the header has too many fields or bytes
	Memory     Failure = "memory"     // there is no memory left for the message
	Time       Failure = "time"       // rewriting took too long
	Unfaithful Failure = "unfaithful" // the server could not store the exact result
	Internal   Failure = "internal"   // a bug
	Busy       Failure = "busy"       // too many connections
)

// Failures has all of them.
var Failures = []Failure{TooLarge, BigHeader, Memory, Time, Unfaithful, Internal, Busy}

// An Action is what becomes of a message after a failure.
type Action string

// The actions.
const (
	Pass     Action = "accept"   // the message passes unchanged
	TempFail Action = "tempfail" // the client must try again later
)

// Actions has the action for each failure.
type Actions map[Failure]Action

// DefaultActions returns the actions without flags: messages pass, but a client that meets too many
// connections must try again.
func DefaultActions() Actions {
	a := make(Actions)
	for _, f := range Failures {
		a[f] = Pass
	}
	a[Busy] = TempFail
	return a
}

// Set sets actions from a list such as "accept,busy=tempfail". An action without a failure is for all
// failures.
func (a Actions) Set(list string) error {
	for item := range strings.SplitSeq(list, ",") {
		name, action, ok := strings.Cut(item, "=")
		if !ok {
			name, action = "", item
		}
		if action != string(Pass) && action != string(TempFail) {
			return fmt.Errorf("%q is not an action: give %s or %s", action, Pass, TempFail)
		}
		switch {
		case name == "":
			for _, f := range Failures {
				a[f] = Action(action)
			}
		case slices.Contains(Failures, Failure(name)):
			a[Failure(name)] = Action(action)
		default:
			return fmt.Errorf("%q is not a failure: give one of %v", name, Failures)
		}
	}
	return nil
}

// String returns the list that Set reads.
func (a Actions) String() string {
	var items []string
	for _, f := range slices.Sorted(maps.Keys(a)) {
		items = append(items, string(f)+"="+string(a[f]))
	}
	return strings.Join(items, ",")
}

// Type is for package pflag.
func (a Actions) Type() string { return "list" }

// A Policy says what becomes of messages. [Server.Reload] replaces it.
type Policy struct {
	Rewriter *rewrite.Rewriter
	Mail     mail.Options
	Fail     Actions
	Skip     Exceptions
}

// A Config has what a Server needs.
type Config struct {
	Policy // the policy until Server.Reload
	Log    *slog.Logger

	// Connections is the number of connections that are served at once.
	Connections int
	// Idle limits the time between commands, Command the time of a command from its first byte to its
	// last and of a write, Message the time from the first command of a message to the last, and
	// Work the time of rewriting a message.
	Idle, Command, Message, Work time.Duration
	// Held is the memory in bytes for messages that are being received, and Working that for
	// messages that are being rewritten.
	Held, Working int64
	// Fields and HeaderBytes limit a header.
	Fields, HeaderBytes int
}

// Defaults returns the limits without flags.
func Defaults() Config {
	return Config{
		Policy:      Policy{Mail: mail.Options{MaxSize: 10000 << 10}, Fail: DefaultActions()},
		Connections: 200, Idle: 10 * time.Minute, Command: time.Minute, Message: 10 * time.Minute, Work: time.Minute,
		Fields: 10_000, HeaderBytes: 1 << 20,
	}
}
