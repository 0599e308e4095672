package warc

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// Records reads a file record by record, as the Reader of [Format] does. The body of a record is a
// stream, so records of any type and size can be read.
type Records struct {
	r    *reader
	open *Content // the content that is not finished
	m    format.Member
	h    header
	body *httpmessage.Body
}

// NewRecords returns the records of a file. MaxMember of the options does not count.
func NewRecords(file io.Reader, o format.Options) *Records { return &Records{r: newReader(file, o)} }

// A Content is a record with its body.
type Content struct {
	// Record describes the record. Its Offset, Length and Size are not known before Finish. It remains valid.
	Record *format.Record
	// Number is the number of the record in the file, from 1.
	Number int
	// Head is the head of an HTTP response, or nil. It is valid until Finish.
	Head *httpmessage.Head
	// MediaType and Charset describe the body, by the head or the record.
	MediaType, Charset string

	records *Records
	source  io.Reader // the body with its codings
	done    bool
	faults  []string
}

// Next returns the next record. It finishes the previous record. After the last record, the error
// is io.EOF.
func (r *Records) Next() (*Content, error) {
	if r.open != nil {
		r.open.Finish()
	}
	if !r.r.more() {
		return nil, r.r.in.Err()
	}
	r.h = r.r.header()
	r.h.Offset = r.r.in.file(r.h.At)
	c := &Content{Record: &r.h.Record, Number: r.r.number, records: r, source: &r.r.block}
	r.open, r.m, r.body = c, format.Member{}, nil
	switch {
	case r.h.isResponse(), r.h.Type == "revisit": // the block has an HTTP head
		in := r.r
		in.http.Reset(&in.block)
		c.source = in.http
		switch err := in.head.Read(in.http, maxHead); {
		case errors.Is(err, httpmessage.ErrLongHead):
			r.h.longHead()
			c.source = bytes.NewReader(nil)
		case errors.Is(err, httpmessage.ErrNoHead):
			if in.block.arc {
				c.MediaType, c.Charset = httpmessage.ParseMediaType(r.h.mediaType)
			}
		default:
			r.h.Status = in.head.Status
			c.Head = &in.head
			c.MediaType, c.Charset = in.head.MediaType()
		}
	default:
		c.MediaType, c.Charset = httpmessage.ParseMediaType(r.h.mediaType)
	}
	record := r.h.Record
	c.Record = &record
	return c, nil
}

// Cut reports whether the file ends within its last record. It is valid after Next has returned io.EOF.
func (r *Records) Cut() bool { return r.r.cut }

// Skipped reports whether something before the first record was skipped, or a whole file without records. It
// is valid after Next.
func (r *Records) Skipped() bool { return len(r.r.faults) > 0 }

// Body returns a reader of the body of the record, without the codings that HTTP adds. It must be
// called once, and the reader is valid until Finish. The error of the reader is io.EOF, or comes
// from reading the file.
func (c *Content) Body() io.Reader {
	if c.Head == nil {
		return c.source
	}
	body, err := c.Head.Body(c.source, c.records.r.options.Limits)
	if err != nil {
		return bytes.NewReader(nil) // Next returns the error
	}
	c.records.body = body
	return body
}

// Finish skips what was not read of the record, and returns what is wrong with it.
func (c *Content) Finish() []string {
	if c.done {
		return c.faults
	}
	c.done = true
	r := c.records
	if r.body != nil {
		for _, defect := range r.body.Defects() {
			r.h.defect(defect)
		}
		r.body.Close()
		r.body = nil
	}
	r.r.finish(&r.m, &r.h)
	c.Record.Offset, c.Record.Length, c.Record.Size, c.faults = r.h.Offset, r.h.Length, r.h.Size, slices.Clone(r.m.Faults)
	r.open = nil
	return c.faults
}
