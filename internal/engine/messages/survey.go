package messages

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A Survey finds the references in a multipart/related that must be left so that links
// still name parts by their Content-Location. References with the same [Name] are treated
// alike.
//
// A link names another part of a multipart/related by that part's Content-Location (RFC 2557
// section 8). Readers find the part in two ways, and both must still work.
//
// Some readers compare the link and the Content-Location as written, whatever their bases are.
// For these, a link and a Content-Location with the same name are both left if they would
// become different URLs.
//
// Other readers resolve both. If both become absolute, they still have the same target. If one
// is left, all links and Content-Locations with its target must be left, too, and so must the
// relative base of such a link.
//
// A Content-Location is also left if a link to it is left for another reason, such as a
// signature. If the base is not in the message, no reader would find the part otherwise.
type Survey struct {
	// Moved, if not nil, maps the URLs of a site that moves. A reference that is left is compared
	// with others by its mapped target.
	Moved func(string) string

	dialect   resolve.Dialect
	names     map[string]*surveyed // entries by name
	targets   map[string]*matching // entries by target
	bases     map[string][]string  // for each part, the names of the references that give it a base
	locations map[string]bool      // the absolute Content-Locations; nil if no base is passed over
	refused   []string             // names of links that name a part by a base that is passed over
	readers   map[*base.Result]*resolve.Base
}

// A Link is a reference in a multipart/related: a link, or a header field of a part.
type Link struct {
	Part    string // the entity with the reference
	Element string // empty for a header field
	Attr    string // the attribute, or the name of the field
	Text    []byte
	Base    *base.Result
	// Absolute reports whether Text is absolute. Resolved reports whether Target replaces the
	// reference.
	Absolute, Resolved bool
	Target             []byte
}

// Names are names of references.
type Names map[string]bool

// Has reports whether the names include the name of the reference.
func (n Names) Has(reference []byte) bool { return len(n) > 0 && n[Name(reference)] }

// A surveyed has facts about the references that share a name.
type surveyed struct {
	isLocation bool     // one of the links is a Content-Location
	location   string   // the new URL of the Content-Location; "" if it is left
	links      []string // the new URLs of links, each once; "" for links that are left
	stays      bool     // a reference is left, independent of others
	located    []string // the targets of Content-Locations
	linked     []string // the targets of links
	parts      []string // the parts that the links are in
}

// A matching has the names of the references that share a target.
type matching struct {
	locations, links []string
	names            bool // a link that is left names a part
}

// maxTargets limits how many targets, results and parts are kept for a name.
const maxTargets = 8

// NewSurvey returns an empty Survey of the references in the multipart e.
func NewSurvey(d resolve.Dialect, e *mimebase.Entity) *Survey {
	return &Survey{
		dialect: d, names: make(map[string]*surveyed), targets: make(map[string]*matching),
		bases: make(map[string][]string), locations: locations(e), readers: make(map[*base.Result]*resolve.Base),
	}
}

// See adds a reference to the survey.
func (n *Survey) See(r *Link) {
	name := Name(r.Text)
	if r.Absolute || name == "" {
		return
	}
	s := n.names[name]
	if s == nil {
		s = new(surveyed)
		n.names[name] = s
	}
	becomes := ""
	if r.Resolved {
		becomes = string(withoutFragment(r.Target))
	}
	s.stays = s.stays || becomes == "" || n.namesAnother(r, name)
	field := r.Element == ""
	if r.Resolved && (field && (strings.HasPrefix(r.Attr, "Content-") || r.Attr == "Base") || r.Element == "base" || r.Attr == "xml:base" || r.Attr == "codebase") {
		n.bases[r.Part] = append(n.bases[r.Part], name)
	}
	if field && r.Attr == "Content-Location" {
		if s.isLocation && s.location != becomes {
			becomes = "" // two parts have different URLs, and a link cannot become both
		}
		s.isLocation, s.location = true, becomes
		n.match(r, name, &s.located, func(m *matching) *[]string { return &m.locations })
		return
	}
	s.links = appendNew(s.links, becomes)
	s.parts = appendNew(s.parts, r.Part)
	n.match(r, name, &s.linked, func(m *matching) *[]string { return &m.links })
}

// appendNew appends s to list unless list has it, or is full.
func appendNew(list []string, s string) []string {
	if len(list) < maxTargets && !slices.Contains(list, s) {
		list = append(list, s)
	}
	return list
}

// match records the target of a reference, even if the target will not be written: it adds the target to
// targets, which has the targets of name, and adds name to a list in the matching of the target, which the
// function list selects.
func (n *Survey) match(r *Link, name string, targets *[]string, list func(*matching) *[]string) {
	target := string(withoutFragment(r.Target))
	if !r.Resolved {
		var outcome resolve.Outcome
		if target, outcome = r.Base.Resolve(name); outcome == resolve.Unresolved {
			return
		}
		if n.Moved != nil {
			target = n.Moved(target)
		}
	}
	if len(*targets) == maxTargets || slices.Contains(*targets, target) {
		return
	}
	*targets = append(*targets, target)
	m := n.targets[target]
	if m == nil {
		m = new(matching)
		n.targets[target] = m
	}
	names := list(m)
	*names = append(*names, name)
}

// namesAnother reports whether a link names a part only for readers that accept a base that is
// passed over here. If the link became absolute, these readers would not find the part.
func (n *Survey) namesAnother(r *Link, name string) bool {
	if n.locations == nil || r.Element == "" {
		return false
	}
	b, ok := n.readers[r.Base]
	if !ok {
		b = n.readerBase(r.Base)
		n.readers[r.Base] = b
	}
	if b == nil {
		return false
	}
	target, _ := b.Resolve(name)
	if !n.locations[Name([]byte(target))] {
		return false
	}
	n.refused = append(n.refused, name)
	return true
}

// readerBase returns the base that a reader finds who accepts every scheme, or nil if that is b.
func (n *Survey) readerBase(b *base.Result) *resolve.Base {
	for _, c := range b.Candidates() {
		switch {
		case c.Reason == basereason.SchemeRefused, isThisMessage(c.URL):
			return n.dialect.Base(c.URL)
		case c.Used:
			return nil
		}
	}
	return nil
}

// Disputed returns the names of the references that must be left: names of links and a
// Content-Location that would not all become the same URL, and names of references with the same
// target as a reference that is left. blind reports whether there are unreadable links, which could
// name any part.
func (n *Survey) Disputed(blind bool) Names {
	s := spread{Survey: n, stay: make(map[string]bool), seen: make(map[string]bool)}
	for _, name := range n.refused {
		s.add(name)
	}
	for name, found := range n.names {
		switch {
		case found.isLocation && (blind || slices.ContainsFunc(found.links, func(link string) bool { return link != found.location })):
			s.add(name)
		case found.stays:
			s.follow(name)
		}
	}
	for len(s.queue) > 0 {
		name := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.next(n.names[name])
	}
	return Names(s.stay)
}

// A spread finds the references that must be left because others are left.
type spread struct {
	*Survey
	stay  map[string]bool // names of references that must be left
	seen  map[string]bool // names that are or were in the queue
	queue []string        // names to look at
}

// add leaves the references with a name.
func (s *spread) add(name string) {
	s.stay[name] = true
	s.follow(name)
}

// follow puts a name into the queue, once.
func (s *spread) follow(name string) {
	if !s.seen[name] {
		s.seen[name] = true
		s.queue = append(s.queue, name)
	}
}

// next follows the references with a name that must be left. For a Content-Location, it adds the
// links to that part. For a link, it adds the Content-Locations of the parts that the link names,
// and the references that give the link its base.
func (s *spread) next(found *surveyed) {
	for _, target := range found.located {
		m := s.targets[target]
		for _, link := range m.links {
			s.add(link)
		}
		m.links = nil // the links are added only once
	}
	for _, target := range found.linked {
		m := s.targets[target]
		for _, location := range m.locations {
			s.add(location)
			m.names = true
		}
		m.locations = nil // the locations are added only once
		if !m.names {
			continue
		}
		for _, part := range found.parts {
			s.addBases(part)
		}
	}
}

// addBases adds the references that give a base to a part, or to a part around it.
func (s *spread) addBases(part string) {
	for {
		for _, name := range s.bases[part] {
			s.add(name)
		}
		delete(s.bases, part)
		if part == "" {
			return
		}
		part = part[:max(0, strings.LastIndexByte(part, '.'))]
	}
}
