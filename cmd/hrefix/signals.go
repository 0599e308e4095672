package main

import (
	"os"
	"os/signal"
	"syscall"
)

// guard removes the temporaries if a signal ends the command, until stop is called. One such
// signal is SIGPIPE, which is sent when stderr is a pipe whose reader has closed it. The run
// may end at the same time because that write failed, so stop does not return if a signal
// was received before.
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
		c.bar.Abort()
		const bySignal = 128 // as shells report it
		number, _ := s.(syscall.Signal)
		os.Exit(bySignal + int(number))
	}()
	return func() {
		signal.Stop(signals) // all that came in are in the channel then
		close(signals)
		<-ended
		c.temps.RemoveAll() // of a run that ended early
	}
}
