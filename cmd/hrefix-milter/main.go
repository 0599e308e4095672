//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/net/netutil"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/listen"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/logqueue"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/session"
	"github.com/hrefix/hrefix/internal/buildinfo"
)

func main() {
	stdout := &output{to: os.Stdout}
	if err := cmp.Or(run(os.Args[1:], stdout, os.Stderr), stdout.err); err != nil {
		fmt.Fprintf(os.Stderr, "hrefix-milter: %v\n", err)
		if errors.Is(err, errUsage) {
			os.Exit(2) // as hrefix does
		}
		os.Exit(1)
	}
}

// The linker sets these variables in a build from sources without their history, as in hrefix.
var version, commit, date string

// errUsage is the error of wrong flags.
var errUsage = errors.New("wrong usage")

// run parses the arguments, and prints the help or the version, checks a message, or serves.
func run(args []string, stdout, stderr io.Writer) error {
	f, err := parseFlags(args)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	switch {
	case f.help:
		var failures []string
		for _, failure := range session.Failures {
			failures = append(failures, string(failure))
		}
		fmt.Fprintf(stdout, "hrefix-milter makes the relative links of mail absolute, as a mail filter (milter).\n\nUsage:\n  hrefix-milter --listen ADDRESS [flags]\n  hrefix-milter --check FILE [flags]\n\nFlags:\n%s\nFailures: %s\n",
			f.set.FlagUsagesWrapped(100), strings.Join(failures, ", "))
		return nil
	case f.version:
		b := buildinfo.Read(version, commit, date)
		fmt.Fprintln(stdout, "hrefix-milter", b, b.Go, b.Platform)
		return nil
	case f.check != "":
		return check(f, stdout)
	}
	queue := logqueue.New(stderr, func(lost int64) { f.logger(stderr).Warn("the log was not read", "lost_lines", lost) })
	defer queue.Close(lastLines)
	f.config.Log = f.logger(queue)
	return serve(f, func() (*flags, error) { return parseFlags(args) })
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

// serve serves until a signal ends it. At SIGHUP it calls again for new flags, and takes their policy.
func serve(f *flags, again func() (*flags, error)) error {
	// If the reader of the log ends, the filter goes on.
	signal.Ignore(syscall.SIGPIPE)
	stop, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	if err := f.checkFiles(); err != nil {
		return err
	}
	listeners, metrics, err := f.listeners()
	if err != nil {
		return err
	}
	if err := f.dropPrivileges(); err != nil {
		return err
	}
	if _, err := again(); err != nil {
		return fmt.Errorf("as the user that serves: %w", err)
	}
	debug.SetMemoryLimit(f.memory.bytes() + 32<<20)
	server := session.NewServer(f.config)
	failed := make(chan error, len(listeners)+len(metrics))
	for _, l := range listeners {
		f.config.Log.Info("listening", "address", l.Addr().String())
		go func() { failed <- server.Serve(l) }()
	}
	for _, l := range metrics {
		f.config.Log.Info("metrics", "address", l.Addr().String())
		go func() { failed <- serveMetrics(l, server) }()
	}
	notify(f.config.Log, daemon.SdNotifyReady)
	for {
		select {
		case <-reload:
			if f.file == "" {
				f.config.Log.Warn("no options to read again: give --config FILE")
				continue
			}
			now, err := again()
			if err != nil {
				now = f
			}
			server.Reload(now.config.Policy, err)
			continue
		case <-stop.Done():
		case err = <-failed:
		}
		return errors.Join(err, shutDown(f, server, append(listeners, metrics...)))
	}
}

// otherFiles is the number of open files that are no connections of mail servers: the log, listeners, the files of the Go
// runtime, and readers of metrics.
const otherFiles = 32

// checkFiles returns an error if the process may not open a file for each connection. Further
// connections would get no answer.
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

// listeners returns the sockets of systemd, or else the sockets of --listen and --metrics. The sockets of systemd that are
// called metrics are for metrics.
func (f *flags) listeners() (mail, metrics []net.Listener, err error) {
	given, err := activation.ListenersWithNames()
	if err != nil {
		return nil, nil, err
	}
	local := f.socket // other machines cannot read metrics
	local.Anywhere = false
	switch {
	case len(given) == 0:
		if mail, err = open(f.listen, f.socket); err == nil {
			metrics, err = open(f.metrics, local)
		}
	case len(f.listen)+len(f.metrics) > 0:
		err = fmt.Errorf("%w: systemd has opened sockets: leave out --listen and --metrics", errUsage)
	}
	for name, listeners := range given {
		of, o := &mail, f.socket
		if name == "metrics" {
			of, o = &metrics, local
		}
		for _, l := range listeners {
			err = cmp.Or(err, listen.Check(l.Addr(), o.Anywhere))
		}
		*of = append(*of, listeners...)
	}
	if err == nil && len(mail) == 0 {
		err = fmt.Errorf("%w: give --listen unix:PATH or --listen inet:HOST:PORT", errUsage)
	}
	return mail, metrics, err
}

// open listens on the addresses.
func open(names []string, o listen.Options) (all []net.Listener, err error) {
	for _, name := range names {
		a, err := listen.Parse(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		l, err := listen.Open(a, o)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// serveMetrics answers /metrics until the listener is closed. It serves at most 8 readers at once, so that files
// are left for the connections of mail servers.
func serveMetrics(l net.Listener, server *session.Server) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		server.WriteMetrics(w)
	})
	h := http.Server{Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0)}
	if err := h.Serve(netutil.LimitListener(l, 8)); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// dropPrivileges changes the user of the process to --user. As root it is an error to leave --user out.
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
