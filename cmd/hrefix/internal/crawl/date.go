package crawl

import (
	"strings"
	"time"
)

// layouts are the forms of dates in WARC 1.0 and 1.1 (a part of RFC 3339 from the year on),
// and in ARC and CDX, with digits only.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "2006-01", "2006",
	"20060102150405", "200601021504", "20060102", "200601",
}

// ParseDate parses a date. Without a zone, it is UTC.
func ParseDate(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
