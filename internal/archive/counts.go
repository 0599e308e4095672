package archive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

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
