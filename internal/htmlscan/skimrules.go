package htmlscan

import "math"

// A skimRule is the way a skimming scanner handles a start tag, outside SVG and MathML.
type skimRule uint8

const (
	skimPlain    skimRule = iota // the tag is returned if it has a wanted attribute, as for the rules that do not say otherwise
	skimTold                     // the tag is returned if it has attributes; in a template, it needs the tree
	skimBase                     // the tag is returned if it has attributes, and needs the tree
	skimTree                     // the tag needs the tree, and so does what follows
	skimTemplate                 // a template begins
	skimColumn                   // in a template, the tag needs the tree: after it, raw text is markup
	skimForeign                  // foreign content begins
	skimRaw                      // raw text follows, up to the end tag
	skimScript                   // script data follows
	skimForever                  // raw text follows, up to the end of the text
	skimNoscript                 // the content of noscript follows
)

// skimRules are the rules for the names that tree construction knows.
var skimRules = [nNames]skimRule{
	nBase: skimBase, nCol: skimColumn, nFrameset: skimTree, nIframe: skimRaw,
	nMath: skimForeign, nMeta: skimTold, nNoembed: skimRaw, nNoframes: skimRaw,
	nNoscript: skimNoscript, nPlaintext: skimForever, nSVG: skimForeign,
	nScript: skimScript, nStyle: skimRaw, nTemplate: skimTemplate,
	nTextarea: skimRaw, nTitle: skimRaw, nXmp: skimRaw,
}

// rulesBySize has, for the first byte of a name in any case, a bit for each length that
// names with a rule have. Bit 7 is for seven bytes and more. For a byte that is not a
// letter all bits are set.
var rulesBySize = func() (table [256]uint8) {
	for c := range table {
		if byteClass[c] != isAlpha {
			table[c] = math.MaxUint8
		}
	}
	for id, rule := range skimRules {
		if name := names[id]; rule != skimPlain {
			bit := uint8(1) << min(len(name), 7)
			table[name[0]] |= bit
			table[name[0]-'a'+'A'] |= bit
		}
	}
	return table
}()

// rawKinds maps rules to the kind of raw text that follows.
var rawKinds = [...]rawKind{
	skimRaw: rawPlain, skimScript: rawScript, skimForever: rawForever,
}

// Names is a set of attribute names, for [Scanner.Want]. It identifies a name by a hash of
// its first eight bytes, ignoring case, so it may also report names that were not added.
// The zero value is the empty set.
type Names [1 << nameBits]interest

// An interest is a set of reasons why the caller wants an attribute.
type interest uint8

const (
	wanted interest = 1 << iota // see Names.Add
	noted                       // see Names.AddNoted
	only                        // see Token.OnlyNoted
)

// With these values, no attribute name of HTML has the same hash as a name that the engine wants. A
// collision only costs time: the scanner returns a tag that nobody needs.
const (
	nameBits   = 13
	nameFactor = 0xFE8D7191C21DE361
)

// Add adds a name in lower case.
func (n *Names) Add(name string) { *n.of(name) |= wanted }

// AddAll adds all names.
func (n *Names) AddAll() {
	for i := range n {
		n[i] |= wanted
	}
}

// AddNoted adds a name in lower case. A skimming scanner returns tags with such attributes, too, and sets
// [Token.OnlyNoted] if they have no other names of the set. It does not set [Attr.Wanted].
func (n *Names) AddNoted(name string) { *n.of(name) |= noted }

// of returns the element of n for a name.
func (n *Names) of(name string) *interest { return &n[nameHash(shortKey(name[:min(len(name), word)]))] }

// get returns the interest in a name. key has the first eight bytes of the name.
func (n *Names) get(key uint64) interest { return n[nameHash(key)] }

// nameHash returns the hash of a name. key has the first eight bytes of the name, in any case: upper
// and lower case give the same hash.
func nameHash(key uint64) uint64 { return (key | ones*0x20) * nameFactor >> (64 - nameBits) }

// noNames is the empty set, for scanners without a call of Want.
var noNames Names
