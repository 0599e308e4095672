package engine

import (
	"bytes"
	"iter"

	"github.com/hrefix/hrefix/internal/cssscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// A syntax is the grammar of a value that holds URLs.
type syntax uint8

const (
	single       syntax = iota // one URL
	local                      // one URL; a fragment alone names a part of this document
	tokens                     // URLs separated by white space
	commaTokens                // URLs separated by commas
	srcset                     // image candidates
	refresh                    // a time, and a URL perhaps
	task                       // "name=...;action-uri=...;icon-uri=..."
	curie                      // a URL, or a name with a prefix
	declarations               // CSS declarations
	cssValue                   // the CSS value of a presentation attribute
	styleSheet                 // a CSS style sheet
	importMap                  // JSON
	speculation                // JSON
	jsonLD                     // JSON
	module                     // JavaScript
	classic                    // JavaScript
	nested                     // an HTML document
)

// A wrapping is what stands around a URL within a value.
type wrapping uint8

const (
	bare wrapping = iota
	cssWrapped
	jsonWrapped
	jsWrapped
)

// A found is a URL in a value: its span, and how it is written there.
type found struct {
	start, end int
	wrapping   wrapping
	imported   bool         // it names a style sheet that CSS imports
	form       view.CSSForm // cssWrapped
	quote      byte         // jsWrapped
}

// css returns the kind of place that CSS of the syntax is in, if it is CSS.
func (s syntax) css() (cssscan.Context, bool) {
	switch s {
	case declarations:
		return cssscan.Declarations, true
	case cssValue:
		return cssscan.Value, true
	case styleSheet:
		return cssscan.Sheet, true
	}
	return 0, false
}

// urls yields the URLs of a value that is not CSS.
func (s syntax) urls(value []byte) iter.Seq[found] {
	switch s {
	case tokens:
		return spans(microsyntax.Tokens(value), bare)
	case commaTokens:
		return spans(microsyntax.CommaTokens(value), bare)
	case srcset:
		return candidates(value)
	case refresh:
		return one(microsyntax.Refresh(value))
	case task:
		return spans(taskURIs(value), bare)
	case curie:
		return one(0, len(value), !isName(value))
	case importMap:
		return spans(microsyntax.ImportMap(value), jsonWrapped)
	case speculation:
		return spans(microsyntax.SpeculationRules(value), jsonWrapped)
	case jsonLD:
		return spans(microsyntax.JSONLD(value), jsonWrapped)
	}
	return one(0, len(value), true)
}

// mayHold reports whether the value of an attribute of text, as written, can hold URLs:
// in CSS they stand in functions there.
func (s syntax) mayHold(text []byte, value markup.Span) bool {
	return s != declarations && s != cssValue ||
		bytes.IndexByte(text[value.Start:value.End], '(') >= 0 || bytes.IndexByte(text[value.Start:value.End], '&') >= 0
}

func one(start, end int, ok bool) iter.Seq[found] {
	return func(yield func(found) bool) {
		if ok {
			yield(found{start: start, end: end})
		}
	}
}

func spans(all iter.Seq2[int, int], w wrapping) iter.Seq[found] {
	return func(yield func(found) bool) {
		for start, end := range all {
			if !yield(found{start: start, end: end, wrapping: w}) {
				return
			}
		}
	}
}

func candidates(value []byte) iter.Seq[found] {
	return func(yield func(found) bool) {
		for c := range microsyntax.Srcset(value) {
			if !yield(found{start: c.Start, end: c.End}) {
				return
			}
		}
	}
}

// taskURIs yields the values of action-uri and icon-uri in a list such as
// "name=x;action-uri=y;icon-uri=z".
func taskURIs(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for pos := 0; pos < len(value); {
			end := pos
			for end < len(value) && value[end] != ';' {
				end++
			}
			key, _, ok := bytes.Cut(value[pos:end], []byte("="))
			name := string(bytes.ToLower(bytes.TrimSpace(key)))
			if ok && (name == "action-uri" || name == "icon-uri") && !yield(pos+len(key)+1, end) {
				return
			}
			pos = end + 1
		}
	}
}

// reads reports whether a target that is written into such a value is read as a URL
// there: other strings of an import map, say, are names.
func (s syntax) reads(target []byte) bool {
	switch s {
	case curie:
		return !isName(target)
	case importMap, module, classic:
		return microsyntax.IsSpecifierText(target)
	case jsonLD:
		return microsyntax.IsJSONLDReference(target)
	}
	return true
}

// isName reports whether the value of an RDFa attribute is a name: a safe
// CURIE or a blank node (RDFa Core 1.1 section 7.4).
func isName(value []byte) bool {
	value = bytes.TrimLeft(value, " \t\r\n\f")
	return bytes.HasPrefix(value, []byte("[")) || bytes.HasPrefix(value, []byte("_:"))
}

// An alphabet says which bytes a URL must not hold where it is written.
type alphabet uint16

const (
	noSpace     alphabet = 1 << iota // white space ends it
	noComma                          // a comma ends it
	noSemicolon                      // a semicolon ends it
	noDouble                         // a quotation mark ends it
	noSingle                         // an apostrophe ends it
	noBracket                        // "]" could end the CDATA section that it is in
	noLastDash                       // a hyphen at the end, and ">" after it, could end a comment
	noLastComma                      // a comma at the end is not part of it
	onlyASCII                        // all else would have to be encoded
)

// closing returns the alphabet without the quote that a URL begins after, if
// it does.
func closing(before byte) alphabet {
	switch before {
	case '"':
		return noDouble
	case '\'':
		return noSingle
	}
	return 0
}

// alphabets are those of the syntaxes.
var alphabets = [...]alphabet{
	tokens: noSpace, commaTokens: noSpace | noComma, srcset: noSpace | noLastComma, task: noSemicolon, nested: 0,
}

// holds reports whether b can be written.
func (a alphabet) holds(b []byte) bool {
	switch {
	case a == 0:
		return true
	case len(b) > 0 && (a&noLastComma != 0 && b[len(b)-1] == ',' || a&noLastDash != 0 && b[len(b)-1] == '-'):
		return false
	}
	for _, c := range b {
		if a.bars(c) {
			return false
		}
	}
	return true
}

func (a alphabet) bars(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\f', '\r':
		return a&noSpace != 0
	case ',':
		return a&noComma != 0
	case ';':
		return a&noSemicolon != 0
	case '"':
		return a&noDouble != 0
	case '\'':
		return a&noSingle != 0
	case ']':
		return a&noBracket != 0
	}
	return a&onlyASCII != 0 && (c < ' ' || c >= 0x7f)
}
