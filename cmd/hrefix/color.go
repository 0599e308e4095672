package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// A painter puts colours around text, or does not.
type painter bool

// painterFor returns the painter for what is written to w. Without --color,
// terminals get colours unless NO_COLOR is set (no-color.org) or the terminal
// knows none.
func painterFor(w io.Writer, color string) (painter, error) {
	switch color {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		return painter(isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"), nil
	}
	return false, fmt.Errorf("--color %q: give auto, always or never", color)
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The colours: ECMA-48 section 8.3.117 (SGR).
const (
	bold  = "1"
	dim   = "2"
	green = "32"
)

func (p painter) paint(how, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + how + "m" + text + "\x1b[m"
}
