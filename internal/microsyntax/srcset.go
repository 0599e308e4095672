package microsyntax

import (
	"iter"

	"github.com/hrefix/hrefix/internal/ascii"
)

// A Candidate is the URL of an image candidate in a srcset attribute.
type Candidate struct {
	Start, End int // the URL, without the commas that end it
	// Dropped reports whether browsers ignore the candidate because of its descriptors:
	// they are unknown, invalid, or exclude each other. A later version of the grammar may
	// accept it.
	Dropped bool
}

// Srcset yields the URLs of the image candidates (HTML Standard 4.8.4.3, "parse a srcset
// attribute"), in order, including candidates that the algorithm drops.
//
// A comma inside a URL belongs to the URL; a comma at the end of a URL, before white space,
// ends the candidate. In descriptors, a comma inside parentheses does not end the
// candidate. Parentheses that are never closed extend to the end of the value.
//
// Numbers that are too large for a double are accepted.
func Srcset(value []byte) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for pos := 0; ; {
			for pos < len(value) && (ascii.IsWhitespace(value[pos]) || value[pos] == ',') { // step 4
				pos++
			}
			if pos == len(value) {
				return
			}
			c := Candidate{Start: pos}
			pos = skipText(value, pos)
			for c.End = pos; value[c.End-1] == ','; {
				c.End--
			}
			if c.End == pos { // step 8
				var d descriptors
				pos = d.read(value, pos)
				c.Dropped = d.bad || d.height && !d.width // step 14: a height requires a width
			}
			if !yield(c) {
				return
			}
		}
	}
}

// descriptors are the descriptors of one candidate, as the descriptor parser records them.
type descriptors struct{ width, density, height, bad bool }

// read reads the descriptors from pos on (the descriptor tokenizer, step 8). They end at a comma that is not
// in parentheses. read returns the offset from which the next candidate is searched.
func (d *descriptors) read(value []byte, pos int) int {
	for {
		start := ascii.SkipWhitespace(value, pos)
		end, parens := start, false
		for ; end < len(value); end++ {
			c := value[end]
			if parens {
				parens = c != ')'
			} else if c == ',' || ascii.IsWhitespace(c) {
				break
			} else {
				parens = c == '('
			}
		}
		if start < end {
			d.add(value[start:end])
		}
		if end == len(value) {
			return end
		}
		if pos = end + 1; value[end] == ',' {
			return pos
		}
	}
}

// add processes one descriptor (the descriptor parser, step 13).
func (d *descriptors) add(text []byte) {
	number := text[:len(text)-1]
	switch text[len(text)-1] {
	case 'w':
		d.bad = d.bad || !isPositive(number) || d.width || d.density
		d.width = true
	case 'x':
		d.bad = d.bad || !isFloat(number) || d.width || d.density || d.height
		d.density = true
	case 'h':
		d.bad = d.bad || !isPositive(number) || d.height || d.density
		d.height = true
	default:
		d.bad = true
	}
}

// isPositive reports whether s is a valid non-negative integer (HTML Standard
// 2.3.4.2) other than zero.
func isPositive(s []byte) bool {
	return skipDigits(s, 0) == len(s) && hasNonZero(s)
}

// isFloat reports whether s is a valid floating-point number (HTML Standard 2.3.4.3) that
// is not less than zero. Minus zero is not less than zero.
func isFloat(s []byte) bool {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	mantissa := i
	i = skipDigits(s, i)
	found := i > mantissa
	if i < len(s) && s[i] == '.' {
		fraction := i + 1
		i = skipDigits(s, fraction)
		found = i > fraction
	}
	if !found || mantissa > 0 && hasNonZero(s[mantissa:i]) {
		return false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		if i++; i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		exponent := i
		if i = skipDigits(s, i); i == exponent {
			return false
		}
	}
	return i == len(s)
}

// hasNonZero reports whether s has a digit other than zero.
func hasNonZero(s []byte) bool {
	for _, c := range s {
		if '1' <= c && c <= '9' {
			return true
		}
	}
	return false
}
