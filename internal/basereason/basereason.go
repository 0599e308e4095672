// Package basereason has the codes of base.Reason. They are constants here and not in
// package base, where nobody outside needs their names.
package basereason

// Reasons why a candidate is used or not used, given the other layers.
const (
	InnerLayer    = "inner-layer"
	SameLayer     = "same-layer"
	Resolved      = "resolved"
	Opaque        = "opaque"
	NoOuterBase   = "no-outer-base"
	SchemeRefused = "scheme-refused"
)

// Reasons why a URL cannot be a base, as returned by base.Unusable.
const (
	Empty           = "empty"
	Relative        = "relative"
	Scheme          = "scheme"
	NotHierarchical = "not-hierarchical"
	Control         = "control-character"
	NoHost          = "no-host"
	BadHost         = "bad-host"
	TooLong         = "too-long"
	InvalidURL      = "invalid-url"
)

// Reasons why the URL of a source is not known, so that the document has no
// base.
const (
	Entity        = "entity"
	TooDeep       = "too-deep"
	OuterDocument = "outer-document"
	Placeholder   = "placeholder"
)

// Reasons why a BASE element, or a comment in a saved page, does not count.
const (
	LaterBase   = "later-base"
	Frameset    = "frameset"
	Foreign     = "foreign-content"
	ParserDrops = "parser-drops"
	InTemplate  = "in-template"
	InNoscript  = "in-noscript"
	LateMark    = "late-mark"
)

// Reasons why a header field does not count.
const (
	SecondField = "second-field"
	NoURL       = "no-url"
	EncodedWord = "encoded-word"
)

// Reasons why the URL in a saved file cannot be where the file was retrieved
// from.
const (
	ZoneMark   = "zone-mark"
	WhiteSpace = "white-space"
	Delimiter  = "delimiter"
	NotWeb     = "not-web"
	BadPort    = "bad-port"
	CutShort   = "cut-short"
)

// Notes on how a URL is written that counts. base.ParseField returns all but the
// last.
const (
	Brackets      = "brackets"
	URLBrackets   = "url-brackets"
	Quoted        = "quoted"
	Bare          = "bare"
	URLPrefix     = "url-prefix"
	OpenBracket   = "open-bracket"
	AfterBracket  = "after-bracket"
	SchemeAssumed = "scheme-assumed"
)
