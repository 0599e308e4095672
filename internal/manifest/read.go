package manifest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the maximum number of bytes in a line.
const MaxLine = 1 << 20

// ErrNoManifest is the error of reading a file that does not begin with a header.
var ErrNoManifest = errors.New("is not a manifest")

// ErrNewer is the error of reading a manifest of a form that is not known yet.
var ErrNewer = errors.New("a later version of hrefix wrote it")

// A Line is a header, a record or an end: one of the three pointers is set.
type Line struct {
	Header *Header
	Record *Record
	End    *End

	Offset int64 // in the manifest
	Number int   // from 1
}

// A Scan is what [Read] found besides the lines.
type Scan struct {
	Size  int64 // bytes of whole lines
	Torn  int64 // bytes after these
	Bad   int   // the number of lines that cannot be read
	First int   // the number of the first such line
	Why   error // what is wrong with it
}

// Read calls visit for each line that can be read. The error is [ErrNoManifest], [ErrNewer], or that
// of reading or of visit.
func Read(r io.Reader, visit func(*Line) error) (s Scan, err error) {
	lines := lineReader{r: bufio.NewReaderSize(r, 64<<10)}
	for n := 1; ; n++ {
		text, size, err := lines.next()
		switch {
		case err == io.EOF && n == 1 && size > 0 && !isTornHeader(text):
			return s, ErrNoManifest
		case err == io.EOF:
			s.Torn = size
			return s, nil
		case err != nil:
			return s, err
		}
		l := &Line{Offset: s.Size, Number: n}
		s.Size += size
		switch wrong := l.parse(text); {
		case errors.Is(wrong, ErrNewer):
			return s, wrong
		case n == 1 && l.Header == nil:
			return s, ErrNoManifest
		case wrong != nil:
			s.addBad(n, wrong)
			continue
		}
		if err := visit(l); err != nil {
			return s, err
		}
	}
}

// addBad counts a line that cannot be read.
func (s *Scan) addBad(number int, why error) {
	if s.Bad++; s.Bad == 1 {
		s.First, s.Why = number, why
	}
}

// badLines describes the lines that cannot be read.
func (s *Scan) badLines() string {
	return fmt.Sprintf("lines that cannot be read: %d, the first is line %d (%v)", s.Bad, s.First, s.Why)
}

// headerStart begins a line that is a header.
var headerStart = fmt.Appendf(nil, `{"manifest":%d,"version":"`, Form)

// isTornHeader reports whether a line without its end is a header that was cut. A file of somebody
// else is not one: that is whole JSON, does not begin as a header does, or is longer than any line.
func isTornHeader(text []byte) bool {
	if json.Valid(text) {
		return new(Line).parseHeader(text) == nil // only the end of the line was cut
	}
	n := min(len(text), len(headerStart))
	return n > 0 && bytes.Equal(text[:n], headerStart[:n])
}

// A lineReader reads lines.
type lineReader struct {
	r    *bufio.Reader
	long []byte
}

// next returns the next line without its line feed, and its size with the line feed. The text is valid
// until the next call. It is nil for a line that is too long. At the end of the file the error is
// [io.EOF], and the text is what follows the last line feed.
func (l *lineReader) next() (text []byte, size int64, err error) {
	l.long = l.long[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		size += int64(len(part))
		switch {
		case err == nil && len(l.long) == 0:
			return part[:len(part)-1], size, nil
		case size <= MaxLine:
			l.long = append(l.long, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if size > MaxLine {
			return nil, size, err
		}
		return bytes.TrimSuffix(l.long, []byte("\n")), size, err
	}
}

// parse sets the object of the line.
func (l *Line) parse(text []byte) error {
	if bytes.HasPrefix(text, []byte(`{"path`)) { // most lines
		return l.parseRecord(text)
	}
	var is struct {
		Manifest *int  `json:"manifest"`
		End      *bool `json:"end"`
	}
	if err := json.Unmarshal(text, &is); err != nil {
		return err
	}
	switch {
	case is.Manifest != nil:
		return l.parseHeader(text)
	case is.End != nil:
		end := new(End)
		if err := json.Unmarshal(text, end); err != nil {
			return err
		}
		l.End = end
		return nil
	}
	return l.parseRecord(text)
}

func (l *Line) parseRecord(text []byte) error {
	r := new(Record)
	if err := json.Unmarshal(text, r); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	l.Record = r
	return nil
}

func (l *Line) parseHeader(text []byte) error {
	h := new(Header)
	if err := json.Unmarshal(text, h); err != nil {
		return err
	}
	switch {
	case h.Manifest > Form:
		return fmt.Errorf("%w: its form is %d, and this version knows %d", ErrNewer, h.Manifest, Form)
	case h.Manifest < 1:
		return fmt.Errorf("no form: %d", h.Manifest)
	case h.Verb == "" || h.Fingerprint == "":
		return errors.New("it has no verb, or no fingerprint")
	}
	l.Header = h
	return nil
}
