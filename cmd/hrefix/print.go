package main

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/engine"
)

// A console is where data and messages are written to.
type console struct {
	stdout, stderr io.Writer
	sums           *noteSums // of notes that are summed up; nil to print each
}

// complain reports what went wrong, on one line.
func (c *console) complain(format string, args ...any) {
	fmt.Fprintf(c.stderr, "hrefix: %s\n", printable(fmt.Sprintf(format, args...)))
}

// complainOf reports an error, each of several joined ones on a line of its own.
func (c *console) complainOf(err error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			c.complainOf(one)
		}
		return
	}
	if err != errLater {
		c.complain("%v", err)
	}
}

// tell prints the notes on a piece of a source, or counts them.
func (c *console) tell(s *source, p engine.Piece, notes []engine.Note) {
	var seen [len(sumFormats)]bool
	for _, n := range notes {
		if s.typ == engine.Other {
			c.complain("%s: %s", s.called(), n.Text)
			continue
		}
		where := s.called()
		if p.Message > 0 {
			where += fmt.Sprintf(": message %d", p.Message)
		}
		if n.Part != "" {
			where += ": part " + n.Part
		}
		line := fmt.Sprintf("%s: byte %d: %s", where, p.Offset+int64(n.Offset), n.Text)
		if n.Kind == engine.NoBase {
			line += s.adviseBase()
		}
		if c.sums == nil || !isSummedUp(n.Kind) {
			c.complain("%s", line)
			continue
		}
		c.sums.add(n.Kind, line, !seen[n.Kind])
		seen[n.Kind] = true
	}
}

// printable returns s with control characters that a terminal would obey, characters that
// change the direction of text or begin a line, and bytes that are not text written as \xNN.
// It returns s itself if there are none.
func printable(s string) string {
	var escaped []byte
	plain := 0 // where the text begins that is not in escaped yet
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isText(r) || r == utf8.RuneError && size == 1 {
			escaped = append(escaped, s[plain:i]...)
			plain = i + size
			for _, c := range []byte(s[i:plain]) {
				escaped = fmt.Appendf(escaped, `\x%02x`, c)
			}
		}
		i += size
	}
	if plain == 0 {
		return s
	}
	return string(append(escaped, s[plain:]...))
}

// isText reports whether a character does nothing but show text.
func isText(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r < 0x7f
	}
	return r >= 0xa0 && r != '\u2028' && r != '\u2029' && !unicode.Is(unicode.Bidi_Control, r)
}
