package warc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/internal/mediatype"
)

// maxHead is the largest head of an HTTP response.
const maxHead = 1 << 20

// member sets m to the document of a record, whose block was not read.
func (r *reader) member(m *format.Member, h *header) {
	if h.URL != "" {
		m.Base = format.URL{Value: h.URL, From: "the field WARC-Target-URI", Assumed: h.assumed}
		if r.block.arc {
			m.Base.From = "the URL of the ARC record"
		}
	}
	switch {
	case h.length == 0:
		m.NoDocument = true
	case h.isResponse():
		r.response(m, h)
	case h.Type == "response", h.Type == "resource", h.Type == "conversion":
		m.MediaType, m.Charset = httpmessage.ParseMediaType(h.mediaType)
		r.document(m, h, &r.block)
	case h.Type == "revisit": // the record has the HTTP head of a response, but no body
		r.http.Reset(&r.block)
		if r.head.Read(r.http, maxHead) == nil {
			h.Status = r.head.Status
		}
		m.NoDocument = true
	default:
		m.NoDocument = true
	}
}

// isResponse reports whether the block of a record is an HTTP response, by its media type or its URL.
func (h *header) isResponse() bool {
	const http = "application/http"
	return h.Type == "response" && (strings.EqualFold(h.mediaType[:min(len(h.mediaType), len(http))], http) || isHTTP(h.URL))
}

// longHead adds the fault of an HTTP head of more than maxHead bytes.
func (h *header) longHead() {
	h.fault(fmt.Sprintf("the HTTP header is larger than %d bytes: the record is skipped", maxHead))
}

// response sets m to the document in a record with an HTTP response.
func (r *reader) response(m *format.Member, h *header) {
	replaces := r.back != nil && r.options.Archive.Changes == format.ReplaceRecords
	if replaces {
		r.block.keep = maxHead + maxOther
	}
	r.http.Reset(&r.block)
	err := r.head.Read(r.http, maxHead)
	switch {
	case errors.Is(err, httpmessage.ErrNoHead):
		if _, err := r.http.Peek(1); err != nil {
			r.noDocument(m)
			return
		}
		h.faults = append(h.faults, "the response has no HTTP header: its block is read as the document")
		if r.block.arc {
			m.MediaType, m.Charset = httpmessage.ParseMediaType(h.mediaType)
		}
		r.document(m, h, r.http)
		return
	case errors.Is(err, httpmessage.ErrLongHead):
		h.longHead()
		m.NoDocument = true
		return
	}
	h.Status = r.head.Status
	if r.head.Cut {
		h.fault("the record is cut within its HTTP header")
	}
	m.HTTP = true
	m.MediaType, m.Charset = r.head.MediaType()
	r.text = append(r.text, r.head.Raw...)
	if replaces && isDocument(m.MediaType) && r.head.Get("Transfer-Encoding") != "" {
		r.block.keep = max(r.block.keep, cmp.Or(r.options.MaxMember, math.MaxInt))
	}
	if !isDocument(m.MediaType) {
		r.noDocument(m)
		return
	}
	body, err := r.head.Body(r.http, r.options.Limits)
	if err != nil { // finish reports the error
		r.noDocument(m)
		return
	}
	r.document(m, h, body)
	for _, defect := range body.Defects() {
		h.defect(defect)
	}
	body.Close()
	r.from.body = body
}

// noDocument makes m a member without a document. r.text has the head, if there is one.
func (r *reader) noDocument(m *format.Member) {
	m.NoDocument, m.Start, m.End = true, len(r.text), len(r.text)
}

// document reads the document from body, after what r.text has.
func (r *reader) document(m *format.Member, h *header, body io.Reader) {
	m.Start = len(r.text)
	if !isDocument(m.MediaType) {
		r.noDocument(m)
		return
	}
	r.text = slices.Grow(r.text, int(min(max(r.block.left, 0), 1<<20))+512)
	checked := false
	for more := true; more; {
		r.text = slices.Grow(r.text, 512)
		n, err := body.Read(r.text[len(r.text):cap(r.text)])
		r.text = r.text[:len(r.text)+n]
		more = err == nil
		size := len(r.text) - m.Start
		switch {
		case checked || size < sniffed && more:
		case !r.begins(m):
			r.text = r.text[:m.Start]
			r.noDocument(m)
			return
		default:
			checked = true
		}
		if r.options.MaxMember > 0 && size > r.options.MaxMember {
			r.text = r.text[:0]
			m.Start, m.HTTP, m.Large = 0, false, true
			return
		}
	}
	if r.block.cut {
		// The record is longer than the rest of the file, and the size of the file was not known
		// before. The text that was read for the document may then include later records.
		if n := findRecord(r.text[m.Start:], r.block.arc); n >= 0 {
			r.text = r.text[:m.Start+n]
			h.fault("its length covers the records after it: to read these, store the archive in a file")
		}
	}
	m.End = len(r.text)
	r.from.mediaType, r.from.charset = m.MediaType, m.Charset
}

// sniffed is the number of bytes that show whether a body is a document: as many as browsers read
// (MIME Sniffing Standard section 5.2).
const sniffed = 1445

// begins reports whether the document in r.text begins as documents of its media type do. If it has
// no media type, it must be text.
func (r *reader) begins(m *format.Member) bool {
	text := r.text[m.Start:]
	switch {
	case len(text) == 0:
		return false
	case m.MediaType == multipart:
		m.MediaType = "message/rfc822"
		return filekind.BeginsMessage(text)
	case m.MediaType != "":
		return true
	}
	_, other := filekind.Magic(text)
	return !other && filekind.IsText(text, false)
}

// multipart is the type that some servers give to MHTML files. Such a file is a message: it begins
// with a header.
const multipart = "multipart/related"

// isDocument reports whether a document of the media type may have references. An empty type means
// that the content decides.
func isDocument(mediaType string) bool {
	return mediaType == "" || mediaType == multipart || mediatype.Of(mediaType).IsArchived()
}
