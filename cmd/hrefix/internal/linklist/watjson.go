package linklist

import (
	"crypto/sha1"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// appendJSON appends the block of the record for r.
func (w *watWriter) appendJSON(b []byte, r *format.Record) []byte {
	b = appendMember(b, `{"Container":{"Filename":`, w.file)
	b = strconv.AppendBool(append(b, `,"Compressed":`...), w.compressed)
	if r.Offset >= 0 {
		b = appendMember(b, `,"Offset":`, strconv.FormatInt(r.Offset, 10))
	}
	b = append(b, `},"Envelope":{`...)
	if arc := strings.Fields(r.Header); !strings.HasPrefix(r.Header, "WARC/") && len(arc) >= 5 {
		b = appendARC(b, r, arc)
	} else {
		b = appendWARC(b, r)
	}
	if r.URL != "" {
		w.target = linktext.AppendURL(w.target[:0], r.URL)
		b = printable.AppendJSON(append(b, `,"Document-URL":`...), w.target)
	}
	if doc := w.one.Document(); doc > 0 {
		head := httpmessage.ParseHead(w.one.Source[:doc])
		b = append(append(b, `,"HTTP-Response-Metadata":{`...), `"Response-Message":`...)
		b = appendMessage(b, &head)
		b = appendMember(b, `,"Headers-Length":`, strconv.Itoa(len(head.Raw)))
		b = appendFields(append(b, `,"Headers":{`...), fieldsOf(&head))
		b = w.appendLists(append(b, '}'))
		b = append(b, '}')
	} else {
		b = w.appendLists(b)
	}
	return append(b, "}}}"...)
}

// appendLists appends the lists of links.
func (w *watWriter) appendLists(b []byte) []byte {
	if list := w.lists[watHeader]; len(list) > 0 {
		b = appendList(append(b, ','), `"Header-Links":`, list)
	}
	if !w.one.HasDocument() {
		return b
	}
	b = append(b, `,"HTML-Metadata":{`...)
	var members [][]byte
	var head []byte
	if len(w.base) > 0 {
		head = append(append(head, `,"Base":`...), w.base...)
	}
	if list := w.lists[watHead]; len(list) > 0 {
		head = appendList(append(head, ','), `"Link":`, list)
	}
	if list := w.lists[watScripts]; len(list) > 0 {
		head = appendList(append(head, ','), `"Scripts":`, list)
	}
	if len(head) > 0 {
		members = append(members, append(append([]byte(`"Head":{`), head[1:]...), '}'))
	}
	if list := w.lists[watLinks]; len(list) > 0 {
		members = append(members, appendList(nil, `"Links":`, list))
	}
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, m...)
	}
	return append(b, '}')
}

// appendList appends a list of objects that begin with a comma.
func appendList(b []byte, name string, objects []byte) []byte {
	b = append(append(b, name...), '[')
	return append(append(b, objects[1:]...), ']')
}

// appendMember appends the beginning of a member of an object, and its value.
func appendMember(b []byte, begin, value string) []byte {
	return printable.AppendJSON(append(b, begin...), value)
}

// appendWARC appends the envelope of a WARC record, up to its payload.
func appendWARC(b []byte, r *format.Record) []byte {
	size := len(r.Header) + 2*len("\n") // the header ends with an empty line
	if strings.Contains(r.Header, "\r\n") {
		size += 2 * len("\r")
	}
	b = appendMember(b, `"Format":"WARC","WARC-Header-Length":`, strconv.Itoa(size))
	b = append(b, `,"WARC-Header-Metadata":{`...)
	b = appendFields(b, withoutBrackets(r))
	return appendPayload(append(b, '}'), r.Field("Content-Type"), r.Field("Content-Length"))
}

// appendARC appends the envelope of an ARC record, whose header has the fields.
func appendARC(b []byte, r *format.Record, fields []string) []byte {
	n := len(fields)
	b = appendMember(b, `"Format":"ARC","ARC-Header-Length":`, strconv.Itoa(len(r.Header)+1))
	b = appendMember(b, `,"ARC-Header-Metadata":{"Target-URI":`, r.URL)
	b = appendMember(b, `,"IP-Address":`, fields[1])
	b = appendMember(b, `,"Date":`, fields[2])
	b = appendMember(b, `,"Content-Length":`, fields[n-1])
	return appendPayload(append(b, '}'), "application/http; msgtype=response", fields[n-1])
}

// appendPayload begins the payload of an envelope.
func appendPayload(b []byte, mediaType, length string) []byte {
	b = appendMember(b, `,"Payload-Metadata":{"Actual-Content-Type":`, mediaType)
	return appendMember(b, `,"Actual-Content-Length":`, length)
}

// withoutBrackets yields the fields of a record. Its URL has no angle brackets, which some crawlers
// write around it.
func withoutBrackets(r *format.Record) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for name, value := range r.Fields() {
			if strings.EqualFold(name, "WARC-Target-URI") && r.URL != "" {
				value = r.URL
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// appendMessage appends the status line of a response.
func appendMessage(b []byte, head *httpmessage.Head) []byte {
	line, _, _ := strings.Cut(string(head.Raw), "\n")
	version, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	status, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	b = appendMember(b, `{"Version":`, version)
	b = appendMember(b, `,"Status":`, status)
	return append(appendMember(b, `,"Reason":`, reason), '}')
}

// fieldsOf yields the names and values of the fields in the head of a response.
func fieldsOf(head *httpmessage.Head) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, f := range head.Fields {
			if !yield(string(head.Name(f)), head.Value(f)) {
				return
			}
		}
	}
}

// appendFields appends the members of an object for the fields of a header. Of fields that have the
// same name, in any case, only the first one is appended.
func appendFields(b []byte, fields iter.Seq2[string, string]) []byte {
	seen := make(map[string]bool)
	for name, value := range fields {
		key := strings.ToLower(name)
		if seen[key] {
			continue
		}
		if len(seen) > 0 {
			b = append(b, ',')
		}
		seen[key] = true
		b = printable.AppendJSON(append(printable.AppendJSON(b, name), ':'), value)
	}
	return b
}

// field returns a value for a header of a WARC record: line breaks become spaces.
func field(value string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, value)
}

// date returns the date of a record as WARC 1.0 has it. WARC 1.1 allows a part of it, and a date of ARC
// has 14 digits or more. Without a date, it is the start of 1970.
func date(s string) string {
	if _, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return s
	}
	t, ok := crawl.ParseDate(s)
	if !ok {
		t, ok = crawl.ParseDate(s[:min(len(s), 14)])
	}
	if !ok {
		t = time.Unix(0, 0).UTC()
	}
	return t.Format(time.RFC3339)
}

// recordID returns the id of a new record, a UUID of version 5 (RFC 9562): the same record of the
// same archive always gets the same id.
func recordID(file, id string, at int64, url string) string {
	sum := sha1.Sum(fmt.Appendf(nil, "hrefix wat\n%s\n%s\n%d\n%s", file, id, at, url))
	sum[6] = sum[6]&0x0f | 0x50
	sum[8] = sum[8]&0x3f | 0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
