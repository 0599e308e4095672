package htmlscan

// A skimRule says what the start tag of a name is to a scanner that skims,
// outside of SVG and MathML.
type skimRule uint8

const (
	skimPlain    skimRule = iota // nothing: its attributes may matter
	skimTold                     // it is told, if it has any attribute
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

// Names is a set of attribute names, for [Scanner.Skim]. It holds others, too:
// all that begin with the same letter, in any case, and are as long. The zero
// value is empty.
type Names [32]uint32

// Add adds a name.
func (n *Names) Add(name string) { n[name[0]&31] |= 1 << min(len(name), 31) }

// has reports whether a name that begins with first and has that length may be
// in the set.
func (n *Names) has(first byte, length int) bool {
	return n[first&31]>>min(uint(length), 31)&1 != 0
}
