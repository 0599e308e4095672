package linklist

import (
	"crypto/sha1"
	"fmt"
	"iter"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
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
	if w.gzip && r.Length > 0 {
		b = appendGzip(b, r)
	}
	b = append(b, `},"Envelope":{`...)
	if !strings.HasPrefix(r.Header, "WARC/") {
		b = appendARC(b, r)
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
		b = appendFields(append(b, `,"Headers":{`...), fieldsOf(&head), "")
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
	begin := `"Head":{`
	next := func(name string) {
		b = append(append(b, begin...), name...)
		begin = ","
	}
	for _, v := range []struct {
		name  string
		value []byte
	}{{`"Base":`, w.base}, {`"Title":`, w.title}} {
		if len(v.value) > 0 {
			next(v.name)
			b = append(b, v.value...)
		}
	}
	for _, l := range []struct {
		name string
		list int
	}{{`"Metas":`, watMetas}, {`"Link":`, watHead}, {`"Scripts":`, watScripts}} {
		if list := w.lists[l.list]; len(list) > 0 {
			next("")
			b = appendList(b, l.name, list)
		}
	}
	hasHead := begin == ","
	if hasHead {
		b = append(b, '}')
	}
	if list := w.lists[watLinks]; len(list) > 0 {
		if hasHead {
			b = append(b, ',')
		}
		b = appendList(b, `"Links":`, list)
	}
	return append(b, '}')
}

// appendGzip appends what is known about the gzip member of a record. The two other values of Common Crawl's
// extractor, the length of the member's header and its CRC, are not.
func appendGzip(b []byte, r *format.Record) []byte {
	b = appendMember(b, `,"Gzip-Metadata":{"Deflate-Length":`, strconv.FormatInt(r.Length, 10))
	b = append(b, `,"Footer-Length":"8"`...) // RFC 1952 section 2.3
	return append(appendMember(b, `,"Inflated-Length":`, strconv.FormatInt(r.Size, 10)), '}')
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
	b = appendFields(b, r.Fields(), r.URL)
	return appendPayload(append(b, '}'), r.Field("Content-Type"), r.Field("Content-Length"))
}

// appendARC appends the envelope of an ARC record.
func appendARC(b []byte, r *format.Record) []byte {
	b = appendMember(b, `"Format":"ARC","ARC-Header-Length":`, strconv.Itoa(len(r.Header)+1))
	b = append(b, `,"ARC-Header-Metadata":{`...)
	fields := maps.Collect(warc.ARCFields(r.Header))
	b = appendFields(b, warc.ARCFields(r.Header), r.URL)
	mediaType := fields["Content-Type"]
	if r.Type == "response" {
		mediaType = "application/http; msgtype=response"
	}
	return appendPayload(append(b, '}'), mediaType, fields["Content-Length"])
}

// appendPayload begins the payload of an envelope.
func appendPayload(b []byte, mediaType, length string) []byte {
	b = appendMember(b, `,"Payload-Metadata":{"Actual-Content-Type":`, mediaType)
	return appendMember(b, `,"Actual-Content-Length":`, length)
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

// appendFields appends the members of an object for the fields of a header. The values of fields that have the
// same name, in any case, are a list. url is the URL of a record, or "". The field that gives the URL may have it in
// angle brackets, which some crawlers write around it.
func appendFields(b []byte, fields iter.Seq2[string, string], url string) []byte {
	type member struct {
		name, value string
		more        []string
	}
	var members []member
	seen := make(map[string]int)
	for name, value := range fields {
		key := strings.ToLower(name)
		if url != "" && (key == "warc-target-uri" || key == "target-uri") {
			value = url
		}
		if i, ok := seen[key]; ok {
			members[i].more = append(members[i].more, value)
			continue
		}
		seen[key] = len(members)
		members = append(members, member{name: name, value: value})
	}
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(printable.AppendJSON(b, m.name), ':')
		if m.more == nil {
			b = printable.AppendJSON(b, m.value)
			continue
		}
		b = printable.AppendJSON(append(b, '['), m.value)
		for _, value := range m.more {
			b = printable.AppendJSON(append(b, ','), value)
		}
		b = append(b, ']')
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
	return warc.NameID(sha1.Sum(fmt.Appendf(nil, "hrefix wat\n%s\n%s\n%d\n%s", file, id, at, url)))
}
