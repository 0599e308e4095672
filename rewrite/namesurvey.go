package rewrite

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// A nameSurvey finds, among the references within a multipart/related, those that must
// stay so that links go on naming parts by their Content-Location: see related. It
// keeps references by how they are written, as [written] returns it.
type nameSurvey struct {
	dialect   resolve.Dialect
	names     map[string]*surveyed
	targets   map[string]*matching
	bases     map[string][]string // by part: references that give a base to others in it
	locations map[string]bool     // that are absolute, if some base is refused
	refused   []string            // references that name a part by such a base
	readers   map[*base.Established]*resolve.Base
}

// A surveyed is what is known of the references that are written alike.
type surveyed struct {
	isLocation bool
	location   string   // what the Content-Location becomes; empty if it stays
	links      []string // what links become, each once; empty for those that stay
	stays      bool     // a reference stays, whatever becomes of others
	located    []string // the targets of Content-Locations
	linked     []string // the targets of links
	parts      []string // that the links are in
}

// A matching is the references that have one target: those of parts, and links.
type matching struct {
	locations, links []string
	names            bool // a part is named
}

// maxTargets is how many targets, and parts, of references that are written alike are
// told apart.
const maxTargets = 8

func newNameSurvey(d resolve.Dialect, locations map[string]bool) *nameSurvey {
	return &nameSurvey{
		dialect: d, names: make(map[string]*surveyed), targets: make(map[string]*matching),
		bases: make(map[string][]string), locations: locations, readers: make(map[*base.Established]*resolve.Base),
	}
}

// see takes notice of a reference.
func (n *nameSurvey) see(r *Reference) {
	name := written(r.Text)
	if r.Status == Absolute || name == "" {
		return
	}
	s := n.names[name]
	if s == nil {
		s = new(surveyed)
		n.names[name] = s
	}
	becomes := ""
	if r.Status == Resolved {
		becomes = string(withoutFragment(r.Target))
	}
	s.stays = s.stays || becomes == "" || n.namesAnother(r, name)
	field := r.Element == ""
	if r.Status == Resolved && (field && strings.HasPrefix(r.Attr, "Content-") || r.Element == "base" || r.Attr == "xml:base" || r.Attr == "codebase") {
		n.bases[r.Part] = append(n.bases[r.Part], name)
	}
	if field && r.Attr == "Content-Location" {
		if s.isLocation && s.location != becomes {
			becomes = "" // of two parts: no link names both
		}
		s.isLocation, s.location = true, becomes
		n.match(r, name, &s.located, func(m *matching) *[]string { return &m.locations })
		return
	}
	s.links = appendNew(s.links, becomes)
	s.parts = appendNew(s.parts, r.Part)
	n.match(r, name, &s.linked, func(m *matching) *[]string { return &m.links })
}

// appendNew appends s to list unless it is there, or there are many.
func appendNew(list []string, s string) []string {
	if len(list) < maxTargets && !slices.Contains(list, s) {
		list = append(list, s)
	}
	return list
}

// match notes the target of a reference, whether or not it is written: in list, which is
// of those that are written as name, and of that name in a list of the target.
func (n *nameSurvey) match(r *Reference, name string, list *[]string, of func(*matching) *[]string) {
	target := string(withoutFragment(r.Target))
	if r.Status != Resolved {
		var outcome resolve.Outcome
		if target, outcome = r.Base.Resolve(name); outcome != resolve.Resolved {
			return
		}
	}
	if len(*list) == maxTargets || slices.Contains(*list, target) {
		return
	}
	*list = append(*list, target)
	m := n.targets[target]
	if m == nil {
		m = new(matching)
		n.targets[target] = m
	}
	names := of(m)
	*names = append(*names, name)
}

// namesAnother reports whether a link names a part to readers that use the base that
// was refused for its scheme, and would not any more.
func (n *nameSurvey) namesAnother(r *Reference, name string) bool {
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
	if !n.locations[written([]byte(target))] {
		return false
	}
	n.refused = append(n.refused, name)
	return true
}

// readerBase returns the base that readers use who refuse none for its scheme, nil if it
// is the one that counts here.
func (n *nameSurvey) readerBase(b *base.Established) *resolve.Base {
	for _, c := range b.Candidates() {
		switch {
		case c.Refused:
			return n.dialect.Base(c.URL)
		case c.Used:
			return nil
		}
	}
	return nil
}

// disputed returns how those references are written that must stay: what is written as a
// link and as a Content-Location but would become different URLs, or only one of them a
// URL; and what has the same target as one that stays. If there are links that cannot be
// seen, they may be to any part.
func (n *nameSurvey) disputed(blind bool) map[string]bool {
	s := spread{nameSurvey: n, stay: make(map[string]bool), seen: make(map[string]bool)}
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
	return s.stay
}

// A spread finds what must stay for the sake of what stays.
type spread struct {
	*nameSurvey
	stay  map[string]bool
	seen  map[string]bool
	queue []string
}

// add has the references stay that are written so.
func (s *spread) add(name string) {
	s.stay[name] = true
	s.follow(name)
}

// follow looks at a name once.
func (s *spread) follow(name string) {
	if !s.seen[name] {
		s.seen[name] = true
		s.queue = append(s.queue, name)
	}
}

// next adds what names a part that stays, the parts that a link that stays names, and
// the base of such a link: readers resolve it as they do the name of the part.
func (s *spread) next(found *surveyed) {
	for _, target := range found.located {
		m := s.targets[target]
		for _, link := range m.links {
			s.add(link)
		}
		m.links = nil // each is looked at once
	}
	for _, target := range found.linked {
		m := s.targets[target]
		for _, location := range m.locations {
			s.add(location)
			m.names = true
		}
		m.locations = nil // this too
		if !m.names {
			continue
		}
		for _, part := range found.parts {
			s.addBases(part)
		}
	}
}

// addBases adds what gives a base to a part, or to a part around it.
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
