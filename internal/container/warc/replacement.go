package warc

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// replacement returns the record that is written instead of s: its header and its block.
func (w *writer) replacement(s *span) ([]byte, error) {
	o := &s.from
	text := s.text.All()
	head, body := text[:s.start], text[s.start:]
	switch {
	case o.body != nil:
		if w.options.Identity || !bytes.Equal(body, s.text.Old()[o.start:]) {
			// Fields with a digest of the body are removed (RFC 1864, RFC 3230 and RFC 9530).
			digests := []string{"content-md5", "digest", "content-digest", "repr-digest"}
			head = editFields(head, func(name, value string) (string, bool) { return value, !slices.Contains(digests, name) })
		}
		var err error
		if head, body, err = o.body.Encode(head, body, w.options.Identity); err != nil {
			return nil, err
		}
	case o.http:
		body = o.stored[o.start:] // the member was no document
	}
	header := o.header
	if isWARC(header) {
		header = w.header(o, head, body)
	} else {
		header = arcLine(header, len(head)+len(body))
	}
	return slices.Concat(header, head, body), nil
}

// header returns the header of a WARC record for another block.
func (w *writer) header(o *origin, head, body []byte) []byte {
	return editFields(o.header, func(name, value string) (string, bool) {
		switch name {
		case "content-length":
			return strconv.Itoa(len(head) + len(body)), true
		case "warc-segment-number": // the new record has the blocks of all segments
			return "", false
		case "warc-block-digest", "warc-payload-digest":
			d, ok := parseDigest(value)
			if !ok {
				w.report.unknown++
				return "", false
			}
			if name == "warc-block-digest" {
				return d.of(head, body), true
			}
			return w.payloadDigest(o, &d, head, body), true
		}
		return value, true
	})
}

// payloadDigest returns the digest of a new payload. A payload has no transfer coding (WARC 1.1
// section 2, RFC 2616 section 4.3), but some programs compute the digest of the chunks. So the old
// digest decides.
func (w *writer) payloadDigest(o *origin, d *digest, head, body []byte) string {
	if o.body == nil {
		return d.of(body)
	}
	h := httpmessage.ParseHead(head)
	if o.stored == nil {
		return d.of(untransferred(&h, body))
	}
	old := httpmessage.ParseHead(o.stored[:o.start])
	stored := o.stored[o.start:]
	if d.is(stored) {
		return d.of(body)
	}
	if plain := untransferred(&old, stored); !d.is(plain) {
		w.report.chunked++
	}
	return d.of(untransferred(&h, body))
}

// untransferred returns a stored body without its transfer codings.
func untransferred(h *httpmessage.Head, stored []byte) []byte {
	only := *h
	only.Fields = slices.DeleteFunc(slices.Clone(h.Fields), func(f httpmessage.Field) bool { return h.Is(f, "Content-Encoding") })
	body, err := only.Body(bytes.NewReader(stored), format.Limits{})
	if err != nil {
		return stored // a bytes.Reader has no errors
	}
	defer body.Close()
	text, err := io.ReadAll(body)
	if err != nil {
		return stored
	}
	return text
}

// is reports whether d is the digest of p, in whatever case it is written.
func (d *digest) is(p []byte) bool { return strings.EqualFold(d.of(p), strings.TrimSpace(d.value)) }

// editFields returns a header with new values of its fields. f gets the name in lower case, and
// returns the value; if it returns false, the field is removed.
func editFields(header []byte, f func(name, value string) (string, bool)) []byte {
	var out []byte
	for first := true; len(header) > 0; first = false {
		n := lineLength(header)
		for n < len(header) && (header[n] == ' ' || header[n] == '\t') && !isBlank(header[n:n+lineLength(header[n:])]) {
			n += lineLength(header[n:]) // a line that continues the field
		}
		field := header[:n]
		header = header[n:]
		name, value, ok := bytes.Cut(field, []byte(":"))
		if first || !ok {
			out = append(out, field...)
			continue
		}
		trimmed := bytes.TrimSpace(value)
		now, keep := f(strings.ToLower(string(bytes.TrimSpace(name))), string(trimmed))
		switch {
		case !keep:
		case now == string(trimmed):
			out = append(out, field...)
		default:
			begin := len(name) + 1 + len(value) - len(bytes.TrimLeft(value, " \t\r\n"))
			out = append(append(out, field[:begin]...), now...)
			out = append(out, field[len(bytes.TrimRight(field, " \t\r\n")):]...)
		}
	}
	return out
}

// arcLine returns the line before the block of an ARC record for a block of n bytes. A checksum of
// version 2 is removed.
func arcLine(line []byte, n int) []byte {
	text := bytes.TrimRight(line, " \t\r\n")
	words := strings.Split(string(text), " ")
	if at := dateOf(words); at >= 0 && len(words)-at == 8 {
		words[at+3] = "-"
	}
	words[len(words)-1] = strconv.Itoa(n)
	return append([]byte(strings.Join(words, " ")), line[len(text):]...)
}
