package base

import "github.com/hrefix/hrefix/internal/basereason"

// A Reason says why a [Candidate] is not used, why a URL cannot be a base, or
// how a URL differs from the grammar. The value is a stable code, such as
// "too-long". String returns a sentence. The guide docs/reference.md lists the
// codes.
//
// A [Source] may have a reason that is not in that list. String returns it
// unchanged.
type Reason string

// sentences has the sentence of each reason.
var sentences = map[Reason]string{
	basereason.InnerLayer:    "a base further in counts first",
	basereason.SameLayer:     "another base at the same level counts first",
	basereason.Resolved:      "relative, resolved against the next base further out",
	basereason.Opaque:        "opaque: the document has no base",
	basereason.NoOuterBase:   "relative, and no base further out is known",
	basereason.SchemeRefused: "a header field may not give a base of this scheme",

	basereason.Empty:           "empty",
	basereason.Relative:        "relative",
	basereason.Scheme:          "URLs of this scheme cannot be a base",
	basereason.NotHierarchical: "not hierarchical",
	basereason.Control:         "it has control characters",
	basereason.NoHost:          "it has no host",
	basereason.BadHost:         "its host name is not valid",
	basereason.TooLong:         "longer than 8 KiB",
	basereason.InvalidURL:      "not a valid URL",

	basereason.Entity:        "it has an entity whose text is not known",
	basereason.TooDeep:       "xml:base nested too deep",
	basereason.OuterDocument: "the document around it has no base",
	basereason.Placeholder:   "it begins with a placeholder of a template",

	basereason.LaterBase:   "a later BASE element does not count",
	basereason.Frameset:    "the frameset replaces the body that it is in",
	basereason.Foreign:     "in SVG or MathML, base is not an HTML element",
	basereason.ParserDrops: "the HTML parser drops a BASE element here",
	basereason.InTemplate:  "it is in a template element",
	basereason.InNoscript:  "it is in a noscript element",
	basereason.LateMark:    "the comment comes after the start of the content",

	basereason.SecondField: "a second field of this name",
	basereason.NoURL:       "it has no URL",
	basereason.EncodedWord: "an encoded word that cannot be decoded",

	basereason.ZoneMark:   "it names a security zone, not a page",
	basereason.WhiteSpace: "it has white space",
	basereason.Delimiter:  "it has quotation marks or angle brackets",
	basereason.NotWeb:     "its scheme is not http, https or ftp",
	basereason.BadPort:    "its port is not a number",
	basereason.CutShort:   "shorter than the length in the comment",

	basereason.Brackets:      "written in angle brackets, without URL:",
	basereason.URLBrackets:   "written as <URL:...>",
	basereason.Quoted:        "written in quotation marks",
	basereason.Bare:          "written without angle brackets",
	basereason.URLPrefix:     "written with URL:, without angle brackets",
	basereason.OpenBracket:   "written without a closing angle bracket",
	basereason.AfterBracket:  "text after the closing angle bracket",
	basereason.SchemeAssumed: "written without a scheme: http is assumed",
}

// String returns the sentence for r, or r itself if it is not in the list.
func (r Reason) String() string {
	if s, ok := sentences[r]; ok {
		return s
	}
	return string(r)
}
