package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/rewrite"
)

// tell prints the notes on a piece of a source to stderr.
func (c *command) tell(s *source, p rewrite.Piece, notes []rewrite.Note) {
	for _, n := range notes {
		where := s.name
		if p.Message > 0 {
			where += fmt.Sprintf(": message %d", p.Message)
		}
		if n.Part != "" {
			where += ": part " + n.Part
		}
		c.complain("%s: byte %d: %s", where, p.Offset+int64(n.Offset), n.Text)
	}
}

// printable returns s with what a terminal would obey, and bytes that are no
// text, written as \xNN.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < ' ' || 0x7f <= r && r < 0xa0 || r == utf8.RuneError && size == 1 {
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}
