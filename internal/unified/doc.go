// Package unified writes what edits change as a unified diff, as POSIX describes
// the output of diff -u, for patch to read.
//
// It knows where the changes are, so it compares nothing: time and memory are
// linear in the text and the edits, whatever the text. Packages that compute
// diffs take quadratic time for many changes, in one line or in all.
//
// A line ends after its line feed; a carriage return before that belongs to the
// line. A last line without one is followed by the usual remark.
package unified
