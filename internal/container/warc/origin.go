package warc

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// maxOther is the maximum size of a body that is kept although it is no document, so that the head
// before it can be changed.
const maxOther = 1 << 20

// maxType is the length of the longest media type or charset that a conversion has. No name of either is
// that long.
const maxType = 256

// An origin has the parts of a record from which a changed record can be made.
type origin struct {
	header    []byte // the header of the record, with the blank line; in ARC files, the line before the block
	size      int64  // the size of the header and the block
	mediaType string // the media type of the document, as the file gives it
	charset   string
	body      *httpmessage.Body // nil unless the record is an HTTP response with a document
	stored    []byte            // the block, if it is needed and was not too large
	record    *format.Record
	blank     string // the line ends that are missing after the record, at the end of a file
	start     int    // the start of the document in the text of the member
	http      bool   // the text begins with an HTTP head
}

// protect makes m a member without a document if the file is rewritten and the record cannot be
// changed. lines is the number of line ends after the record.
func (r *reader) protect(m *format.Member, h *header, lines int) {
	changes := r.options.Archive.Changes
	if changes == format.ReadRecords || m.Large || m.NoDocument && !m.HTTP {
		return
	}
	// A conversion has no status, so readers would take the body of an error, of a redirect or of a part of a
	// file (206: RFC 9110 section 15.3.7) for a page.
	if changes == format.AddConversions && m.HTTP && !m.NoDocument && (h.Status/100 != 2 || h.Status == 206) {
		if r.back != nil {
			r.back.report.failed++
		}
		m.NoDocument, m.HTTP, m.Start, m.End = true, false, 0, 0
		return
	}
	if why := r.unchangeable(m, h, lines); why != "" {
		isThere := func(name string) bool { return r.head.Get(name) != "" }
		if !m.NoDocument || slices.ContainsFunc([]string{"Location", "Content-Location", "Link", "Refresh"}, isThere) {
			h.faults = append(h.faults, "left: "+why)
		}
		m.NoDocument, m.HTTP, m.Start, m.End = true, false, 0, 0
	}
}

// unchangeable returns the reason why a record cannot be changed, or "".
func (r *reader) unchangeable(m *format.Member, h *header, lines int) string {
	replaces := r.options.Archive.Changes == format.ReplaceRecords
	switch {
	case h.broken:
		return "the record is broken"
	case h.tooLarge:
		return "the document was not read to its end"
	case h.lost && replaces:
		return "the codings of the body are broken"
	case m.HTTP && replaces && r.isShort():
		return "the body is shorter than its Content-Length: the server or the crawler broke off"
	case m.HTTP && r.head.Get("Content-Range") != "":
		return "the body is a part of a file, by its Content-Range"
	case r.block.arc && !replaces:
		return "an ARC file cannot have conversions: its records can only be replaced"
	case m.NoDocument && replaces && r.back != nil && r.block.stored == nil:
		return "its HTTP header cannot change, since the body is larger than 1 MiB"
	case !replaces && unrepeatable(&h.Record) != "":
		return "its " + unrepeatable(&h.Record) + " has a control character, which a conversion would repeat"
	case !replaces && lines < 2 && !r.in.ended() && !r.atUnit():
		return "no blank line follows the record"
	}
	return ""
}

// isShort reports whether the body is shorter than the Content-Length of the HTTP head says. Such a record
// is not changed: with a new length, the body would look complete.
func (r *reader) isShort() bool {
	n, err := strconv.ParseInt(r.head.Get("Content-Length"), 10, 64)
	size := r.block.size - int64(len(r.head.Raw))
	return err == nil && r.head.Get("Transfer-Encoding") == "" && 0 < size && size < n
}

// atUnit reports whether a unit ends at the current offset.
func (r *reader) atUnit() bool { return r.in.units != nil && r.in.file(r.in.Offset()) >= 0 }

// contentType returns the value of Content-Type for the document, or "" if its type is not known.
func (o *origin) contentType() string {
	switch {
	case len(o.mediaType) > maxType:
		return ""
	case o.mediaType == "" || o.charset == "" || len(o.charset) > maxType:
		return o.mediaType
	case httpmessage.IsToken(o.charset):
		return o.mediaType + "; charset=" + o.charset
	}
	return o.mediaType + "; charset=" + quoted(o.charset)
}

// quoted returns a quoted string (RFC 9110 section 5.6.4).
func quoted(s string) string {
	var out bytes.Buffer
	out.WriteByte('"')
	for _, c := range []byte(s) {
		if c == '"' || c == '\\' {
			out.WriteByte('\\')
		}
		if c >= ' ' || c == '\t' {
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
