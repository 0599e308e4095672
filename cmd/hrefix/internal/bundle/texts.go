package bundle

import (
	"errors"
	"io"
	"path"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// texts are the pages of a bundle, in a temporary file.
type texts struct {
	file *tempfile.File
	at   map[string]span
	size int64
	err  error // why some or all texts could not be read
}

// A span is a range of bytes.
type span struct{ start, size int64 }

// maxTexts is the maximum size of all pages of a bundle, and maxPage the maximum size of a page.
const (
	maxTexts = 4 << 30
	maxPage  = 256 << 20
)

var errTooMuch = errors.New("the pages of the archive are too large to be kept")

// readPages reads the pages of the bundle.
func (t *Tree) readPages() *texts {
	pages := &texts{at: make(map[string]span)}
	if pages.file, pages.err = tempfile.New(); pages.err == nil {
		pages.err = t.file.read(maxPage, t.file.isPage, pages.add)
	}
	return pages
}

// isPage reports whether a file may have anchors, or has redirects of a site.
func (f *File) isPage(p string, head func() []byte) bool {
	switch path.Base(p) {
	case "_redirects", ".htaccess":
		return true
	}
	found := detect.Of(f.Charset, p, head())
	return found.Known && (found.Type == detect.HTML || found.Type == detect.XML)
}

// add adds the text of a page.
func (s *texts) add(p string, text []byte) error {
	if s.size+int64(len(text)) > maxTexts {
		return errTooMuch
	}
	n, err := s.file.Write(text)
	s.at[p] = span{s.size, int64(len(text))}
	s.size += int64(n)
	return err
}

// get returns the text of a page, or nil.
func (s *texts) get(p string) io.Reader {
	at, ok := s.at[p]
	if !ok {
		return nil
	}
	return io.NewSectionReader(s.file, at.start, at.size)
}

// close removes the file.
func (s *texts) close() error {
	if s == nil || s.file == nil {
		return nil
	}
	return s.file.Close()
}
