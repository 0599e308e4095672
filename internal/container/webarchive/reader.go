package webarchive

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Format is the row of Safari's web archives in the table of package container.
var Format = format.Format{
	Name:       "webarchive",
	Kind:       format.Resources,
	Extensions: []string{".webarchive"},
	Magic:      detect,
	Open:       func(file io.Reader, o format.Options) format.Reader { return &reader{file: file, options: o} },
	Encoded:    true,
}

// detect reports whether a file begins as a binary property list with the key WebMainResource. All
// programs write the keys of a dictionary before its values, so it is near the start.
func detect(head []byte) bool {
	return bytes.HasPrefix(head, []byte(magic)) && bytes.Contains(head, []byte(mainKey))
}

// A reader reads an archive resource by resource.
type reader struct {
	file    io.Reader
	options format.Options
	text    []byte // of the file, or its first bytes
	begun   bool
	defect  string // of the file
	large   bool   // the file is too large
	err     error  // of reading
	list    *plist
	all     []resource
	urls    map[string]bool // of all resources
	number  int
	offset  int64 // in the texts of all members
	rewrite bool
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{}
	if !r.begun {
		r.begun = true
		r.begin()
	}
	switch {
	case r.err != nil:
		return r.err
	case (r.defect != "" || r.large) && r.number == 0:
		r.number++
		*m = format.Member{Number: 1, Defect: r.defect, Large: r.large}
		return nil
	case r.number >= len(r.all):
		return io.EOF
	}
	r.member(m, &r.all[r.number])
	return nil
}

// begin reads the file, and finds its resources. A file that cannot be understood has a defect.
func (r *reader) begin() {
	from := r.file
	if r.options.MaxMember > 0 {
		from = io.LimitReader(from, int64(r.options.MaxMember)+1)
	}
	if r.text, r.err = io.ReadAll(from); r.err != nil {
		r.err = fmt.Errorf("webarchive: read at offset %d: %w", len(r.text), r.err)
		return
	}
	if r.large = r.options.MaxMember > 0 && len(r.text) > r.options.MaxMember; r.large {
		return
	}
	if !bytes.HasPrefix(r.text, []byte(magic)) {
		r.defect = "no binary property list"
		if text := bytes.TrimLeft(r.text, "\ufeff \t\r\n"); bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<!DOCTYPE plist")) {
			r.defect = "a property list in XML: convert it first: plutil -convert binary1 FILE"
		}
		return
	}
	err := r.open()
	if err != nil {
		r.defect, r.all = err.Error(), nil
	}
}

// open parses the file.
func (r *reader) open() (err error) {
	if r.list, err = parse(r.text); err == nil {
		r.all, r.urls, err = r.list.resources()
	}
	return err
}

// member sets m to a resource. If its content must stay, m has a defect.
func (r *reader) member(m *format.Member, s *resource) {
	r.number++
	*m = format.Member{Number: r.number, Name: s.url, Offset: r.offset, MediaType: s.mediaType, Charset: s.charset, Has: r.has}
	if s.url != "" {
		m.Base = format.URL{Value: s.url, From: urlKey}
	}
	if s.again || s.shared && (r.rewrite || r.options.Archive.Changes != format.ReadRecords) {
		m.Defect = "its content is that of another resource, too: " + s.url
		return
	}
	m.Text = r.content(s)
	m.End = len(m.Text)
	r.offset += int64(len(m.Text))
}

// has reports whether the archive has a resource with a URL. Safari compares URLs without fragments.
func (r *reader) has(url string) bool {
	url, _, _ = strings.Cut(url, "#")
	return r.urls[url]
}

// content returns the content of a resource.
func (r *reader) content(s *resource) []byte {
	o := r.list.get(s.data)
	return r.text[o.data:o.end:o.end]
}
