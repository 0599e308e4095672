package main

import (
	"os"
	"os/signal"
	"syscall"
)

// guard removes the temporary files if a signal ends the command before stop is called. One
// such signal is SIGPIPE, which is sent if stderr is a pipe whose reader has closed it. That
// write fails, and the run may end at the same time, so stop does not return after a signal.
func (c *command) guard() (stop func()) {
	signals, ended := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range endings {
		if !signal.Ignored(s) { // as under nohup
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
