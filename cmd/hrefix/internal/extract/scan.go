package extract

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A scanner reads the heads of the records of an archive into an index.
type scanner struct {
	index  *crawl.Index
	number uint32 // the number of the archive
	first  *format.Record

	// The last records that were read. They are kept, since the request of a response may come before or
	// after the response.
	pending []exchange
	notGET  []string // the IDs of requests with other methods than GET, and of the records in their exchanges
}

// An exchange is a capture that may be the answer to a method other than GET.
type exchange struct {
	crawl.Capture
	with string // the ID of a record of the same exchange, or ""
}

// window is the number of records before and after a response in which its request is looked for.
const window = 64

// visit adds a record.
func (s *scanner) visit(c *warc.Content) error {
	if s.first == nil {
		s.first = c.Record
	}
	switch c.Record.Type {
	case "response":
		s.add(c, crawl.Response)
	case "resource":
		s.add(c, crawl.Resource)
	case "conversion":
		s.add(c, crawl.Conversion)
	case "revisit":
		s.add(c, crawl.Revisit)
	case "request":
		s.request(c)
	}
	return nil
}

// add adds a capture.
func (s *scanner) add(c *warc.Content, t crawl.Type) {
	r := c.Record
	e := exchange{with: r.Field("WARC-Concurrent-To")}
	e.URL, e.At, e.Type, e.Status = r.URL, crawl.Position{Archive: s.number, Record: uint32(c.Number)}, t, r.Status
	e.Date, _ = crawl.ParseDate(r.Date)
	e.Digest, e.ID, e.RefersTo = r.Field("WARC-Payload-Digest"), r.ID, r.Field("WARC-Refers-To")
	if t == crawl.Revisit {
		e.Kind = crawl.KindOf(c.MediaType)
		e.RefersURL, e.RefersAt = warc.TargetURI(r.Field("WARC-Refers-To-Target-URI")), r.Field("WARC-Refers-To-Date")
	}
	if c.Head != nil && r.Status/100 == 3 {
		e.Location = strings.TrimSpace(c.Head.Get("Location"))
	}
	if c.Head != nil && r.Status == 206 && isWhole(c.Head.Get("Content-Range")) {
		e.Status = 200
	}
	if t != crawl.Revisit && e.Location == "" {
		e.look(c)
	}
	if len(s.pending) == window {
		s.settle(s.pending[0])
		s.pending = append(s.pending[:0], s.pending[1:]...)
	}
	s.pending = append(s.pending, e)
}

// isWhole reports whether the part of a file in a Content-Range is all of it: "bytes 0-9/10".
func isWhole(contentRange string) bool {
	part, ok := strings.CutPrefix(contentRange, "bytes 0-")
	last, size, _ := strings.Cut(part, "/")
	n, err := strconv.ParseUint(last, 10, 63)
	m, failed := strconv.ParseUint(size, 10, 63)
	return ok && err == nil && failed == nil && n+1 == m
}

// sniffed is the number of bytes by which the type of a body without a type is found.
const sniffed = 1445

// look sets the kind of the body, and whether the body is empty.
func (e *exchange) look(c *warc.Content) {
	e.Kind = crawl.KindOf(c.MediaType)
	if c.MediaType != "" && e.Status/100 == 2 {
		return
	}
	head := new(bytes.Buffer)
	_, _ = io.CopyN(head, c.Body(), sniffed) // the second pass reports a read error
	e.Empty = head.Len() == 0
	if c.MediaType == "" {
		e.Kind = kindByContent(e.URL, head.Bytes())
	}
}

// kindByContent returns the kind of a document without a media type.
func kindByContent(url string, head []byte) crawl.Kind {
	path, _, _ := strings.Cut(url, "?")
	switch found := detect.Of("", path, head); {
	case !found.Known:
		return crawl.Other
	case found.Type == detect.HTML:
		return crawl.HTML
	case found.Type == detect.CSS:
		return crawl.CSS
	case found.Type == detect.XML:
		return crawl.XML
	}
	return crawl.Other
}

// request handles a request. If its method is not GET, the pending captures that answer it are left out.
func (s *scanner) request(c *warc.Content) {
	line := new(bytes.Buffer)
	_, _ = io.CopyN(line, c.Body(), 16)
	method, _, ok := strings.Cut(line.String(), " ")
	if !ok || method == "GET" {
		return
	}
	for _, id := range []string{c.Record.ID, c.Record.Field("WARC-Concurrent-To")} {
		if id == "" {
			continue
		}
		if s.notGET = append(s.notGET, id); len(s.notGET) > 2*window {
			s.notGET = append(s.notGET[:0], s.notGET[1:]...)
		}
	}
	kept := s.pending[:0]
	for _, e := range s.pending {
		if s.answersOther(&e) {
			s.index.LeaveCapture(&e.Capture, crawl.NotGET)
		} else {
			kept = append(kept, e)
		}
	}
	s.pending = kept
}

// answersOther reports whether a capture is the answer to a method other than GET.
func (s *scanner) answersOther(e *exchange) bool {
	return slices.ContainsFunc(s.notGET, func(id string) bool { return id == e.ID || id == e.with })
}

// settle adds a capture to the index.
func (s *scanner) settle(e exchange) {
	if s.answersOther(&e) {
		s.index.LeaveCapture(&e.Capture, crawl.NotGET)
		return
	}
	s.index.Add(&e.Capture)
}
