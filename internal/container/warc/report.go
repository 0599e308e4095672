package warc

import (
	"fmt"
	"hash/maphash"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A report counts what concerns the file as a whole.
type report struct {
	payloads map[uint64]struct{} // hashes of names of payloads that changed
	revisits int                 // the number of records that refer to such a payload
	chunked  int                 // payloads in chunks whose old digest was of neither form
	unknown  int                 // digests that were removed
	failed   int                 // documents that are no pages, and get no conversion
}

var seed = maphash.MakeSeed()

// payload returns hashes of the names that revisits have for the payload of a record: its digest,
// the record, and its URL with its date.
func payload(digest, id, url, date string) (names []uint64) {
	for _, name := range []string{digest, id, url + " " + date} {
		if name != "" && name != " " {
			names = append(names, maphash.String(seed, name))
		}
	}
	return names
}

// changed remembers the payload of a record that changes.
func (p *report) changed(r *format.Record) {
	if p.payloads == nil {
		p.payloads = make(map[uint64]struct{})
	}
	for _, name := range payload(r.Field("WARC-Payload-Digest"), r.ID, r.URL, r.Date) {
		p.payloads[name] = struct{}{}
	}
}

// see counts a revisit of a payload that has changed.
func (p *report) see(r *format.Record) {
	if r == nil || r.Type != "revisit" || len(p.payloads) == 0 {
		return
	}
	for _, name := range payload(r.Field("WARC-Payload-Digest"), r.Field("WARC-Refers-To"),
		TargetURI(r.Field("WARC-Refers-To-Target-URI")), r.Field("WARC-Refers-To-Date")) {
		if _, ok := p.payloads[name]; ok {
			p.revisits++
			return
		}
	}
}

// sentences returns the sentences to report. replaced reports whether changed records were
// replaced.
func (p *report) sentences(replaced bool) (all []string) {
	switch {
	case p.revisits == 0:
	case replaced:
		all = append(all, choose(p.revisits, "1 revisit refers to a document that changed: it is left, and names the old payload",
			"%d revisits refer to documents that changed: they are left, and name the old payloads"))
	default:
		all = append(all, choose(p.revisits, "1 revisit refers to a document that changed: it is left, and has no conversion",
			"%d revisits refer to documents that changed: they are left, and have no conversions"))
	}
	if p.chunked > 0 {
		all = append(all, choose(p.chunked, "1 payload digest of a body in chunks, on which programs disagree, is that of the body without chunks now",
			"%d payload digests of bodies in chunks, on which programs disagree, are those of the bodies without chunks now"))
	}
	if p.unknown > 0 {
		all = append(all, choose(p.unknown, "1 digest is removed: its algorithm is not known", "%d digests are removed: their algorithms are not known"))
	}
	if p.failed > 0 {
		all = append(all, choose(p.failed, "1 document of an error, a redirect or a part of a file is not converted: a conversion has no status, and would be taken for a page: give --replace to change it",
			"%d documents of errors, redirects or parts of files are not converted: conversions have no status, and would be taken for pages: give --replace to change them"))
	}
	return all
}

// choose returns the sentence for n things.
func choose(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}
