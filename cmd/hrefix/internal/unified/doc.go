// Package unified writes what edits change as a unified diff, as POSIX describes
// the output of diff -u, for patch to read.
//
// It knows where the changes are, so it compares nothing: time and memory are
// linear in the text and the edits, whatever the text. Packages that compute
// diffs take quadratic time for many changes, in one line or in all. A text may
// come in pieces: of those that went by, no more is kept than the hunk that is not
// ended yet.
//
// A line ends after its line feed; a carriage return before that belongs to the
// line. A last line without one is followed by the usual remark.
//
// Three lines of context stand around a hunk. Between pieces, a hunk that has grown
// large is ended early, and shares the lines between two changes with the next.
// GNU patch takes it for the end of a file if there are fewer lines of context
// behind a hunk than before it, and for the start if there are more: such hunks
// have as many on both sides.
package unified
