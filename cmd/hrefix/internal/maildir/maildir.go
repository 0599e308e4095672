// Package maildir knows a Maildir by its directories, and what the names of messages
// in it tell of their sizes.
package maildir

import (
	"io/fs"
	"regexp"
	"strconv"
)

// Incoming is the directory of a Maildir in which messages are that are being delivered.
const Incoming = "tmp"

// Directories returns those that a Maildir has: one without them is none.
func Directories() []string { return []string{"cur", "new", Incoming} }

// Is reports whether a directory with these entries is a Maildir. The third of its
// directories is empty most of the time, and lost where empty ones are not copied.
func Is(entries []fs.DirEntry) bool {
	found := 0
	for _, e := range entries {
		if e.IsDir() && HoldsMessages(e.Name()) {
			found++
		}
	}
	return found == 2
}

// HoldsMessages reports whether the directory of that name in a Maildir does.
func HoldsMessages(name string) bool { return name == "cur" || name == "new" }

// sizes finds the sizes in the name of a message: S is that of the file, W that with
// every line ending as CRLF. They stand before the flags.
var sizes = regexp.MustCompile(`,([SW])=[0-9]+`)

// TellsSize reports whether the name of a message tells its size.
func TellsSize(name string) bool { return sizes.MatchString(name) }

// Resized returns the name of a message with the sizes in it made right: that of the
// file in bytes, and that which it would have with CRLF as line endings.
func Resized(name string, size, wide int64) string {
	return sizes.ReplaceAllStringFunc(name, func(field string) string {
		n := size
		if field[1] == 'W' {
			n = wide
		}
		return field[:len(",S=")] + strconv.FormatInt(n, 10)
	})
}
