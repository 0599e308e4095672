package main

import (
	"os"

	"golang.org/x/term"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
)

// announceTyping reports on stderr that the command reads from the terminal because no input
// was named.
func (c *command) announceTyping(in *inputs.Inputs) {
	if len(in.Args)+len(in.Lists) > 0 {
		return
	}
	if f, ok := c.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		c.Report("reading from the terminal: end the input with Ctrl-D, or give a PATH")
	}
}
