package linkcheck

import (
	"hash/maphash"
	"strings"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/mimebase"
)

// parts are the parts of a message, by the names that links of the message have for them.
type parts struct {
	ids       map[string]bool // Content-IDs (RFC 2392)
	locations map[string]bool // Content-Locations (RFC 2557)
	anchors   map[uint64]bool // by number of the part and name; nil until they are needed
	seed      maphash.Seed
}

// message returns the parts of the page, or nil if that is no message.
func (p *Page) message() *parts {
	if p.parts == nil && p.source.Text != nil {
		p.parts = &parts{ids: make(map[string]bool), locations: make(map[string]bool), seed: p.c.anchors.seed}
		mimebase.Parse(p.source.Text, nil, mimebase.Options{}).Walk(p.parts.add)
	}
	return p.parts
}

// add adds the names of a part.
func (m *parts) add(e *mimebase.Entity) {
	for _, name := range []string{"Content-ID", "Message-ID"} {
		if id := strings.TrimSpace(e.FieldValue(name)); id != "" {
			m.ids[strings.TrimSuffix(strings.TrimPrefix(id, "<"), ">")] = true
		}
	}
	if value := nameOf(e.FieldValue("Content-Location")); value != "" {
		m.locations[value] = true
		target, _ := e.HeaderBase("Content-Location").AppendReplacement(nil, []byte(value))
		m.locations[string(target)] = true
	}
}

// nameOf returns a URL without its fragment, and without white space, which a folded header
// field has.
func nameOf(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return strings.Join(strings.Fields(url), "")
}

// contentID checks a cid: URL.
func (p *Page) contentID(url []byte) *Fault {
	m := p.message()
	if m == nil {
		return noPart.fault(url, ": the file is no message")
	}
	id := urltext.Decode(url[len("cid:"):])
	if m.ids[string(id)] || m.locations[string(url)] {
		return nil
	}
	return noPart.fault(url, "")
}

// isPart reports whether a URL is the Content-Location of a part of the message.
func (p *Page) isPart(url []byte) bool {
	m := p.message()
	return m != nil && len(m.locations) > 0 && m.locations[nameOf(string(url))]
}

// inPart checks a reference in a part of a message that is only a fragment.
func (p *Page) inPart(ref *engine.Reference, fragment []byte) *Fault {
	m := p.message()
	if m == nil || p.c.opts.NoFragments || isOfStyle(ref) {
		return nil
	}
	if m.anchors == nil {
		m.anchors = make(map[uint64]bool)
		p.source.Anchors(func(a *engine.Anchor) {
			m.anchors[m.hash(a.Part, a.Name)] = true
			if a.AnyCase {
				m.anchors[^m.hash(a.Part, lower(a.Name))] = true
			}
		})
	}
	if leads(fragment, func(name []byte) bool {
		return m.anchors[m.hash(ref.Part, name)] || m.anchors[^m.hash(ref.Part, lower(name))]
	}) {
		return nil
	}
	return noAnchor.fault(ref.Text, "")
}

// hash returns the hash of a name in a part.
func (m *parts) hash(part string, name []byte) uint64 {
	return maphash.String(m.seed, part+"\x00"+string(name))
}
