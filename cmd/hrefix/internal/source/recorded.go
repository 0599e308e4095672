package source

import (
	"strings"
	"time"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/mimebase"
)

// A Record is the URL that a file was retrieved from, and the place where it is recorded.
type Record struct {
	base.Source
	Inside   bool      // the URL is in the content of the file
	Modified time.Time // when the file was changed last
}

// Recorded returns the URL that a file was retrieved from according to the file itself: a record
// beside it, or the start of its content if it is a page. Only URLs of the web count. The value is
// empty if there is no URL, or if the file cannot be read, which the run reports.
func (o *Opener) Recorded(file *inputs.File) Record {
	s := &Source{File: file, Type: file.DirType}
	if file.Folder == nil || file.Dir || s.isBackup() {
		return Record{}
	}
	defer s.Close()
	if err := s.openFile(); err != nil {
		return Record{}
	}
	r := Record{Modified: s.Info.ModTime()}
	r.Source, r.Inside = o.recorded(s)
	return r
}

// recorded returns the URL that a source was retrieved from. inside reports whether the URL is in
// the content of the file, and not in a record outside of it.
func (o *Opener) recorded(s *Source) (beside base.Source, inside bool) {
	if from, url := s.origin(); url != "" {
		if beside = savedfrom.Hint(from, url); beside.Ignored == "" {
			return beside, false
		}
	}
	if r := o.recordedInside(s); r.Value != "" && (r.Ignored == "" || beside.Value == "") {
		return r, true
	}
	return beside, false
}

// recordedInside returns the URL that a page has in its content.
func (o *Opener) recordedInside(s *Source) base.Source {
	look := *o
	look.ToWrite = false
	look.detect(s, s.In, o.Type)
	if !s.Document || !s.isPage() {
		return base.Source{}
	}
	head, _ := s.Text.Peek(headSize) // the run reports read errors
	switch s.Type {
	case detect.Message:
		return recordedByMessage(head)
	case detect.HTML, detect.XML:
		page, _ := savedfrom.Page(head)
		return page
	}
	return base.Source{}
}

// recordedByMessage returns the URL of a page that was saved as a message (RFC 2557): the URL that
// Chromium writes into the header, or else the Content-Location of the message or of its first HTML
// document.
func recordedByMessage(head []byte) base.Source {
	message := mimebase.Parse(head, nil, mimebase.Options{})
	if s := fieldURL(message, "Snapshot-Content-Location"); s.Value != "" {
		return s
	}
	s := fieldURL(message, "Content-Location")
	message.Walk(func(e *mimebase.Entity) {
		if s.Value == "" && e.IsLeaf() && e.MediaType == "text/html" {
			s = fieldURL(e, "Content-Location")
		}
	})
	return s
}

// fieldURL returns the URL in a header field. White space in it comes from folding.
func fieldURL(e *mimebase.Entity, field string) base.Source {
	url := strings.Join(strings.Fields(e.FieldValue(field)), "")
	if url == "" {
		return base.Source{}
	}
	return savedfrom.Hint(field, url)
}
