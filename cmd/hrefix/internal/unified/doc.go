// Package unified writes the changes that edits make as a unified diff, as POSIX describes the
// output of diff -u.
//
// The edits say where the changes are, so no texts are compared: time and memory are linear in
// the text and the edits. Packages that compute diffs take quadratic time for many changes, in
// one line or in all. A text may come in pieces. Only the hunk that has not ended is kept in memory.
//
// A line ends after its line feed. A carriage return before that belongs to the line. If the
// last line has no line feed, the usual remark follows it.
//
// A hunk has three lines of context before and after its changes. Between pieces, a large hunk
// is ended early, and shares the lines between two changes with the next. GNU patch takes a
// hunk with fewer lines of context after it than before for the end of a file, and a hunk with
// more for the start of a file. So hunks that are ended early have as many lines on both sides.
package unified
