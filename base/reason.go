package base

// A Reason says why a [Candidate] is not used, why a URL cannot be a base, or
// how a URL differs from the grammar. The value is a stable code, such as
// "too-long". String returns a sentence.
//
// A [Source] may have a reason that is not in the list below. String returns it
// unchanged.
type Reason string

// Reasons why a candidate is used or not used, given the other layers.
const (
	ReasonInnerLayer    Reason = "inner-layer"
	ReasonSameLayer     Reason = "same-layer"
	ReasonResolved      Reason = "resolved"
	ReasonOpaque        Reason = "opaque"
	ReasonNoOuterBase   Reason = "no-outer-base"
	ReasonSchemeRefused Reason = "scheme-refused"
)

// Reasons why a URL cannot be a base, as returned by [Unusable].
const (
	ReasonEmpty           Reason = "empty"
	ReasonRelative        Reason = "relative"
	ReasonScheme          Reason = "scheme"
	ReasonNotHierarchical Reason = "not-hierarchical"
	ReasonControl         Reason = "control-character"
	ReasonNoHost          Reason = "no-host"
	ReasonBadHost         Reason = "bad-host"
	ReasonTooLong         Reason = "too-long"
	ReasonInvalidURL      Reason = "invalid-url"
)

// Reasons why the URL of a source is not known, so that the document has no
// base.
const (
	ReasonEntity        Reason = "entity"
	ReasonTooDeep       Reason = "too-deep"
	ReasonOuterDocument Reason = "outer-document"
)

// Reasons why a BASE element, or a comment in a saved page, does not count.
const (
	ReasonLaterBase   Reason = "later-base"
	ReasonFrameset    Reason = "frameset"
	ReasonForeign     Reason = "foreign-content"
	ReasonParserDrops Reason = "parser-drops"
	ReasonInTemplate  Reason = "in-template"
	ReasonInNoscript  Reason = "in-noscript"
	ReasonLateMark    Reason = "late-mark"
)

// Reasons why a header field does not count.
const (
	ReasonSecondField Reason = "second-field"
	ReasonNoURL       Reason = "no-url"
	ReasonEncodedWord Reason = "encoded-word"
)

// Reasons why the URL in a saved file cannot be where the file was retrieved
// from.
const (
	ReasonZoneMark   Reason = "zone-mark"
	ReasonWhiteSpace Reason = "white-space"
	ReasonDelimiter  Reason = "delimiter"
	ReasonNotWeb     Reason = "not-web"
	ReasonBadPort    Reason = "bad-port"
	ReasonCutShort   Reason = "cut-short"
)

// Notes on how a URL is written that counts. [ParseField] returns all but the
// last.
const (
	ReasonBrackets      Reason = "brackets"
	ReasonURLBrackets   Reason = "url-brackets"
	ReasonQuoted        Reason = "quoted"
	ReasonBare          Reason = "bare"
	ReasonURLPrefix     Reason = "url-prefix"
	ReasonOpenBracket   Reason = "open-bracket"
	ReasonAfterBracket  Reason = "after-bracket"
	ReasonSchemeAssumed Reason = "scheme-assumed"
)

// sentences has the sentence of each reason.
var sentences = map[Reason]string{
	ReasonInnerLayer:    "an inner layer has precedence",
	ReasonSameLayer:     "another of the same layer has precedence",
	ReasonResolved:      "relative, resolved against the next layer out",
	ReasonOpaque:        "opaque: the document has no base",
	ReasonNoOuterBase:   "relative, and no layer further out gives a base",
	ReasonSchemeRefused: "a header field may not give a base of this scheme",

	ReasonEmpty:           "empty",
	ReasonRelative:        "relative",
	ReasonScheme:          "URLs of this scheme cannot be a base",
	ReasonNotHierarchical: "not hierarchical",
	ReasonControl:         "control characters in it",
	ReasonNoHost:          "without a host",
	ReasonBadHost:         "its host name is not valid",
	ReasonTooLong:         "longer than 8 KiB",
	ReasonInvalidURL:      "not a valid URL",

	ReasonEntity:        "an entity in it whose text is not known",
	ReasonTooDeep:       "xml:base nested too deep",
	ReasonOuterDocument: "the document around it has no base",

	ReasonLaterBase:   "a later BASE element does not count",
	ReasonFrameset:    "the frameset replaces the body that it is in",
	ReasonForeign:     "in SVG or MathML, base is not an HTML element",
	ReasonParserDrops: "the HTML parser drops a BASE element here",
	ReasonInTemplate:  "what is in a template does not count",
	ReasonInNoscript:  "what is in noscript does not count",
	ReasonLateMark:    "a comment after the beginning of the content does not count",

	ReasonSecondField: "a second field of this name",
	ReasonNoURL:       "no URL in it",
	ReasonEncodedWord: "an encoded word that cannot be decoded",

	ReasonZoneMark:   "a mark for a zone, not a URL",
	ReasonWhiteSpace: "white space in it",
	ReasonDelimiter:  "quotation marks or angle brackets in it",
	ReasonNotWeb:     "not of http, https or ftp",
	ReasonBadPort:    "its port is not a number",
	ReasonCutShort:   "shorter than its number says",

	ReasonBrackets:      "written in angle brackets, without URL:",
	ReasonURLBrackets:   "written as <URL:...>",
	ReasonQuoted:        "written in quotation marks",
	ReasonBare:          "written without angle brackets",
	ReasonURLPrefix:     "written with URL:, without angle brackets",
	ReasonOpenBracket:   "written without a closing angle bracket",
	ReasonAfterBracket:  "text after the closing angle bracket",
	ReasonSchemeAssumed: "written without a scheme: http is assumed",
}

// String returns the sentence for r, or r itself if it is not in the list.
func (r Reason) String() string {
	if s, ok := sentences[r]; ok {
		return s
	}
	return string(r)
}
