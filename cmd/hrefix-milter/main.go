//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/listen"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/logqueue"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/session"
)

func main() {
	stdout := &output{to: os.Stdout}
	if err := cmp.Or(run(os.Args[1:], stdout, os.Stderr), stdout.err); err != nil {
		fmt.Fprintf(os.Stderr, "hrefix-milter: %v\n", err)
		os.Exit(exitCode(err))
	}
}

// errUsage is the error of wrong flags.
var errUsage = errors.New("wrong usage")

// exitCode returns 2 for wrong usage, as hrefix does, and 1 for other errors.
func exitCode(err error) int {
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// run parses the arguments, and prints the help or the version, checks a message, or serves.
func run(args []string, stdout, stderr io.Writer) error {
	f, err := parseFlags(args)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	switch {
	case f.help:
		fmt.Fprint(stdout, f.usage())
		return nil
	case f.version:
		fmt.Fprintln(stdout, "hrefix-milter", versionText())
		return nil
	case f.check != "":
		return check(f, stdout)
	}
	queue := logqueue.New(stderr, func(lost int64) { f.logger(stderr).Warn("the log was not read", "lost_lines", lost) })
	defer queue.Close(lastLines)
	f.config.Log = f.logger(queue)
	return serve(f)
}

// lastLines is how long the filter waits at its end until the log is read.
const lastLines = time.Second

// An output keeps the error of a write.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	o.err = cmp.Or(o.err, err)
	return n, err
}

// stopSignals returns the signals that end the filter. SIGHUP is one of them unless the program that started the filter
// ignores it, as nohup does.
func stopSignals() []os.Signal {
	all := []os.Signal{syscall.SIGTERM, syscall.SIGINT}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// serve serves until a signal comes.
func serve(f *flags) error {
	// If the reader of the log ends, the filter goes on.
	signal.Ignore(syscall.SIGPIPE)
	stop, cancel := signal.NotifyContext(context.Background(), stopSignals()...)
	defer cancel()
	if err := f.checkFiles(); err != nil {
		return err
	}
	listeners, err := f.listeners()
	if err != nil {
		return err
	}
	if err := f.dropPrivileges(); err != nil {
		return err
	}
	debug.SetMemoryLimit(f.memory.bytes() + 32<<20)
	server := session.NewServer(f.config)
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		f.config.Log.Info("listening", "address", l.Addr().String())
		go func() { failed <- server.Serve(l) }()
	}
	notify(f.config.Log, daemon.SdNotifyReady)
	select {
	case <-stop.Done():
	case err = <-failed:
	}
	return errors.Join(err, shutDown(f, server, listeners))
}

// otherFiles is the number of open files that are no connections: the log, listeners, and those of the Go runtime.
const otherFiles = 32

// checkFiles returns an error if the process may not open a file for each connection. The others would get no answer.
func (f *flags) checkFiles() error {
	var limit syscall.Rlimit
	needs := uint64(f.config.Connections + session.Extra + otherFiles)
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) >= needs {
		return err
	}
	return fmt.Errorf("--connections %d needs %d open files, and the limit is %d: raise it (LimitNOFILE of systemd, ulimit -n), or give fewer connections", f.config.Connections, needs, limit.Cur)
}

// shutDown closes the listeners, and lets messages that have begun end.
func shutDown(f *flags, server *session.Server, listeners []net.Listener) error {
	notify(f.config.Log, daemon.SdNotifyStopping)
	for _, l := range listeners {
		l.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), f.grace)
	defer cancel()
	begun := time.Now()
	if err := server.Stop(ctx); err != nil {
		f.config.Log.Warn("stopped before all messages had ended", "seconds", time.Since(begun).Seconds())
		return nil
	}
	f.config.Log.Info("stopped")
	return nil
}

// notify reports the state of the service to systemd, if it has started it.
func notify(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("cannot notify systemd", "error", err.Error())
	}
}

// listeners returns the sockets of systemd, or else those of --listen.
func (f *flags) listeners() ([]net.Listener, error) {
	listeners, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	if len(listeners) > 0 {
		if len(f.listen) > 0 {
			return nil, fmt.Errorf("%w: systemd has opened sockets: leave out --listen", errUsage)
		}
		return listeners, checkSockets(listeners, f.socket.Anywhere)
	}
	if len(f.listen) == 0 {
		return nil, fmt.Errorf("%w: give --listen unix:PATH or --listen inet:HOST:PORT", errUsage)
	}
	for _, name := range f.listen {
		a, err := listen.Parse(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		l, err := listen.Open(a, f.socket)
		if err != nil {
			return nil, err
		}
		listeners = append(listeners, l)
	}
	return listeners, nil
}

// checkSockets refuses sockets of systemd that other machines can reach.
func checkSockets(listeners []net.Listener, anywhere bool) error {
	for _, l := range listeners {
		if l == nil {
			return errors.New("systemd gave a socket that is not a stream")
		}
		if err := listen.Check(l.Addr(), anywhere); err != nil {
			return err
		}
	}
	return nil
}

// dropPrivileges changes the user of the process to that of --user. As root it is an error to leave --user out.
func (f *flags) dropPrivileges() error {
	if f.user == "" {
		if os.Geteuid() == 0 {
			return fmt.Errorf("%w: started as root: give --user USER, whose rights are enough", errUsage)
		}
		return nil
	}
	a, err := listen.FindAccount(f.user)
	if err != nil {
		return err
	}
	if os.Geteuid() != 0 {
		if a.User == os.Geteuid() {
			return nil
		}
		return fmt.Errorf("only root can become %s", f.user)
	}
	return a.Become()
}
