package webarchive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/mediatype"
)

// Format is the row of Safari's web archives in the table of package container.
var Format = format.Format{
	Name:       "webarchive",
	Kind:       format.Resources,
	Extensions: []string{".webarchive"},
	Magic: func(head []byte) bool { // programs write the keys of a dictionary before its values, so near the start
		return bytes.HasPrefix(head, []byte(magic)) && bytes.Contains(head, []byte(mainKey))
	},
	Open:    func(file io.Reader, o format.Options) format.Reader { return &reader{file: file, options: o} },
	Encoded: true,
}

const (
	maxDepth = 64      // the greatest depth of nested frames
	maxText  = 8 << 10 // the length of the longest string that matters, in bytes
)

// The keys of archives and resources.
const (
	mainKey         = "WebMainResource"
	subresourcesKey = "WebSubresources"
	framesKey       = "WebSubframeArchives"
	urlKey          = "WebResourceURL"
	typeKey         = "WebResourceMIMEType"
	charsetKey      = "WebResourceTextEncodingName"
	dataKey         = "WebResourceData"
)

// A reader reads all of an archive at once, and returns the resources that are documents.
type reader struct {
	file    io.Reader
	options format.Options
	text    []byte // the text of the file, or its first bytes; nil before it is read
	err     error  // the error of reading
	list    *plist
	urls    map[string]bool // the URLs of all resources, documents or not
	seen    map[int]bool    // the dictionaries and contents that were read, by their numbers
	strings map[int]string  // the strings that were read, by their numbers
	all     []format.Member
	data    []int // for each member, the number of the object that is its content
	offset  int64 // the length of the texts of all members
	number  int   // the number of members that Next has returned
	changes bool  // documents may change
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
	case r.number == len(r.all):
		return io.EOF
	}
	*m = r.all[r.number]
	r.number++
	return nil
}

// has reports whether the archive has a resource with a URL. Safari compares URLs without fragments.
func (r *reader) has(url string) bool {
	url, _, _ = strings.Cut(url, "#")
	return r.urls[url]
}

// read reads the file, and finds its resources. A file that cannot be understood is one member with a defect.
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
		return
	case r.options.MaxMember > 0 && len(r.text) > r.options.MaxMember: // a file that is too large is copied
		r.all = []format.Member{{Number: 1, Large: true}}
		return
	case bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<!DOCTYPE plist")):
		err = errors.New("a property list in XML: convert it first: plutil -convert binary1 FILE")
	case !bytes.HasPrefix(r.text, []byte(magic)):
		err = errors.New("no binary property list")
	default:
		r.list, err = parse(r.text)
	}
	if err != nil {
		r.all = []format.Member{{Number: 1, Defect: err.Error()}}
		return
	}
	r.urls, r.seen, r.strings = make(map[string]bool), make(map[int]bool), make(map[int]string)
	r.changes = r.changes || r.options.Archive.Changes != format.ReadRecords
	r.archive(r.list.top, 0)
}

// archive adds the resources of an archive and of its frames. i is the number of its object, and depth
// the number of archives around it.
func (r *reader) archive(i, depth int) {
	if depth > maxDepth {
		return
	}
	if v, ok := r.values(i, mainKey, subresourcesKey, framesKey); ok {
		r.resource(v[0], true)
		r.array(v[1], func(i int) { r.resource(i, false) })
		r.array(v[2], func(i int) { r.archive(i, depth+1) })
	}
}

// resource adds the resource that is the object i, if it is a document. The main resource of a page
// is HTML if it has no type.
func (r *reader) resource(i int, isMain bool) {
	v, ok := r.values(i, urlKey, typeKey, charsetKey, dataKey)
	if !ok {
		return
	}
	m := format.Member{Number: len(r.all) + 1, Name: r.string(v[0]), Offset: r.offset, Charset: r.string(v[2]), Has: r.has}
	if m.Name != "" {
		r.urls[m.Name], m.Base = true, format.URL{Value: m.Name, From: urlKey}
	}
	mediaType, _, _ := strings.Cut(strings.ToLower(r.string(v[1])), ";")
	if m.MediaType = strings.TrimSpace(mediaType); m.MediaType == "" && isMain {
		m.MediaType = "text/html"
	}
	data := v[3]
	if data < 0 || r.list.objects[data].kind != dataKind || r.list.objects[data].count == 0 || !mediatype.Of(m.MediaType).IsArchived() {
		return
	}
	if r.seen[data] || r.list.objects[data].refs > 1 && r.changes {
		m.Defect = "its content is that of another resource, too: " + m.Name
	} else {
		m.Text = r.list.content(&r.list.objects[data])
		m.End = len(m.Text)
	}
	r.seen[data] = true
	r.offset += int64(m.End)
	r.all, r.data = append(r.all, m), append(r.data, data)
}

// array calls yield with the number of each element of an array. It does nothing for other objects.
func (r *reader) array(i int, yield func(int)) {
	if i < 0 || r.list.objects[i].kind != arrayKind {
		return
	}
	for k := range r.list.objects[i].count {
		yield(int(r.list.ref(&r.list.objects[i], k)))
	}
}

// values returns the numbers of the values of keys in a dictionary. The number is -1 for a key that is
// missing, or that occurs several times. ok is false if the object i is no dictionary, or was read before.
func (r *reader) values(i int, keys ...string) (values []int, ok bool) {
	if i < 0 || r.seen[i] || r.list.objects[i].kind != dictKind {
		return nil, false
	}
	r.seen[i] = true
	o := &r.list.objects[i]
	for _, name := range keys {
		value, count := -1, 0
		for k := range o.count {
			if key := &r.list.objects[r.list.ref(o, k)]; key.kind == asciiKind && string(r.list.content(key)) == name {
				value = int(r.list.ref(o, o.count+k))
				count++
			}
		}
		if count != 1 {
			value = -1
		}
		values = append(values, value)
	}
	return values, true
}

// string returns the string that the object i is, or "" if it is no string, or is too long. It decodes each
// object once, since many resources have the same media type.
func (r *reader) string(i int) string {
	if i < 0 {
		return ""
	}
	s, ok := r.strings[i]
	if ok {
		return s
	}
	o := &r.list.objects[i]
	b := r.list.content(o)
	switch {
	case len(b) > maxText:
	case o.kind == asciiKind || o.kind == utf8Kind:
		s = string(b)
	case o.kind == utf16Kind:
		units := make([]uint16, o.count)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(b[2*i:])
		}
		s = string(utf16.Decode(units))
	}
	r.strings[i] = s
	return s
}

// A writer is the [format.MemberWriter] of a reader.
type writer struct {
	*reader
	*format.ChangedText // the text of the current member, the last of texts; nil before the first member
	texts               []*format.ChangedText
	to                  io.Writer
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.changes = true
	return &writer{reader: r, to: w}
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if len(w.texts) >= w.number {
		return errors.New("webarchive: no more members were read")
	}
	text := format.TextOf(w.all[len(w.texts)].Text)
	w.ChangedText, w.texts = &text, append(w.texts, &text)
	return nil
}

// Close implements [format.Writer]. What was not read of the file is copied.
func (w *writer) Close() error {
	contents := make(map[int][]byte)
	for i, text := range w.texts {
		if text.HasChanged() {
			contents[w.data[i]] = text.All()
		}
	}
	out := w.text
	if len(contents) > 0 {
		out = w.list.replace(contents)
	}
	if back := w.options.Back; back != nil {
		var err error
		if len(contents) > 0 {
			err = back.Replace(len(w.text), out)
		}
		return errors.Join(err, back.Close())
	}
	_, err := io.Copy(w.to, io.MultiReader(bytes.NewReader(out), w.file))
	return err
}
