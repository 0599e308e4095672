package source

import "github.com/hrefix/hrefix/internal/addressbook"

// A savedPlace is the place of a page in a MAFF file, with the URL that the page was retrieved from, or
// the place of a file that was saved with a page, without a URL. It implements the interface Tree of
// package engine.
type savedPlace struct {
	*addressbook.Place
	url string
}

// URL returns the URL that the page was retrieved from.
func (p savedPlace) URL() string { return p.url }

// Mapped returns the name of the property that has the URL.
func (savedPlace) Mapped() (from string, saved bool) { return "MAF:originalurl of index.rdf", false }

// KeepsURL reports that index.rdf stays when links move.
func (savedPlace) KeepsURL() bool { return true }

// At returns the URL of the file at a location. The URL of the page is the URL that it was
// retrieved from.
func (p savedPlace) At(location string) (url string, ok bool) {
	if location == p.Location() && p.url != "" {
		return p.url, true
	}
	return p.Place.At(location)
}

// savedIn returns the URL that a page was retrieved from, if the bundle around the page has it and
// nothing precedes that URL. saved reports whether the page has such a URL, or was saved together with a
// source that has one.
func (s *Source) savedIn(place *addressbook.Place, r *Rewriters) (url string, saved bool) {
	known := place.URL() != "" && (!r.checks || place.URL() != place.Location())
	if s.bundle == nil || known || r.Base != "" || r.NoHints {
		return "", false
	}
	pages := s.bundle.members.pages
	if s.isPage() {
		url = pages.Origin(s.Rel)
	}
	return url, url != "" || !r.checks && pages.Has(s.Rel)
}
