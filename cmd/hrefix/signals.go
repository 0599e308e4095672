package main

import (
	"os"
	"os/signal"
	"syscall"
)

// guard sees to it that no temporary stays behind if a signal ends the command,
// until stop is called. SIGPIPE is one: a pipe that standard error goes to was closed.
func (c *command) guard() (stop func()) {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE} {
		if !signal.Ignored(s) { // as under nohup
			signal.Notify(signals, s)
		}
	}
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		c.temps.RemoveAll()
		c.bar.Abort()
		const bySignal = 128 // as shells tell it
		number, _ := s.(syscall.Signal)
		os.Exit(bySignal + int(number))
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		c.temps.RemoveAll() // of a run that ended early
	}
}
