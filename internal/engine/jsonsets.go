package engine

import (
	"slices"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonSets are the sets of fields that are read in JSON text.
type jsonSets struct {
	given *jsonfield.Set // those of Options.JSONFields; nil without any
	feed  *jsonfield.Set // for a JSON Feed: those that are given, and its own
}

// jsonFeedSet is the set of fields of a JSON Feed alone.
var jsonFeedSet = func() *jsonfield.Set {
	set, err := jsonfield.NewSet(jsonFeedFields...)
	if err != nil {
		panic(err) // the table is wrong
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

// of returns the set for a text, or nil if nothing in it is read, and whether it is a JSON Feed.
func (j *jsonSets) of(text []byte) (set *jsonfield.Set, isFeed bool) {
	if isJSONFeed(text[:min(len(text), sniffed)]) {
		return j.feed, true
	}
	return j.given, false
}
