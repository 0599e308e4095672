package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// guard removes the temporary files if a signal ends the command before stop is called. After a
// signal, stop does not return: SIGPIPE, for example, arrives when a write to stderr fails because
// the reader of the pipe has closed it, and that error may end the run at the same time. In a process
// that continues after the run, guard handles no signals.
func (c *command) guard() (stop func()) {
	if c.enter == nil {
		return func() { c.temps.RemoveAll() }
	}
	signals, ended := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range endings {
		if !signal.Ignored(s) { // nohup ignores signals
			signal.Notify(signals, s)
		}
	}
	go func() {
		defer close(ended)
		s, ok := <-signals
		if !ok {
			return
		}
		c.temps.RemoveAll()
		c.screen.bar.Abort()
		c.reportSignal(s)
		const bySignal = 128 // the exit status of shells
		number, _ := s.(syscall.Signal)
		os.Exit(bySignal + int(number))
	}()
	return func() {
		signal.Stop(signals) // all signals that arrived before are in the channel
		close(signals)
		<-ended
		c.temps.RemoveAll() // after an error
	}
}

// reportSignal prints the notes that wait, and tells the user who has interrupted the run what has become of the files.
// It waits a second at most, because stderr may be a pipe that nobody reads.
func (c *command) reportSignal(s os.Signal) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.EndNotes()
		if s != os.Interrupt {
			return
		}
		text := "each file is as it was, or complete"
		if c.verb == "extract" {
			text = "each file that was written is complete, and there is no map: run it again with --force"
		}
		fmt.Fprintf(c.Stderr, "hrefix: interrupted: %s\n", text)
	}()
	select {
	case <-written:
	case <-time.After(time.Second):
	}
}
