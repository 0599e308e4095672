package warc

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

// namespace is the namespace of the names of new records (RFC 9562 section 5.5).
var namespace = [16]byte{0x8e, 0x4c, 0x17, 0x2b, 0x5d, 0x90, 0x4f, 0x63, 0xa1, 0x0e, 0x36, 0xc5, 0x7a, 0x21, 0xd8, 0x9f}

// newID returns the WARC-Record-ID for a record with a document that was made from the record with the
// ID old. The same document always gets the same ID (RFC 9562 section 5.5).
func newID(old string, document []byte) string {
	h := sha1.New()
	h.Write(namespace[:])
	h.Write([]byte(old + "\n"))
	h.Write(document)
	return NameID([sha1.Size]byte(h.Sum(nil)))
}

// NameID returns a WARC-Record-ID, a UUID of version 5 (RFC 9562 section 5.5), by the SHA-1 of a name.
func NameID(sum [sha1.Size]byte) string {
	sum[6] = sum[6]&0x0f | 0x50
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// copiedFields are the fields of a record that a conversion has, too.
var copiedFields = []string{"WARC-Record-ID", "WARC-Date", "WARC-Target-URI", "WARC-Warcinfo-ID"}

// unrepeatable returns the name of a field that a conversion cannot repeat, or "": its value has a control
// character, such as a CR, which some readers take for the end of the line.
func unrepeatable(r *format.Record) string {
	for _, name := range copiedFields {
		if strings.ContainsFunc(r.Field(name), func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
			return name
		}
	}
	return ""
}

// conversion returns a record "conversion" of the document that was made from o (WARC 1.1 section
// 6.7). It has the date of the record, so that the same input gives the same output, and digests
// by the algorithms that the record has.
func (o *origin) conversion(document []byte) *conversion {
	old := o.record.ID + " " + o.record.URL + " " + o.record.Date
	c := &conversion{id: newID(old, document)}
	version, _, _ := strings.Cut(o.record.Header, "\n")
	out := bytes.NewBuffer(make([]byte, 0, len(document)+1024))
	out.WriteString(o.blank + strings.TrimSpace(version) + "\r\n")
	put := func(name, value string) {
		if value != "" {
			out.WriteString(name + ": " + value + "\r\n")
		}
	}
	put("WARC-Type", "conversion")
	put("WARC-Record-ID", c.id)
	put("WARC-Refers-To", o.record.ID)
	for _, name := range copiedFields[1:] {
		put(name, o.record.Field(name))
	}
	put("Content-Type", o.contentType())
	for _, name := range []string{"WARC-Block-Digest", "WARC-Payload-Digest"} {
		if d, ok := parseDigest(o.record.Field(name)); ok {
			put(name, d.of(document))
		}
	}
	put("Content-Length", strconv.Itoa(len(document)))
	out.WriteString("\r\n")
	out.Write(document)
	out.WriteString("\r\n\r\n")
	c.text = out.Bytes()
	return c
}
