// Package markup has the types that the scanners of HTML and XML and the views of attribute
// values have in common.
package markup

// A Span is a half-open range of byte offsets of a text.
type Span struct{ Start, End int }

// A Quote is one of the four attribute syntaxes of the HTML Standard, section 13.1.2.3, or one of the
// two syntaxes of XML 1.0, section 2.3, whose numeric character references mean other characters.
type Quote uint8

// The ways to write an attribute value.
const (
	NoValue         Quote = iota // <a href>: the value is the empty string
	Unquoted                     // <a href=x>; in <a href=> the value is empty
	SingleQuoted                 // <a href='x'>
	DoubleQuoted                 // <a href="x">
	XMLSingleQuoted              // <a href='x'/> in XML
	XMLDoubleQuoted              // <a href="x"/> in XML; character data is escaped like this, too
)

// IsXML reports whether q is a syntax of XML.
func (q Quote) IsXML() bool { return q >= XMLSingleQuoted }
