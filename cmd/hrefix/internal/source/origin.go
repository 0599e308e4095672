package source

import (
	"io"
	"os"
	"strings"
	"time"

	"github.com/pkg/xattr"

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

// Recorded returns the URL that a file was retrieved from, by a record outside of the content or, if
// the file is a page, by the start of its content. Only http and https URLs count. The value is
// empty without such a URL, or if the file cannot be read, which the run reports.
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
	if from, url := s.origin(); url != "" {
		if r.Source = savedfrom.Hint(from, url); r.Ignored == "" {
			return r
		}
	}
	if in := o.recordedInside(s); in.Value != "" && (in.Ignored == "" || r.Value == "") {
		r.Source, r.Inside = in, true
	}
	return r
}

// recordedInside returns the URL that a page has in its content.
func (o *Opener) recordedInside(s *Source) base.Source {
	o.detect(s, s.In, o.Type, false)
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

// originAttr is the extended attribute in which programs that fetch a file note
// where it came from.
const originAttr = "user.xdg.origin.url"

// origin returns the URL that a file was retrieved from, if it is recorded outside of the file: in
// extended attributes, in a copy of the stream that Windows keeps with a file, or in the index of
// an archive that it was unpacked from. from is the name of the record. Both are "" without a
// record.
func (s *Source) origin() (from, url string) {
	if value, err := xattr.FGet(s.In, originAttr); err == nil {
		return originAttr, string(value)
	}
	if s.Folder == nil {
		return "", ""
	}
	names := OriginNames(s.Base)
	if zone, ok := savedfrom.ZoneIdentifier(s.readBeside(names[0])); ok {
		return "Zone.Identifier", zone
	}
	if index, ok := savedfrom.IndexRDF(s.readBeside(names[1]), s.Base); ok {
		return names[1], index
	}
	return "", ""
}

// OriginOf returns the URL that an input was retrieved from, if it is recorded outside of the file,
// or "". in is the open file.
func OriginOf(in *os.File, f *inputs.File) string {
	_, url := (&Source{File: f, In: in}).origin()
	return url
}

// OriginNames returns the names of the files that may record where the named file in the
// same directory was retrieved from.
func OriginNames(name string) [2]string {
	return [2]string{name + ":Zone.Identifier", indexRDF}
}

// indexRDF is the name of the file in which the Mozilla Archive Format keeps the URL of a page.
const indexRDF = "index.rdf"

// readBeside returns the start of the file called name in the directory of the source, or nil if
// there is no such file. It does not follow symbolic links.
func (s *Source) readBeside(name string) []byte {
	const enough = 64 << 10
	if info, err := s.Folder.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, _, err := s.Folder.OpenRead(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return nil
	}
	return text
}
