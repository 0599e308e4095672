package htmlscan

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

// rawKinds are those of the rules.
var rawKinds = [...]rawKind{
	skimRaw: rawPlain, skimScript: rawScript, skimForever: rawForever,
}

// Names is a set of attribute names, for [Scanner.Want]. It may hold others, too:
// it knows a name, in any case, by a hash of its length and its first eight bytes.
// The zero value is empty.
type Names [1 << nameBits / 64]uint64

const nameBits = 11

// Add adds a name in lower case.
func (n *Names) Add(name string) {
	i := nameHash(shortKey(name[:min(len(name), word)]), len(name))
	n[i/64] |= 1 << (i % 64)
}

// has reports whether text[start:end] may be a name of the set.
func (n *Names) has(text []byte, start, end int) bool {
	if start+word > len(text) {
		return true
	}
	i := nameHash(load(text, start)&(1<<(8*(end-start))-1), end-start)
	return n[i/64]>>(i%64)&1 != 0
}

// nameHash returns a hash of a name of that length that begins with key. Upper and
// lower case are the same.
func nameHash(key uint64, length int) uint64 {
	return ((key|ones*0x20)*0x9E3779B97F4A7C15 + uint64(length)*0xD1B54A32D192ED03) >> (64 - nameBits)
}
