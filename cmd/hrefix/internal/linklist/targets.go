package linklist

import (
	"io"
	"strconv"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
)

// TargetWriter returns a Writer of targets for a counter of package targets.
func TargetWriter(s *source.Source, one *job.Piece) Writer {
	return newLineWriter(s, one, func(w *lineWriter, ref *engine.Reference) {
		if linktext.HasTarget(ref) {
			w.buf = append(linktext.AppendTarget(w.buf, ref), '\n')
		}
	})
}

// A target is a target as JSON. The keys are stable.
type target struct {
	Host  string `json:"host"`
	Links int64  `json:"links"`
	URL   string `json:"url"`
}

// TargetPrinter returns a function that writes a target and its number of links to w, as columns
// or as JSON.
func TargetPrinter(w io.Writer, asJSON bool) func(host, url []byte, links int64) error {
	if asJSON {
		return func(host, url []byte, links int64) error {
			return console.WriteJSON(w, target{string(host), links, string(url)})
		}
	}
	var line []byte
	return func(host, url []byte, links int64) error {
		line = append(append(line[:0], host...), '\t')
		line = append(strconv.AppendInt(line, links, 10), '\t')
		line = append(append(line, url...), '\n')
		_, err := w.Write(line)
		return err
	}
}
