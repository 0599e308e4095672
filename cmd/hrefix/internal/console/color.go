package console

import (
	"io"
	"os"

	"golang.org/x/term"
)

// A Painter adds colours to text if it is true.
type Painter bool

// Colors are the values of --color.
func Colors() []string { return []string{"auto", "always", "never"} }

// NewPainter returns the painter for text that is written to w, by a value of --color.
// With auto, text has colours on a terminal that knows them, unless NO_COLOR is set
// (no-color.org).
func NewPainter(w io.Writer, color string) Painter {
	if color == "auto" {
		return Painter(IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
	}
	return color == "always"
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The colours: ECMA-48 section 8.3.117 (SGR).
const (
	Bold  = "1"
	Dim   = "2"
	Red   = "31"
	Green = "32"
)

// Paint returns text in a colour.
func (p Painter) Paint(color, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
}
