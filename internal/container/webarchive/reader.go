package webarchive

import (
	"bytes"
	"errors"
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
	text    []byte // the text of the file, or its first bytes
	defect  string // the defect of the file
	err     error  // the error of reading
	list    *plist // nil if the file has a defect, or is too large
	all     []resource
	urls    map[string]bool // the URLs of all resources
	number  int             // the number of members that were read
	offset  int64           // the offset of the next member in the texts of all members
	rewrite bool
}

// Next implements [format.Reader].
func (r *reader) Next(m *format.Member) error {
	*m = format.Member{}
	if r.text == nil {
		r.read()
	}
	switch {
	case r.err != nil:
		return r.err
	case r.list == nil && r.number == 0:
		r.number++
		*m = format.Member{Number: 1, Defect: r.defect, Large: r.defect == ""}
		return nil
	case r.number >= len(r.all):
		return io.EOF
	}
	r.member(m, &r.all[r.number])
	return nil
}

// read reads the file, and finds its resources. A file that cannot be understood has a defect.
func (r *reader) read() {
	from := r.file
	if r.options.MaxMember > 0 {
		from = io.LimitReader(from, int64(r.options.MaxMember)+1)
	}
	var err error
	r.text, err = io.ReadAll(from)
	start := bytes.TrimLeft(r.text, "\ufeff \t\r\n")
	switch {
	case err != nil:
		r.err = fmt.Errorf("webarchive: read at offset %d: %w", len(r.text), err)
	case r.options.MaxMember > 0 && len(r.text) > r.options.MaxMember: // a file that is too large is copied
	case bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<!DOCTYPE plist")):
		r.defect = "a property list in XML: convert it first: plutil -convert binary1 FILE"
	case !bytes.HasPrefix(r.text, []byte(magic)):
		r.defect = "no binary property list"
	default:
		if r.list, err = parse(r.text); err != nil {
			r.defect = err.Error()
			return
		}
		r.all, r.urls = r.list.resources()
	}
}

// member sets m to a resource. If its content must stay, m has a defect.
func (r *reader) member(m *format.Member, s *resource) {
	r.number++
	*m = format.Member{Number: r.number, Name: s.url, Offset: r.offset, MediaType: s.mediaType, Charset: s.charset, Has: r.has}
	if s.url != "" {
		m.Base = format.URL{Value: s.url, From: urlKey}
	}
	if s.again || r.isShared(s) && (r.rewrite || r.options.Archive.Changes != format.ReadRecords) {
		m.Defect = "its content is that of another resource, too: " + s.url
		return
	}
	m.Text = r.list.content(&r.list.objects[s.data])
	m.End = len(m.Text)
	r.offset += int64(len(m.Text))
}

// isShared reports whether other objects refer to the content of a resource, too.
func (r *reader) isShared(s *resource) bool { return r.list.objects[s.data].refs > 1 }

// has reports whether the archive has a resource with a URL. Safari compares URLs without fragments.
func (r *reader) has(url string) bool {
	url, _, _ = strings.Cut(url, "#")
	return r.urls[url]
}

// A writer is the [format.MemberWriter] of a reader. It collects the changes of all members.
type writer struct {
	*reader
	*format.ChangedText // the text of the current member; nil before the first member
	to                  io.Writer
	current             int            // the number of the current member
	contents            map[int][]byte // the new contents, by the numbers of their objects
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.rewrite = true
	return &writer{reader: r, to: w, contents: make(map[int][]byte)}
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	w.finish()
	if w.current >= w.number {
		return errors.New("webarchive: no more members were read")
	}
	w.current++
	text := format.FixedText(0)
	if w.current <= len(w.all) && !w.isShared(&w.all[w.current-1]) {
		text = format.TextOf(w.list.content(&w.list.objects[w.all[w.current-1].data]))
	}
	w.ChangedText = &text
	return nil
}

// finish ends the current member.
func (w *writer) finish() {
	if w.ChangedText != nil && w.HasChanged() {
		w.contents[w.all[w.current-1].data] = w.All()
	}
	w.ChangedText = nil
}

// Close implements [format.Writer]. What was not read of the file is copied.
func (w *writer) Close() error {
	w.finish()
	out := w.text
	if len(w.contents) > 0 {
		out = w.list.replace(w.contents)
	}
	if back := w.options.Back; back != nil {
		var err error
		if len(w.contents) > 0 {
			err = back.Replace(len(w.text), out)
		}
		return errors.Join(err, back.Close())
	}
	_, err := io.Copy(w.to, io.MultiReader(bytes.NewReader(out), w.file))
	return err
}
