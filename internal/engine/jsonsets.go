package engine

import (
	"slices"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonSets are the fields of JSON text that are read.
type jsonSets struct {
	given *jsonfield.Set // nil if no field is given
	feed  *jsonfield.Set // of a JSON Feed: those that are given, and its own
}

// ownFields are the fields of a JSON Feed alone.
var ownFields = func() *jsonfield.Set {
	set, err := jsonfield.NewSet(feedFields...)
	if err != nil {
		panic(err) // the table is wrong
	}
	return set
}()

// set sets the fields that are given, unless they are set already.
func (j *jsonSets) set(fields []jsonfield.Field) (err error) {
	switch {
	case j.feed != nil:
		return nil
	case len(fields) == 0:
		j.feed = ownFields
		return nil
	}
	if j.given, err = jsonfield.NewSet(fields...); err != nil {
		return err
	}
	j.feed, err = jsonfield.NewSet(slices.Concat(fields, feedFields)...)
	return err
}

// of returns the fields that are read of a text, or nil without any, and whether it is a JSON Feed.
func (j *jsonSets) of(text []byte) (set *jsonfield.Set, isFeed bool) {
	if isJSONFeed(text[:min(len(text), sniffed)]) {
		return j.feed, true
	}
	return j.given, false
}
