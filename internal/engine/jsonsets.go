package engine

import (
	"slices"

	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonSets are the sets of fields that are read in JSON text.
type jsonSets struct {
	given *jsonfield.Set // the fields of Options.JSONFields; nil without any
	feed  *jsonfield.Set // the given fields and those of a JSON Feed
}

// SeenFields are the fields of Options.JSONFields that a source has. Each is a bit, by its number.
type SeenFields struct {
	Strings    uint64 // a string is at the path
	Containers uint64 // an array or object is at the path
	Texts      bool   // there is JSON text
	Read       bool   // some of the text is read, because it is a JSON Feed or fields are given
	Lacking    bool   // an object or array has no string at any path
}

// HintContainers is appended to a note on fields that are arrays or objects.
const HintContainers = `: arrays or objects are there: "/*" after a path names the strings in them`

// Add adds the fields of other.
func (s *SeenFields) Add(other SeenFields) {
	s.Strings |= other.Strings
	s.Containers |= other.Containers
	s.Texts, s.Read, s.Lacking = s.Texts || other.Texts, s.Read || other.Read, s.Lacking || other.Lacking
}

// IsUnread reports whether there is text in which no string is read.
func (s *SeenFields) IsUnread() bool { return s.Lacking && s.Strings == 0 }

// MissingFields returns the fields of Options.JSONFields that have no string in the texts that were seen,
// and whether arrays or objects are at some of their paths.
func (rw *Rewriter) MissingFields(s SeenFields) (missing []string, containers bool) {
	for i, f := range rw.opts.JSONFields {
		if bit := uint64(1) << i; s.Strings&bit == 0 {
			missing = append(missing, f.Path)
			containers = containers || s.Containers&bit != 0
		}
	}
	return missing, containers
}

// jsonFeedSet is the set of fields of a JSON Feed alone.
var jsonFeedSet = func() *jsonfield.Set {
	set, err := jsonfield.NewSet(jsonFeedFields...)
	if err != nil {
		panic(err) // the table above is wrong
	}
	return set
}()

// set sets both sets by the fields that are given, unless they are set already.
func (j *jsonSets) set(fields []jsonfield.Field) (err error) {
	switch {
	case j.feed != nil:
		return nil
	case len(fields) == 0:
		j.feed = jsonFeedSet
		return nil
	}
	if j.given, err = jsonfield.NewSet(fields...); err != nil {
		return err
	}
	j.feed, err = jsonfield.NewSet(slices.Concat(fields, jsonFeedFields)...)
	return err
}

// of returns the set for a text, or nil if nothing in the text is read, and whether the text is a
// JSON Feed.
func (j *jsonSets) of(text []byte) (set *jsonfield.Set, isFeed bool) {
	if detect.IsJSONFeed(text[:min(len(text), detect.HeadSize)]) {
		return j.feed, true
	}
	return j.given, false
}
