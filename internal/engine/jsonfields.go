package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonSets are the sets of fields that are read in JSON text, by its format. A set is nil if nothing is read.
type jsonSets [detect.JSONFormats]*jsonfield.Set

// SeenFields are the fields of Options.JSONFields that a source has. Each is a bit, by its number.
type SeenFields struct {
	Strings    uint64 // a string is at the path
	Containers uint64 // an array or object is at the path
	Texts      bool   // there is JSON text
	Read       bool   // some of the text is read, because its format is known or fields are given
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

// jsonFormats has the fields of each format that is known by its members.
var jsonFormats = [detect.JSONFormats][]jsonfield.Field{
	// JSON Feed, versions 1 and 1.1 (https://www.jsonfeed.org/version/1.1/). The id of an item is not among
	// the fields, even if it is a URL: readers compare ids as they are.
	detect.JSONFeed: {
		{Path: "/items/*/content_html", Role: jsonfield.HTML},
		{Path: "/home_page_url", Role: jsonfield.URL},
		{Path: "/feed_url", Role: jsonfield.URL},
		{Path: "/next_url", Role: jsonfield.URL},
		{Path: "/icon", Role: jsonfield.URL},
		{Path: "/favicon", Role: jsonfield.URL},
		{Path: "/author/url", Role: jsonfield.URL},
		{Path: "/author/avatar", Role: jsonfield.URL},
		{Path: "/authors/*/url", Role: jsonfield.URL},
		{Path: "/authors/*/avatar", Role: jsonfield.URL},
		{Path: "/hubs/*/url", Role: jsonfield.URL},
		{Path: itemURL, Role: jsonfield.URL},
		{Path: "/items/*/external_url", Role: jsonfield.URL},
		{Path: "/items/*/image", Role: jsonfield.URL},
		{Path: "/items/*/banner_image", Role: jsonfield.URL},
		{Path: "/items/*/author/url", Role: jsonfield.URL},
		{Path: "/items/*/author/avatar", Role: jsonfield.URL},
		{Path: "/items/*/authors/*/url", Role: jsonfield.URL},
		{Path: "/items/*/authors/*/avatar", Role: jsonfield.URL},
		{Path: "/items/*/attachments/*/url", Role: jsonfield.URL},
	},
	// The manifest of a web application. Its URLs are relative to its own URL. Its id is not among the fields: it
	// is relative to the origin alone, and browsers compare ids.
	detect.WebManifest: {
		// Web Application Manifest (https://www.w3.org/TR/appmanifest/).
		{Path: "/start_url", Role: jsonfield.URL},
		{Path: "/scope", Role: jsonfield.URL},
		{Path: "/icons/*/src", Role: jsonfield.URL},
		{Path: "/icons_localized/*/*/src", Role: jsonfield.URL},
		{Path: "/shortcuts/*/url", Role: jsonfield.URL},
		{Path: "/shortcuts/*/icons/*/src", Role: jsonfield.URL},
		{Path: "/shortcuts/*/icons_localized/*/*/src", Role: jsonfield.URL},
		// Members of its older versions, which are now in Application Information.
		{Path: "/screenshots/*/src", Role: jsonfield.URL},
		{Path: "/related_applications/*/url", Role: jsonfield.URL},
		{Path: "/serviceworker/src", Role: jsonfield.URL},
		{Path: "/serviceworker/scope", Role: jsonfield.URL},
		// Web Share Target (https://w3c.github.io/web-share-target/).
		{Path: "/share_target/action", Role: jsonfield.URL},
		// Manifest Incubations (https://wicg.github.io/manifest-incubations/).
		{Path: "/protocol_handlers/*/url", Role: jsonfield.URL},
		{Path: "/file_handlers/*/action", Role: jsonfield.URL},
		{Path: "/file_handlers/*/icons/*/src", Role: jsonfield.URL},
		{Path: "/note_taking/new_note_url", Role: jsonfield.URL},
		{Path: "/tab_strip/new_tab_button/url", Role: jsonfield.URL},
	},
}

// itemURL is the field of the link of an item of a JSON Feed.
const itemURL = "/items/*/url"

// knownSets are the sets of the known formats alone.
var knownSets = func() (j jsonSets) {
	if err := j.add(nil, FeedHint); err != nil {
		panic(err) // the table above is wrong
	}
	return j
}()

// set sets the sets by the fields that are given and by the rule for feeds, unless they are set already.
func (j *jsonSets) set(given []jsonfield.Field, rule FeedBase) error {
	switch {
	case j[detect.JSONFeed] != nil:
		return nil
	case len(given) == 0 && rule != FeedItem:
		*j = knownSets
		return nil
	}
	return j.add(given, rule)
}

// add adds the sets to j, which has none.
func (j *jsonSets) add(given []jsonfield.Field, rule FeedBase) error {
	for i, known := range jsonFormats {
		fields := slices.Concat(given, known)
		for k := range fields[len(given):] {
			if f := &fields[len(given)+k]; rule == FeedItem && f.Path == itemURL {
				f.Role = jsonfield.Base
			}
		}
		if len(fields) == 0 {
			continue
		}
		set, err := jsonfield.NewSet(fields...)
		if err != nil {
			return err
		}
		j[i] = set
	}
	return nil
}

// feedContext returns the context of a JSON Feed in ctx, and the link that gives its base: the link
// to its site, or the link to the feed itself, as in other feeds. It reads the text once.
func (j *jsonWalk) feedContext(ctx *base.Context) (*base.Context, feedBase) {
	var site, self sites.FeedLink
	for s, ok := j.strings.Next(); ok; s, ok = j.strings.Next() {
		switch j.set.Fields()[s.Field].Path {
		case "/home_page_url":
			site = sites.FeedLink{At: s.Start + 1, URL: string(j.urlIn(s.Start, s.End))}
		case "/feed_url":
			self = sites.FeedLink{At: s.Start + 1, URL: string(j.urlIn(s.Start, s.End))}
		}
	}
	j.strings.Rewind()
	return j.documents.linkContext(ctx, &site, &self)
}
