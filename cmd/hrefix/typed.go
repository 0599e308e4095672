package main

import (
	"os"

	"golang.org/x/term"
)

// announceTyping says on stderr that the command waits for a document, if that would come
// from a terminal although nothing was named. It says nothing if - was given.
func (c *command) announceTyping(args []string) {
	if len(args)+len(c.flags.inputs.lists) > 0 {
		return
	}
	if f, ok := c.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		c.complain("reading from the terminal: end the input with Ctrl-D, or give a PATH")
	}
}
