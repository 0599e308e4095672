// Package maildir recognises a Maildir by its directories, and the sizes in the names of its
// messages.
package maildir

import (
	"io/fs"
	"regexp"
	"strconv"
	"strings"
)

// Incoming is the directory of a Maildir for messages that are being delivered.
const Incoming = "tmp"

// Directories returns the names of the directories that every Maildir has.
func Directories() []string { return []string{"cur", "new", Incoming} }

// Is reports whether a directory with these entries is a Maildir. The third directory may be
// missing: it is mostly empty, and some programs do not copy empty directories.
func Is(entries []fs.DirEntry) bool {
	found := 0
	for _, e := range entries {
		if e.IsDir() && HoldsMessages(e.Name()) {
			found++
		}
	}
	return found == 2
}

// HoldsMessages reports whether the directory called name in a Maildir has messages.
func HoldsMessages(name string) bool { return name == "cur" || name == "new" }

// sizes finds the sizes in the name of a message: S is the size of the file, W the size with
// CRLF as line endings. They come before the flags.
var sizes = regexp.MustCompile(`,([SW])=[0-9]+`)

// TellsSize reports whether the name of a message contains its size.
func TellsSize(name string) bool { return sizes.MatchString(name) }

// Unique returns the part of a message's name that stays the same when its flags or its size
// change.
func Unique(name string) string {
	name, _, _ = strings.Cut(name, ":2,")
	if !strings.Contains(name, ",") { // most names do not
		return name
	}
	return sizes.ReplaceAllString(name, "")
}

// Resized returns the name of a message with new sizes: size is the size of the file in bytes, wide
// its size with CRLF as line endings.
func Resized(name string, size, wide int64) string {
	return sizes.ReplaceAllStringFunc(name, func(field string) string {
		n := size
		if field[1] == 'W' {
			n = wide
		}
		return field[:len(",S=")] + strconv.FormatInt(n, 10)
	})
}
