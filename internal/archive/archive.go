// Package archive has what verbs print of the records of web archives.
package archive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/printable"
)

// A Record is a record of a web archive as JSON. The keys are stable. The key "offset" beside them
// is the offset of the record in the file, as in a CDXJ file, or -1 if the record cannot be read
// without the records before it.
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

// Counts are numbers of records. The JSON keys are stable.
type Counts struct {
	Records int            `json:"records"`
	Types   map[string]int `json:"types"` // counts by WARC-Type
}

// nouns are the types of WARC 1.1 with their names in the plural.
var nouns = map[string]string{
	"warcinfo": "warcinfo", "response": "responses", "resource": "resources", "request": "requests", "metadata": "metadata",
	"revisit": "revisits", "conversion": "conversions", "continuation": "continuations",
}

// other stands for records of all other types.
const other = "other"

// Add counts a record.
func (c *Counts) Add(r *format.Record) {
	kind := r.Type
	if nouns[kind] == "" {
		kind = other
	}
	c.add(kind, 1)
}

// Merge adds the numbers of o.
func (c *Counts) Merge(o *Counts) {
	for kind, n := range o.Types {
		c.add(kind, n)
	}
}

func (c *Counts) add(kind string, n int) {
	if c.Types == nil {
		c.Types = make(map[string]int)
	}
	c.Records += n
	c.Types[kind] += n
}

// String returns the numbers as text, in descending order, such as "3 records: 2 responses, 1
// revisit".
func (c *Counts) String() string {
	var parts []string
	for _, kind := range slices.SortedFunc(maps.Keys(c.Types), func(a, b string) int {
		return cmp.Or(c.Types[b]-c.Types[a], strings.Compare(a, b))
	}) {
		noun := kind
		if c.Types[kind] != 1 && kind != other {
			noun = nouns[kind]
		}
		parts = append(parts, fmt.Sprintf("%d %s", c.Types[kind], noun))
	}
	noun := "records"
	if c.Records == 1 {
		noun = "record"
	}
	return fmt.Sprintf("%d %s: %s", c.Records, noun, strings.Join(parts, ", "))
}
