// Package targets counts the targets of links in bounded memory.
//
// # Terms
//
// A target is a URL without its fragment, which is no part of a URL (RFC 1808 section 2.2). Its
// count is the number of links that lead to it. Its host is the net_loc of the URL in lower case,
// without a user name, or empty if the URL has none.
//
// # How it works
//
// A [Counter] keeps targets and their counts in a map. When the map has taken its share of memory,
// the targets are sorted, and written to a temporary file: a run. A run has each target once,
// without the beginning that it has in common with the one before it. When there are 16 runs of a
// level, they are merged into one of the next level. So memory and the number of open files are
// bounded, and each target is written once for each level.
//
// The temporary files are removed as soon as they are open where the system allows that, so that
// no file is left after a run that is interrupted.
package targets
