// Package archive has what verbs print of the records of web archives.
package archive

import (
	"cmp"
	"fmt"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/printable"
)

// A Record is a record of a web archive as JSON. The keys are stable. The key "offset" beside them
// is the offset of the record in the file, as in a CDXJ file, or -1 if the record cannot be read
// without the ones before it.
type Record struct {
	Length int64  `json:"length"` // the length of the record in the file
	ID     string `json:"record"` // WARC-Record-ID
	URL    string `json:"record_url"`
	Date   string `json:"record_date"`
	Status int    `json:"http_status"` // 0 if the record is no HTTP response
}

// New returns the printed form of r. It returns nil if r is nil.
func New(r *format.Record) *Record {
	if r == nil {
		return nil
	}
	return &Record{Length: r.Length, ID: r.ID, URL: r.URL, Date: r.Date, Status: r.Status}
}

// Append appends the keys and values of r, after a comma.
func Append(b []byte, r *format.Record) []byte {
	b = printable.AppendInt(append(b, `,"length":`...), int(r.Length))
	b = printable.AppendJSON(append(b, `,"record":`...), r.ID)
	b = printable.AppendJSON(append(b, `,"record_url":`...), r.URL)
	b = printable.AppendJSON(append(b, `,"record_date":`...), r.Date)
	return printable.AppendInt(append(b, `,"http_status":`...), r.Status)
}

// Title returns the name of a record for people: its URL, or its number in the archive.
func Title(r *format.Record, number int) string {
	return cmp.Or(r.URL, fmt.Sprintf("record %d", number))
}
