package warc

import (
	"bytes"
	"errors"
	"iter"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

const (
	// maxHeader is the largest header of a record. It has to fit into the buffer of an input.
	maxHeader = 128 << 10
	// unknown is the length of a block whose header gives no usable length.
	unknown = -1
	// maxLength is the largest Content-Length that is used: 1 PiB. A larger number is a fault.
	maxLength = 1 << 50
)

// A header is the header of a record.
type header struct {
	format.Record
	mediaType string // the media type of the block, as the header gives it
	length    int64  // the length of the block, or unknown
	segment   string // the value of WARC-Segment-Number
	faults    []string
	broken    bool // one of the faults is in the record itself, not only in the codings of its body
	lost      bool // part of the stored body was not decoded, and a new body would lack it
	tooLarge  bool // the document was read in part
	assumed   bool // the URL in the file has no scheme

	sure bool // the line of an ARC record is complete, so that it is hardly a line of a document
}

// isWARC reports whether a line begins as the first line of a WARC record does: WARC/1.0.
func isWARC(line []byte) bool {
	const magic = "WARC/"
	n := len(magic)
	return len(line) > n+2 && string(line[:n]) == magic && ascii.IsDigit(line[n]) && line[n+1] == '.' && ascii.IsDigit(line[n+2])
}

// isBlank reports whether a line is empty or white space.
func isBlank(line []byte) bool { return len(bytes.TrimRight(line, " \t\r\n")) == 0 }

// headerEnd returns the length of the header that text begins with, including its blank line, or 0 if
// text does not have the blank line. The search begins at from, the start of a line. searched is the
// value of from for the next call, with more text.
func headerEnd(text []byte, from int) (end, searched int) {
	for {
		n := bytes.IndexByte(text[from:], '\n')
		if n < 0 {
			return 0, from
		}
		if isBlank(text[from : from+n]) {
			return from + n + 1, from
		}
		from += n + 1
	}
}

// parseWARC parses the header of a WARC record, with or without the blank line at its end.
func parseWARC(text []byte) (h header) {
	h.Header = strings.TrimRight(string(text), " \t\r\n")
	h.length = unknown
	lengths := 0
	for name, value := range h.Fields() {
		switch strings.ToLower(name) {
		case "warc-type":
			setFirst(&h.Type, strings.ToLower(value))
		case "warc-record-id":
			setFirst(&h.ID, value)
		case "warc-target-uri":
			if h.URL == "" {
				h.setURL(value)
			}
		case "warc-date":
			setFirst(&h.Date, value)
		case "content-type":
			setFirst(&h.mediaType, value)
		case "content-length":
			if lengths++; lengths == 1 {
				h.setLength(value)
			}
		case "warc-segment-number":
			setFirst(&h.segment, value)
		}
	}
	if lengths == 0 {
		h.fault("the record has no Content-Length: it is read up to the next one")
	}
	return h
}

// TargetURI returns the URL in a field such as WARC-Target-URI: without angle brackets, and with http if it
// has a host but no scheme. Programs that convert the copies of HTTrack write such URLs.
func TargetURI(value string) string {
	switch value = format.TrimBrackets(value); {
	case strings.HasPrefix(value, "//"):
		return "http:" + value
	case beginsWithHost(value):
		return "http://" + value
	}
	return value
}

// setURL sets the URL.
func (h *header) setURL(value string) {
	h.URL = TargetURI(value)
	h.assumed = len(h.URL) > len(value)
}

// beginsWithHost reports whether a URL begins with a host and not with a scheme, such as h.example:80/a.
// If there is no path, only an address or a name such as www.h.example counts: a file may be called
// h.example.
func beginsWithHost(url string) bool {
	host, _, hasPath := strings.Cut(url, "/")
	host, port, hasPort := strings.Cut(host, ":")
	if hasPort && !isNumber(port) {
		return false
	}
	host = strings.ToLower(host)
	if strings.HasPrefix(host, "www.") || host != "-" && isAddress(host) {
		return true
	}
	dot := strings.LastIndexByte(host, '.')
	return hasPath && dot > 0 && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-.") == "" &&
		len(host)-dot > 2 && strings.Trim(host[dot+1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// setFirst sets a field, unless an earlier field with the same name has set it.
func setFirst(to *string, value string) {
	if *to == "" {
		*to = value
	}
}

// fault adds a fault of the record itself, not one of the codings of its body.
func (h *header) fault(text string) {
	h.faults, h.broken = append(h.faults, text), true
}

// defect adds a fault of the codings of a body.
func (h *header) defect(err error) {
	h.faults = append(h.faults, err.Error())
	h.tooLarge = h.tooLarge || errors.Is(err, format.ErrTooLarge)
	h.lost = h.lost || !errors.Is(err, httpmessage.ErrAbsent) && !errors.Is(err, httpmessage.ErrUnknown)
}

// setLength sets the length of the block.
func (h *header) setLength(value string) {
	n, err := strconv.ParseUint(value, 10, 63)
	if err != nil || n > maxLength {
		h.fault("the length of the record is not usable, " + strconv.Quote(short(value)) + ": it is read up to the next one")
		return
	}
	h.length = int64(n)
}

// short returns the beginning of a value for a message.
func short(value string) string { return value[:min(len(value), 40)] }

// parseARC parses the line before the block of an ARC record:
//
//	URL IP-address date media-type length                                            (version 1)
//	URL IP-address date media-type status checksum location offset filename length   (version 2)
//
// There may be spaces in the URL, and after the media type. If the date is damaged or missing, but the
// line has an address and a media type, that is a fault. ok is false if the line lacks these, too.
func parseARC(line []byte) (h header, ok bool) {
	text := strings.TrimRight(string(line), " \t\r\n")
	words, at, mediaType, dated := wordsOf(text)
	if at < 0 {
		return h, false
	}
	last := len(words) - 1
	h.mediaType, h.sure = mediaType, true
	if dated {
		h.Date, h.sure = words[at], len(words[at]) >= 14
		if d := h.Date; len(d) == 14 { // write it as WARC does
			h.Date = d[:4] + "-" + d[4:6] + "-" + d[6:8] + "T" + d[8:10] + ":" + d[10:12] + ":" + d[12:] + "Z"
		}
	} else {
		fault := "the record has no date"
		if words[at] != h.mediaType {
			fault = "the date of the record is not usable: " + strconv.Quote(short(words[at]))
		}
		h.faults = append(h.faults, fault)
	}
	h.Header = text
	h.setURL(strings.Join(words[:at-1], " "))
	h.mediaType, h.length = strings.Trim(h.mediaType, ";"), unknown
	h.setLength(words[last])
	h.sure = h.sure && strings.IndexByte(h.URL, ':') > 0 && isNumber(strings.TrimPrefix(words[last], "-"))
	switch {
	case strings.HasPrefix(h.URL, "filedesc:"):
		h.Type = "warcinfo"
	case isHTTP(h.URL):
		h.Type = "response"
	default:
		h.Type = "resource"
	}
	return h, true
}

// wordsOf returns the words of the line before the block of an ARC record. at is the index of the word after the
// address, which is the date if dated is set. It is -1 if the line does not begin a record.
func wordsOf(line string) (words []string, at int, mediaType string, dated bool) {
	words = strings.Split(strings.TrimRight(line, " \t\r\n"), " ")
	if at = dateOf(words); at >= 0 {
		return words, at, words[at+1], true
	}
	at, mediaType = afterAddress(words)
	return words, at, mediaType, false
}

// dateOf returns the index of the date in the words of a line, or -1. The date comes after an
// address or, if no word is an address, two words before the last word.
func dateOf(words []string) int {
	for i := 2; i < len(words)-2; i++ {
		if isDate(words[i]) && isAddress(words[i-1]) {
			return i
		}
	}
	if i := len(words) - 3; i >= 2 && isDate(words[i]) {
		return i
	}
	return -1
}

// afterAddress returns the index of the word after the IP address in a line without a date, and the
// media type, which is that word or the next word. at is -1 if the line does not begin a record.
func afterAddress(words []string) (at int, mediaType string) {
	last := len(words) - 1
	if strings.IndexByte(words[0], ':') <= 0 || !isNumber(words[last]) {
		return -1, ""
	}
	for i := 2; i < last; i++ {
		if words[i-1] == "-" || !isAddress(words[i-1]) {
			continue
		}
		for _, word := range words[i:min(i+3, last)] {
			if strings.Contains(word, "/") || word == "no-type" {
				return i, word
			}
		}
	}
	return -1, ""
}

// isDate reports whether a word is a date in digits. Most have 14.
func isDate(word string) bool { return len(word) >= 8 && len(word) <= 20 && isNumber(word) }

// isNumber reports whether a word consists of digits.
func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// isAddress reports whether a word is an IP address, or "-" in place of an address.
func isAddress(word string) bool {
	_, err := netip.ParseAddr(word)
	return err == nil || word == "-"
}

// isHTTP reports whether a URL has the scheme http or https.
func isHTTP(url string) bool {
	scheme, _, ok := strings.Cut(url[:min(len(url), 6)], ":")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// ARCFields yields what the line before the block of an ARC record says, with the names that Common Crawl's
// extractor (ia-web-commons) gives to the fields.
func ARCFields(line string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		words, at, mediaType, _ := wordsOf(line)
		if at < 0 {
			return
		}
		date := words[at]
		if date == mediaType { // there is no date
			date = ""
		}
		for _, f := range [][2]string{
			{"Target-URI", strings.Join(words[:at-1], " ")}, {"IP-Address", words[at-1]}, {"Date", date},
			{"Content-Type", strings.Trim(mediaType, ";")}, {"Content-Length", words[len(words)-1]},
		} {
			if f[1] != "" && !yield(f[0], f[1]) {
				return
			}
		}
	}
}
