package anchors

import (
	"bytes"
	"hash/maphash"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// Leads reports whether a fragment, without its "#", leads to a part of a document: to an anchor, or to
// the top, which every document has. has reports whether the document has an anchor with a name.
//
// HTML Standard section 7.4.6.4 (the indicated part of a document)
func Leads(fragment []byte, has func(name []byte) bool) bool {
	if IsTop(fragment) || has(fragment) {
		return true
	}
	own := WithoutDirective(fragment)
	decoded := urltext.Decode(own)
	return len(own) < len(fragment) && (has(own) || IsTop(own)) || len(decoded) < len(own) && (has(decoded) || IsTop(decoded))
}

// IsTop reports whether a fragment leads to the top of a document that has no anchor with its name.
func IsTop(fragment []byte) bool {
	return len(fragment) == 0 || ascii.EqualFold(fragment, "top")
}

// WithoutDirective returns a fragment without its directive for the browser, such as ":~:text=word" (URL Fragment
// Text Directives, section 3.3).
func WithoutDirective(fragment []byte) []byte {
	before, _, _ := bytes.Cut(fragment, []byte(":~:"))
	return before
}

// A Set has the names of the anchors of a document. It is filled by the scan that finds the links: once Wanted is
// set, the scan passes each token of HTML to Tag, or each start tag of XML to XMLTag. The text before the first of
// these tokens is read only if a fragment is not found after it. A document without links to its anchors costs
// nothing.
//
// The Set keeps hashes of 62 bits, not names, in a table of its own: with a map, a page of 1,000,000 ids took 30 %
// more time. If two names have the same hash, a wrong fragment may count as right. The zero Set is empty.
type Set struct {
	Finder
	Wanted bool

	whole  []byte // the text
	before int    // the text before this offset has not been read
	cells  []cell // parts of tables that are in doubt
	folds  bool   // there are names that match in any case
	lower  []byte

	seed  maphash.Seed
	slots []uint64 // a hash table: 0, or a hash, whose last bit is set if the anchor is certain
	used  int      // slots that are not 0
}

// A cell is a part of a table with an id. It is in the document if the table is open.
type cell struct {
	hash  uint64 // of the id
	at    int    // the offset of the start tag
	table int    // see [htmlscan.Scanner.Table]
}

// kept is the greatest number of slots and of cells that Reset keeps.
const kept = 16 << 10

// Reset empties the set, for another document.
func (s *Set) Reset() {
	if s.whole != nil {
		s.clear()
	}
	s.Wanted, s.whole, s.before = false, nil, 0
}

// clear removes all names.
func (s *Set) clear() {
	switch {
	case s.used == 0:
	case len(s.slots) > min(kept, 64*s.used): // also if a document before needed much more
		s.slots = nil
	default:
		clear(s.slots)
	}
	if cap(s.cells) > kept {
		s.cells = nil
	}
	s.used, s.folds, s.cells = 0, false, s.cells[:0]
}

// begin makes the set ready for the anchors after an offset.
func (s *Set) begin(text []byte, at int) {
	if s.slots == nil {
		s.seed = maphash.MakeSeed()
	}
	s.Find(Names)
	s.Finder.begin(text, s.add)
	s.whole, s.before = text, at
}

// Tag adds the anchors of a token of HTML text that scan has returned. The first token must not be text, because
// scan has then read the next tag already. The first call makes scan want the attributes in want, which must have
// the attributes of [Note].
func (s *Set) Tag(text []byte, t *htmlscan.Token, scan *htmlscan.Scanner, want *htmlscan.Names) {
	if s.whole == nil {
		s.begin(text, t.Start)
		s.quirks = s.beginsQuirks()
		scan.Want(want)
	} else if !t.HasNoted() {
		return
	}
	if !isElement(t) {
		return
	}
	id, name := s.attrs(t)
	isRoot := t.Atom == atom.Html || t.Atom == atom.Body // and may have an id already
	doubt := needsTree(t, scan) || isRoot && s.before > 0
	if id != nil && (doubt || !s.repeats(t)) {
		h := s.put(s.decode(id.Value, id.Quote), false, doubt)
		if doubt && !isRoot && t.Atom != atom.Frame && h != 0 && scan.Table() >= 0 && !scan.MayBeInTemplate() {
			s.cells = append(s.cells, cell{h, t.Start, scan.Table()})
		}
	}
	if name != nil {
		s.put(s.decode(name.Value, name.Quote), s.quirks, doubt)
	}
}

// XMLTag adds the anchors of a start tag of XML text. The first call also adds the anchors before the tag.
func (s *Set) XMLTag(text []byte, t *xmlscan.Token) {
	if s.whole == nil {
		s.begin(text, 0)
		s.XML(text[:t.Start], s.add)
		s.text = text
	}
	s.xmlToken(t)
}

// Leads reports whether a fragment leads to a part of the document: see [Leads].
func (s *Set) Leads(fragment []byte) bool { return Leads(fragment, s.has) }

// has reports whether the document has an anchor with a name. It reads more of the text if it has to.
func (s *Set) has(name []byte) bool {
	if s.whole == nil {
		return false
	}
	found, sure := s.find(name)
	if !sure && s.before > 0 {
		s.readBefore()
		found, sure = s.find(name)
	}
	if found && !sure && len(s.cells) > 0 {
		s.confirmCells()
		_, sure = s.find(name)
	}
	if found && !sure {
		s.clear()
		s.HTML(s.whole, s.add)
		_, sure = s.find(name)
	}
	return sure
}

// readBefore adds the anchors in the text before the first token that Tag got.
func (s *Set) readBefore() {
	scan := &s.scanner
	scan.Reset(s.whole[:s.before])
	s.before = 0
	scan.Want(&wanted)
	scan.Skim()
	for t := scan.Next(); t.Kind != htmlscan.EOF; t = scan.Next() {
		s.Tag(s.whole, t, scan, nil)
	}
}

// confirmCells makes the cells certain whose table is open: no end tag of a table, or what looks like one, comes
// before them.
func (s *Set) confirmCells() {
	table, at, closed := -1, 0, false
	for _, c := range s.cells {
		if c.table != table || c.at < at { // the cells that readBefore found come last
			table, at, closed = c.table, c.table, false
		}
		closed = closed || ascii.ContainsFold(s.whole[at:c.at], "</table")
		if at = c.at; !closed {
			*s.slot(c.hash) |= 1
		}
	}
	s.cells = s.cells[:0]
}

// add adds an anchor that is certain.
func (s *Set) add(a *Anchor) { s.put(a.Name, a.AnyCase, false) }

// put adds a name, unless it is empty, and returns its hash. doubt says that the anchor is not certain.
func (s *Set) put(name []byte, anyCase, doubt bool) (h uint64) {
	if len(name) == 0 {
		return 0
	}
	if s.used >= len(s.slots)/2 {
		s.grow()
	}
	if anyCase {
		h, s.folds = s.foldedHash(name), true
	} else {
		h = s.hash(name)
	}
	slot := s.slot(h)
	if *slot == 0 {
		*slot = h &^ 1
		s.used++
	}
	if !doubt {
		*slot |= 1
	}
	return h
}

// grow makes the hash table four times as large.
func (s *Set) grow() {
	old := s.slots
	s.slots = make([]uint64, max(64, 4*len(old)))
	for _, h := range old {
		if h != 0 {
			*s.slot(h) = h
		}
	}
}

// find reports whether the hash table has a name, and whether its anchor is certain.
func (s *Set) find(name []byte) (found, sure bool) {
	if s.used == 0 {
		return false, false
	}
	h := *s.slot(s.hash(name))
	if s.folds {
		h |= *s.slot(s.foldedHash(name))
	}
	return h != 0, h&1 != 0
}

// slot returns the slot with a hash, or the free slot for it. The last bit of the hash does not count.
func (s *Set) slot(h uint64) *uint64 {
	mask := uint64(len(s.slots) - 1)
	for i := h >> 1 & mask; ; i = (i + 1) & mask {
		if slot := &s.slots[i]; *slot == 0 || *slot>>1 == h>>1 {
			return slot
		}
	}
}

// hash returns the hash of a name. It is not 0.
func (s *Set) hash(name []byte) uint64 { return maphash.Bytes(s.seed, name) | 1<<63 }

// foldedHash returns the hash of a name that matches in any case.
func (s *Set) foldedHash(name []byte) uint64 {
	s.lower = ascii.AppendLower(s.lower[:0], name)
	return ^maphash.Bytes(s.seed, s.lower) | 1<<63
}
