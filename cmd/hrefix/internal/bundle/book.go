package bundle

import (
	"html"
	"iter"
	"strings"

	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// An EPUB is a zip file with some files that readers find by their names (EPUB 3.3 section 4.2).

const (
	mimetypeName = "mimetype"
	metaFolder   = "META-INF/"
	maxContainer = 64 << 10
)

// ContainerName is the path of the container document, which names the package documents.
const ContainerName = metaFolder + "container.xml"

// IsBook reports whether a file that begins with head is an EPUB. The links between its files stay.
func IsBook(head []byte) bool {
	k, _ := filekind.Magic(head)
	return k == filekind.EPUB
}

// IsBook reports whether the bundle is an EPUB. Its media type need not be the first file: readers
// accept books that zip programs have made.
func (t *Tree) IsBook() bool { return t.Has(ContainerName) }

// IsAside reports whether readers of an EPUB find a file by its name, so that it needs no link.
func (t *Tree) IsAside(path string) bool {
	return t.IsBook() && (path == mimetypeName || strings.HasPrefix(path, metaFolder))
}

// Package returns the path of the package document of an EPUB, which leads to all other files, or
// "".
func (t *Tree) Package() string {
	if !t.IsBook() {
		return ""
	}
	texts, err := t.file.Read(maxContainer, ContainerName)
	if err != nil {
		return "" // reading the members reports the error
	}
	for path := range Rootfiles(texts[ContainerName]) {
		return path
	}
	return ""
}

// Rootfiles yields the paths of the package documents that the text of a container document names, with
// their offsets. They are relative to the top of the book.
func Rootfiles(text []byte) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s := xmlscan.New(text)
		for token := s.Next(); token.Kind != xmlscan.EOF; token = s.Next() {
			for i := range token.Attrs {
				a := &token.Attrs[i]
				if string(text[a.Local.Start:a.Local.End]) != "full-path" {
					continue
				}
				if !yield(html.UnescapeString(string(text[a.Value.Start:a.Value.End])), a.Value.Start) {
					return
				}
			}
		}
	}
}
