package htmlscan

import "math"

// A skimRule says what the start tag of a name is to a scanner that skims,
// outside of SVG and MathML.
type skimRule uint8

const (
	skimPlain    skimRule = iota // nothing: its attributes may matter
	skimTold                     // it is told, if it has any attribute; in a template the tree is built for it
	skimBase                     // told if it has any attribute, for which the tree is built
	skimTree                     // the tree is built for it, and what it does goes on
	skimTemplate                 // it begins a template
	skimColumn                   // it makes raw text markup in a template
	skimForeign                  // it begins foreign content
	skimRaw                      // raw text follows, up to the end tag
	skimScript                   // script data follows
	skimForever                  // raw text follows, up to the end of the text
	skimNoscript                 // the content of noscript follows
)

// skimRules are those of the names that tree construction knows.
var skimRules = [nNames]skimRule{
	nBase: skimBase, nCol: skimColumn, nFrameset: skimTree, nIframe: skimRaw,
	nMath: skimForeign, nMeta: skimTold, nNoembed: skimRaw, nNoframes: skimRaw,
	nNoscript: skimNoscript, nPlaintext: skimForever, nSVG: skimForeign,
	nScript: skimScript, nStyle: skimRaw, nTemplate: skimTemplate,
	nTextarea: skimRaw, nTitle: skimRaw, nXmp: skimRaw,
}

// rulesBySize tells by its first byte, in any case, and its size whether a name may have
// a rule: bit 7 is for seven bytes and more. Of what is no letter all bits are set.
var rulesBySize = func() (table [256]uint8) {
	for c := range table {
		if byteClass[c] != isAlpha {
			table[c] = math.MaxUint8
		}
	}
	for id, rule := range skimRules {
		if name := names[id].name; rule != skimPlain {
			bit := uint8(1) << min(len(name), 7)
			table[name[0]] |= bit
			table[name[0]-'a'+'A'] |= bit
		}
	}
	return table
}()

// rawKinds are those of the rules.
var rawKinds = [...]rawKind{
	skimRaw: rawPlain, skimScript: rawScript, skimForever: rawForever,
}

// Names is a set of attribute names, for [Scanner.Want]. It may hold others, too:
// it knows a name, in any case, by a hash of its first eight bytes. The zero value is
// empty.
type Names [1 << nameBits]bool

// nameBits and nameFactor are such that of the names that HTML has, none but onhashchange
// is taken for one that has places. A name that is makes tags be told in vain.
const (
	nameBits   = 13
	nameFactor = 0xC4CEB9FE1A85EC53
)

// Add adds a name in lower case.
func (n *Names) Add(name string) { n[nameHash(shortKey(name[:min(len(name), word)]))] = true }

// has reports whether a name that begins with key, or is that, may be one of the set.
func (n *Names) has(key uint64) bool { return n[nameHash(key)] }

// nameHash returns a hash of the name that key is, or begins. Upper and lower case are
// the same.
func nameHash(key uint64) uint64 { return (key | ones*0x20) * nameFactor >> (64 - nameBits) }

// noNames is the set of a scanner that was not told of any.
var noNames Names
