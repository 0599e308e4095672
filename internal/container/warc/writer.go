package warc

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
)

// errChanged is the error of a change.
var errChanged = errors.New("documents in web archives cannot be changed: read them with links, base, report or check")

// A writer is the [format.MemberWriter] of a reader. It keeps each record as it is.
type writer struct {
	text    format.Writer // of the file
	records []span        // that are not finished
	begun   bool          // the first of them is the current member
	done    int64         // the offset in the text up to which all was kept
}

// A span is a record in the file.
type span struct {
	end  int64 // its offset in the text
	size int   // of the text of the member
	used int   // bytes of it that were kept
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.back = &writer{text: r.options.Back}
	if r.back.text == nil {
		file := newPlainReader(r.in.src)
		r.in.src, r.back.text = file, file.Reader.Rewrite(w)
	}
	return r.back
}

// add adds a record that was read. It ends at the offset end of the text, and its member has n
// bytes.
func (w *writer) add(end int64, n int) {
	w.records = append(w.records, span{end: end, size: n})
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if w.begun {
		if err := w.keepRecord(); err != nil {
			return err
		}
	}
	if len(w.records) == 0 {
		return errors.New("warc: no more members were read")
	}
	w.begun = true
	return nil
}

// keepRecord keeps the current record.
func (w *writer) keepRecord() error {
	end := w.records[0].end
	w.records, w.begun = w.records[1:], false
	for w.done < end {
		n := int(min(end-w.done, math.MaxInt32))
		if err := w.text.Keep(n); err != nil {
			return err
		}
		w.done += int64(n)
	}
	return nil
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error { return w.use(n) }

// use counts n bytes of the text of the member.
func (w *writer) use(n int) error {
	switch {
	case n == 0:
		return nil
	case !w.begun || n < 0 || w.records[0].size-w.records[0].used < n:
		return fmt.Errorf("warc: %d bytes to keep or replace that are not in the member", n)
	}
	w.records[0].used += n
	return nil
}

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error {
	if old == 0 && len(p) == 0 {
		return nil
	}
	if err := w.use(old); err != nil {
		return err
	}
	return errChanged
}

// Close implements [format.Writer].
func (w *writer) Close() error { return w.text.Close() }

// Broken implements [format.Writer].
func (w *writer) Broken() error { return w.text.Broken() }
