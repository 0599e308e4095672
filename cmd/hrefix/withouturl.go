package main

import (
	"errors"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// withoutURL counts files that fail because they have no URL. One wrong --root can be the reason for
// all of them.
type withoutURL struct {
	first  source.NoURLError
	others int
	some   bool
}

// add counts a file, if err is nothing but the error that it has no URL.
func (w *withoutURL) add(err error) bool {
	none, ok := errors.AsType[source.NoURLError](err)
	switch {
	case !ok || none.Error() != err.Error():
		return false
	case !w.some:
		w.first, w.some = none, true
	default:
		w.others++
	}
	return true
}

// report reports the files in one line.
func (w *withoutURL) report(to *console.Console) {
	switch {
	case !w.some:
	case w.others == 0:
		to.ReportError(w.first)
	default:
		to.Report("%s and %s have no URL by --root or --map: give a root that they are in (--verbose lists them)", w.first.Name, console.Plural(w.others, "other file"))
	}
}
