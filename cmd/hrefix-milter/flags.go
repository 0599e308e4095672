//go:build unix

package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/listen"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/session"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// flags are the flags of the command.
type flags struct {
	set           *pflag.FlagSet
	links         *pflag.FlagSet // the flags that the file of --config may have
	file          string
	skip          [3][]string // senders, recipients and users
	help, version bool
	check         string
	json          bool
	listen        []string
	metrics       []string
	socket        listen.Options
	user          string
	grace         time.Duration
	memory        size
	maxSize       size
	config        session.Config
	rewrite       rewrite.Options
	dialect       string
}

// parseFlags returns the flags in args and in the file that a flag names.
func parseFlags(args []string) (*flags, error) {
	f, err := parse(args, nil)
	if err == nil && f.file != "" {
		f, err = parse(args, f)
	}
	if err != nil {
		return nil, err
	}
	if f.set.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", f.set.Arg(0))
	}
	return f, f.complete()
}

// parse returns the flags in args and, unless given is nil, in the file that given names. given is what parse
// returns for args alone: its flags do not count in the file, so that no list gets the values of both.
func parse(args []string, given *flags) (*flags, error) {
	f := &flags{config: session.Defaults(), memory: 256 << 20, maxSize: 10000 << 10, grace: 20 * time.Second}
	f.socket.Mode = 0o660
	f.define()
	if given != nil {
		if err := f.readFile(given); err != nil {
			return nil, err
		}
	}
	return f, f.set.Parse(args)
}

func (f *flags) define() {
	s := pflag.NewFlagSet("hrefix-milter", pflag.ContinueOnError)
	s.SortFlags = false
	s.SetOutput(io.Discard)
	f.set = s
	s.StringArrayVar(&f.listen, "listen", nil, "listen on `ADDRESS`: unix:PATH, inet:HOST:PORT or inet:PORT@HOST; may be given several times; not with sockets of systemd")
	s.Var((*mode)(&f.socket.Mode), "socket-mode", "`MODE` of Unix sockets")
	s.StringVar(&f.socket.Group, "socket-group", "", "`GROUP` of Unix sockets, such as that of the mail server")
	s.BoolVar(&f.socket.Anywhere, "allow-remote", false, "listen on addresses that other machines can reach, too")
	s.StringArrayVar(&f.metrics, "metrics", nil, "serve the metrics of Prometheus at /metrics of `ADDRESS`, such as inet:127.0.0.1:8896, which other machines cannot reach")
	s.StringVar(&f.user, "user", "", "become `USER[:GROUP]` after opening the sockets; needed if started as root")

	f.defineLinks()
	s.AddFlagSet(f.links)
	s.StringVar(&f.file, "config", "", "read more flags from `FILE`, one a line, and again at SIGHUP: those from --base to --max-size")

	s.Var(&f.memory, "memory", "`SIZE` of the memory for all messages together")
	s.IntVar(&f.config.Connections, "connections", f.config.Connections, "serve at most `N` connections at once")
	s.IntVar(&f.config.Fields, "max-fields", f.config.Fields, "`N` header fields that a message may have")
	s.Var((*duration)(&f.config.Work), "work-time", "`TIME` that rewriting a message may take")
	s.Var((*duration)(&f.config.Command), "command-time", "`TIME` that a command of the mail server may take from its first byte to its last")
	s.Var((*duration)(&f.config.Message), "message-time", "`TIME` that a message may take to arrive")
	s.Var((*duration)(&f.config.Idle), "idle-time", "`TIME` between commands after which a connection is closed")
	s.Var((*duration)(&f.grace), "grace-time", "`TIME` that messages have to end after SIGTERM")

	s.BoolVar(&f.json, "json", false, "write the log in JSON")
	s.StringVar(&f.check, "check", "", "print the line of the log for the message in `FILE` (- is stdin), and end")
	s.BoolVar(&f.version, "version", false, "print the version, and end")
	s.BoolVarP(&f.help, "help", "h", false, "print this, and end")
}

// defineLinks defines the flags that say what becomes of messages.
func (f *flags) defineLinks() {
	s := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.SortFlags = false
	f.links = s
	s.StringVarP(&f.rewrite.Base, "base", "b", "", "`URL` that all mail was retrieved from, for messages that name no base")
	s.StringVar(&f.dialect, "dialect", "rfc1808", "`NAME` of the rules for resolution: rfc1808, rfc3986 or whatwg")
	s.StringSliceVar(&f.rewrite.BaseSchemes, "base-schemes", nil, "schemes, a `LIST`, that a base in a header field may have (default as hrefix)")
	s.StringSliceVar(&f.rewrite.Also, "also", nil, "`GROUPS` of places where links are found, too, as in hrefix")
	s.StringArrayVar(&f.rewrite.Places, "place", nil, "a `PLACE` where links are found, too, such as img[data-photo]; may be given several times")
	s.StringVar(&f.rewrite.Fragments, "fragments", "auto", "`WHICH` links within the document (#x) stay: auto, absolute or keep, as in hrefix")
	s.BoolFunc("keep-fragments", "the same as --fragments keep", func(value string) error {
		keep, err := strconv.ParseBool(value)
		if keep {
			f.rewrite.Fragments = "keep"
		}
		return err
	})
	s.BoolVar(&f.rewrite.KeepAttachments, "skip-attachments", false, "leave attachments as they are")
	s.BoolVar(&f.config.Mail.AllowDKIM, "allow-dkim", false, "change messages with a DKIM or ARC signature, too, which then fails: only after the filter that checks them")

	s.Var(f.config.Fail, "fail", "`LIST` of what to do if a message cannot be rewritten: accept (it passes unchanged) or tempfail, for all failures or as FAILURE=ACTION")
	s.StringArrayVar(&f.skip[0], "skip-from", nil, "leave mail of a sender: `PATTERN` is user@example.org or @example.org; may be given several times, as the next two")
	s.StringArrayVar(&f.skip[1], "skip-to", nil, "leave mail that has a recipient of this `PATTERN`")
	s.StringArrayVar(&f.skip[2], "skip-user", nil, "leave mail of an authenticated user: `PATTERN` is a name of the mail server, or @example.org")
	s.Var(&f.maxSize, "max-size", "`SIZE` of the largest message that is rewritten, and of the largest result; at most the limit of the mail server")
}

// readFile sets the flags of the file that given names, without the flags of given. Each line is a flag as on the command
// line, with its value up to the end of the line. Lines that are empty or begin with # do not count.
func (f *flags) readFile(given *flags) error {
	text, err := os.ReadFile(given.file)
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := f.setLine(line, given); err != nil {
			return fmt.Errorf("%s:%d: %w", given.file, number, err)
		}
	}
	return nil
}

// setLine sets the flag of a line of the file, unless the flag is among given.
func (f *flags) setLine(line string, given *flags) error {
	name, value := line, ""
	if i := strings.IndexAny(line, " \t="); i >= 0 {
		name, value = line[:i], strings.TrimSpace(line[i+1:])
	}
	plain, dashes := strings.CutPrefix(name, "--")
	flag := f.links.Lookup(plain)
	switch {
	case !dashes:
		return fmt.Errorf("%q: each line is a flag, such as --skip-from @example.org", line)
	case flag == nil && f.set.Lookup(plain) != nil:
		return fmt.Errorf("%s: is for the command line only", name)
	case flag == nil:
		return fmt.Errorf("unknown flag: %s", name)
	case value == "" && flag.NoOptDefVal == "":
		return fmt.Errorf("flag needs a value: %s", name)
	case given.set.Changed(plain):
		return nil
	}
	return f.links.Set(plain, cmp.Or(value, flag.NoOptDefVal))
}

// A quarter of --memory is for messages that are being received, and the rest for messages that are being
// rewritten. The rest must be enough to rewrite a message of --max-size.
const (
	receivingPart = 4  // a part is --memory divided by this number
	leastMemory   = 24 // --memory is at least so many times --max-size
)

// complete checks the flags, and sets the configuration.
func (f *flags) complete() error {
	for name, d := range map[string]time.Duration{"work-time": f.config.Work, "command-time": f.config.Command, "message-time": f.config.Message, "idle-time": f.config.Idle, "grace-time": f.grace} {
		if d <= 0 {
			return fmt.Errorf("--%s must be more than 0", name)
		}
	}
	switch {
	case f.config.Connections < 1 || f.config.Fields < 1:
		return fmt.Errorf("--connections and --max-fields must be at least 1")
	case f.maxSize < 1<<10:
		return fmt.Errorf("--max-size must be at least 1K")
	case f.memory < leastMemory*f.maxSize:
		return fmt.Errorf("--memory must be at least %d times --max-size: give --memory %dM", leastMemory, int64(leastMemory*f.maxSize)>>20+1)
	}
	f.config.Mail.MaxSize = int(f.maxSize)
	var err error
	if f.config.Skip, err = session.NewExceptions(f.skip[0], f.skip[1], f.skip[2]); err != nil {
		return err
	}
	f.config.Held, f.config.Working = f.memory.bytes()/receivingPart, f.memory.bytes()/receivingPart*(receivingPart-1)
	if f.rewrite.Dialect, err = resolve.ParseDialect(f.dialect); err != nil {
		return err
	}
	f.rewrite.Type = rewrite.Message
	f.rewrite.KeepDKIM = !f.config.Mail.AllowDKIM
	f.rewrite.MaxGrowth = 2
	f.config.Rewriter, err = rewrite.New(f.rewrite)
	return err
}

// logger returns the logger for w. As text it leaves out the time, which systemd adds.
func (f *flags) logger(w io.Writer) *slog.Logger {
	if f.json {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: plain}))
}

// plain leaves out the time and the level of ordinary lines.
func plain(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == slog.LevelKey && a.Value.Any() == slog.LevelInfo {
		return slog.Attr{}
	}
	return a
}

// A size is a number of bytes, which may end with K, M or G.
type size int64

func (s size) bytes() int64 { return int64(s) }

// Set parses a size.
func (s *size) Set(text string) error {
	number, shift := strings.ToUpper(text), 0
	for i, unit := range []string{"K", "M", "G"} {
		if n, ok := strings.CutSuffix(number, unit); ok {
			number, shift = n, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseUint(number, 10, 32)
	if err != nil {
		return fmt.Errorf("%q is not a size, such as 10M", text)
	}
	*s = size(n << shift)
	return nil
}

func (s size) String() string {
	for shift, unit := range []string{"", "K", "M", "G"} {
		if n := int64(s) >> (10 * shift); n < 1<<10 || n&(1<<10-1) != 0 {
			return strconv.FormatInt(n, 10) + unit
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// Type is for package pflag.
func (size) Type() string { return "size" }

// A mode is the mode of a file, in octal.
type mode fs.FileMode

// Set parses a mode.
func (m *mode) Set(text string) error {
	n, err := strconv.ParseUint(text, 8, 9)
	if err != nil {
		return fmt.Errorf("%q is not a mode, such as 660", text)
	}
	*m = mode(n)
	return nil
}

func (m mode) String() string { return fmt.Sprintf("%03o", uint32(m)) }

// Type is for package pflag.
func (mode) Type() string { return "mode" }

// A duration is a time with its unit.
type duration time.Duration

// Set parses a duration.
func (d *duration) Set(text string) error {
	t, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is not a time with its unit, such as 60s or 5m", text)
	}
	*d = duration(t)
	return nil
}

func (d duration) String() string { return time.Duration(d).String() }

// Type is for package pflag.
func (duration) Type() string { return "duration" }
