package crawl

import (
	"strings"
	"time"
)

// A Capture is a record of a web archive that has a URL.
type Capture struct {
	URL    string
	Date   time.Time // zero if it is not known
	At     Position
	Type   Type
	Status int  // the HTTP status, or 0
	Kind   Kind // the kind of the body; for a revisit, the kind by the media type in its head
	Empty  bool // there is no body

	Location  string // the Location in the header of a response
	Digest    string // the digest of the payload, or ""
	ID        string // the ID of the record, or ""
	RefersTo  string // the ID of the record that a revisit or a conversion refers to, or ""
	RefersURL string // the URL of that record, or ""
	RefersAt  string // the date of the record that a revisit refers to, or ""
}

// A Position is where a record is: the number of its archive, and its own number there.
type Position struct{ Archive, Record uint32 }

// Before reports whether a position comes before another position.
func (p Position) Before(q Position) bool { return comparePositions(p, q) < 0 }

// A Type is the type of a record.
type Type uint8

// The types.
const (
	Response Type = iota
	Resource
	Conversion
	Revisit
)

// A rank orders the captures of a URL: the capture with the highest rank counts.
type rank uint8

const (
	useless rank = iota
	converted
	failed
	redirect
	success
)

// rank returns the rank of a capture, by its type, its status and its content.
func (c *Capture) rank() rank {
	switch {
	case c.Type == Conversion && c.Kind == Other:
		return converted
	case c.Type == Resource, c.Type == Conversion:
		return success
	case c.Location != "" && c.Status/100 == 3:
		return redirect
	case c.Status/100 == 2, c.Status == 0:
		return success
	case c.Empty && c.Type != Revisit:
		return useless
	}
	return failed
}

// The reasons for leaving out a record, as they are printed after a number: "3 has no content".
const (
	NoURL       = "has no URL of http, https or ftp"
	NotGET      = "answers another method than GET"
	Partial     = "is a part of a file"
	NotModified = "reports that nothing has changed"
	NoContent   = "has no content"
	NoOriginal  = "repeats a capture that the archives lack"
	NoSource    = "is converted from a record that is left out"
)

// refusal returns why a capture cannot become a file or an alias, or "".
func (c *Capture) refusal() string {
	switch {
	case !isWebURL(c.URL):
		return NoURL
	case c.Type == Revisit:
		return ""
	case c.Type == Response && c.Status == 206:
		return Partial
	case c.Type == Response && c.Status == 304:
		return NotModified
	case c.Type == Response && (c.Status == 204 || c.Status == 205), c.rank() == useless:
		return NoContent
	}
	return ""
}

// isWebURL reports whether a URL has a scheme of the web.
func isWebURL(url string) bool {
	scheme, _, ok := strings.Cut(url[:min(len(url), 8)], "://")
	if !ok {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp":
		return true
	}
	return false
}

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
