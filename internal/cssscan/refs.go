package cssscan

import (
	"bytes"
	"iter"
)

// A Context is the kind of place that CSS text is in.
type Context uint8

const (
	// Sheet is a style sheet: the content of a style element, or a text/css document.
	Sheet Context = iota
	// Declarations is the value of a style attribute (CSS Style Attributes
	// section 3).
	Declarations
	// Value is the value of a presentation attribute of SVG, such as fill (SVG 2 section
	// 6.6).
	Value
)

// A Form is the kind of token that contains a URL.
type Form uint8

// The tokens of CSS Syntax Level 3 sections 4.3.5 and 4.3.6.
const (
	Raw          Form = iota // url(x)
	DoubleQuoted             // "x"
	SingleQuoted             // 'x'
)

// A Ref is a URL: the text [Start, End) of a token as written, escapes included, without
// quotes and without the white space around an unquoted URL. It may be empty.
type Ref struct {
	Start, End int
	Form       Form
	Import     bool // the URL belongs to an @import
}

// Refs returns the URLs of css in source order. It does not allocate per URL.
func Refs(css []byte, ctx Context) iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		f := newFinder(css, ctx)
		for {
			switch {
			case f.rule == between && f.lex.pos >= f.until:
				if !f.skipAhead(yield) {
					return
				}
			case f.isIdle():
				f.lex.skip()
			}
			t := f.lex.next()
			if t.kind == eof {
				return
			}
			if ref, ok := f.token(t); ok && ref.Start >= f.until && !yield(ref) {
				return
			}
		}
	}
}

// isIdle reports whether blanks, commas, semicolons and other tokens without a URL do not
// change the state of f.
func (f *finder) isIdle() bool {
	switch {
	case f.wanted, f.rule == between:
		return false
	case f.depth == 0:
		return f.rule <= qualified
	}
	return f.depth > maxDepth || !f.open[f.depth-1].images
}

// A rule is the state of a top-level rule of a style sheet (CSS Syntax Level 3 section
// 5.4.1).
type rule uint8

const (
	unruled   rule = iota // the text has no rules: declarations or a value
	between               // before, between or after rules
	qualified             // a rule that ends with its block
	atRule                // a rule that ends with its block or a semicolon
	urlless               // an at-rule whose URLs must not change, or that has none: @namespace, @charset
)

// maxDepth is how deep blocks and functions may nest.
const maxDepth = 256

// A frame is an open block or function.
type frame struct {
	end    byte // the closing bracket of the function or block
	images bool // the arguments are image candidates
}

// A finder finds URLs among tokens.
type finder struct {
	lex lexer
	ahead
	rule     rule
	wanted   bool // if the next token that is not blank is a string, it is a URL
	imported bool // if that token is a URL, it belongs to an @import
	depth    int  // open blocks and functions; only the outer maxDepth are tracked
	open     [maxDepth]frame
}

func newFinder(css []byte, ctx Context) (f finder) {
	f.lex.src = css
	f.ahead = newAhead
	if ctx == Sheet {
		f.rule = between
		if bytes.HasPrefix(css, []byte("\ufeff")) {
			f.lex.pos = len("\ufeff") // the byte order mark is not part of the text (CSS Syntax Level 3 section 3.2)
		}
	}
	return f
}

// token updates the state for t. If t is a URL, it returns the URL.
func (f *finder) token(t token) (Ref, bool) {
	if t.kind == blank {
		return Ref{}, false
	}
	wanted, imported := f.wanted, f.imported
	f.wanted, f.imported = false, false
	if f.rule == between {
		f.beginRule(t)
	}
	switch t.kind {
	case urlTok, stringTok:
		found := (wanted || t.kind == urlTok) && f.rule != urlless
		return Ref{Start: t.start, End: t.end, Form: form(t.first), Import: imported}, found
	case function:
		f.function(t, imported)
	case opening:
		f.push(frame{end: closer(t.first)})
	case closing:
		f.close(t.first)
	case comma:
		f.wanted = 0 < f.depth && f.depth <= maxDepth && f.open[f.depth-1].images
	case semicolon:
		if f.depth == 0 && f.rule > qualified {
			f.rule = between
		}
	}
	return Ref{}, false
}

// beginRule begins the rule whose first token is t. "<!--" and "-->" may occur between rules.
func (f *finder) beginRule(t token) {
	name := f.lex.src[t.start:t.end]
	switch {
	case t.kind == commentTag:
	case t.kind != atKeyword:
		f.rule = qualified
	case isNamed(name, "import"):
		f.rule, f.wanted, f.imported = atRule, true, true
	case isNamedAny(name, "namespace", "charset"):
		f.rule = urlless
	default:
		f.rule = atRule
	}
}

// function opens the function whose name is t. imported means that the function is in the place of the URL of an
// @import.
func (f *finder) function(t token, imported bool) {
	name := f.lex.src[t.start:t.end]
	switch {
	case isNamedAny(name, "url", "src"):
		f.push(frame{end: ')'})
		f.wanted, f.imported = true, imported
	case isNamedAny(name, "image-set", "-webkit-image-set"):
		f.push(frame{end: ')', images: true})
		f.wanted = f.depth <= maxDepth
	default:
		f.push(frame{end: ')'})
	}
}

func (f *finder) push(open frame) {
	if f.depth < maxDepth {
		f.open[f.depth] = open
	}
	f.depth++
}

// close closes the innermost block or function if the bracket c ends it. A bracket that does not
// match is ignored (CSS Syntax Level 3 section 5.4.8), but a block or function that is too
// deep to be tracked is closed by any bracket.
func (f *finder) close(c byte) {
	if f.depth == 0 || f.depth <= maxDepth && f.open[f.depth-1].end != c {
		return
	}
	f.depth--
	if f.depth == 0 && c == '}' && f.rule != unruled {
		f.rule = between
	}
}

// closer returns the bracket that closes the opening bracket c.
func closer(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// form returns the form of a URL whose token begins with first.
func form(first byte) Form {
	switch first {
	case '"':
		return DoubleQuoted
	case '\'':
		return SingleQuoted
	}
	return Raw
}
