package view

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
)

// CalendarText is the view of a value of text in iCalendar. Folded lines are joined (RFC 5545 section 3.1), and
// escapes are decoded (section 3.3.11), also an escape with a fold in it. \" is read as libical reads it. Any
// other backslash is literal. The span must have no line breaks but those of folds.
//
// New bytes are escaped. A literal backslash before an edit becomes an escape, so that it begins no other. If the
// source line of an edit has at most 75 bytes, the new lines have, too.
type CalendarText struct{ decoded }

var _ View = (*CalendarText)(nil)

// NewCalendarText returns the view of outer[start:end].
func NewCalendarText(outer []byte, start, end int) *CalendarText {
	v := new(CalendarText)
	v.reset(calendarStep, outer, start, end, "\\\n")
	return v
}

// The letters of escapes, and the characters that they stand for.
const (
	calendarLetters = `nN\;,"`
	calendarChars   = "\n\n\\;,\""
)

// calendarStep reads a fold, an escape, a literal backslash, or a run of literal bytes.
func calendarStep(src []byte, pos, end int) unit {
	if n := fold(src[pos:end]); n > 0 {
		return unit{start: pos, end: pos + n}
	}
	if src[pos] == '\\' {
		at := pos + 1
		for n := 1; n > 0; at += n {
			n = fold(src[at:end])
		}
		if at < end {
			if i := strings.IndexByte(calendarLetters, src[at]); i >= 0 {
				return byteUnit(pos, at+1, calendarChars[i])
			}
		}
		return unit{start: pos, end: pos + 1, n: 1}
	}
	u := runTo('\\', src, pos, end)
	if i := bytes.IndexByte(src[pos:u.end], '\n'); i > 0 {
		if src[pos+i-1] == '\r' {
			i--
		}
		if i > 0 && fold(src[pos+i:end]) > 0 {
			u.end, u.n = pos+i, i
		}
	}
	return u
}

// fold returns the length of the fold that s begins with, or 0: a line break and a blank.
func fold(s []byte) int {
	n := 0
	if len(s) > 0 && s[0] == '\r' {
		n = 1
	}
	if len(s) < n+2 || s[n] != '\n' || !isBlank(s[n+1]) {
		return 0
	}
	return n + 2
}

// longestCalendarLine is the most bytes of a line: RFC 5545 section 3.1.
const longestCalendarLine = 75

// Carry implements [View].
func (v *CalendarText) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	w := v.writer(dst)
	grown, line := 0, -1 // the bytes that the changes before have added to the line that begins at line
	for i := range changes {
		c := &changes[i]
		enc := escaped(c.text, calendarByte)
		if at := c.kept - 1; at >= w.pos && v.outer[at] == '\\' && !c.before.whole() {
			w.add(at, at+1, []byte(`\\`))
			grown++
		}
		last := byte(0) // the byte before what follows the change
		if n := len(enc); n > 0 {
			last = enc[n-1]
		} else if c.from > v.start {
			last = v.outer[c.from-1]
		}
		for last == '\r' && c.to < v.end && v.outer[c.to] == '\n' { // the CR would become a part of the fold
			c.to += fold(v.outer[c.to:v.end])
		}
		start, rest := v.lineAround(c)
		if start != line {
			grown, line = 0, start
		}
		if start >= 0 && c.from-start+rest <= longestCalendarLine {
			col := c.from - start + grown
			enc, col = v.folded(enc, col, rest)
			grown = col - (c.to - start)
		}
		w.add(c.from, c.to, enc)
	}
	return w.out
}

// lineAround returns where the source line of c begins, and how many of its bytes follow c. start is -1 if the line is
// too long.
func (v *CalendarText) lineAround(c *change) (start, rest int) {
	const most = longestCalendarLine + len("\r\n")
	from, end := max(c.from-most, 0), min(c.to+most, len(v.outer))
	start = from + bytes.LastIndexByte(v.outer[from:c.from], '\n') + 1
	after := v.outer[c.to:end]
	i := bytes.IndexByte(after, '\n')
	if start == from && from > 0 || i < 0 && end < len(v.outer) {
		return -1, 0
	}
	if i >= 0 {
		after = bytes.TrimSuffix(after[:i], []byte("\r"))
	}
	return start, len(after)
}

// isApart implements divisible.
func (v *CalendarText) isApart(a, b edit.Edit) bool {
	return bytes.IndexByte(v.between(a, b), '\n') >= 0
}

// folded returns text, which is written at a column, with folds in it, and the column after it. rest bytes follow in
// the line.
func (v *CalendarText) folded(text []byte, col, rest int) ([]byte, int) {
	if col+len(text)+rest <= longestCalendarLine {
		return text, col + len(text)
	}
	var out []byte
	fold := append(bytes.Clone(lineEnding(v.outer, v.start, v.end)), ' ')
	breakLine := func(n int) { // before n bytes
		if col+n > longestCalendarLine && col > 1 && (len(out) == 0 || out[len(out)-1] != '\r') {
			out, col = append(out, fold...), 1
		}
	}
	for len(text) > 0 {
		n := 1
		if text[0] == '\\' && len(text) > 1 {
			n = 2
		} else if text[0] >= utf8.RuneSelf {
			_, n = utf8.DecodeRune(text)
		}
		breakLine(n)
		out, text, col = append(out, text[:n]...), text[n:], col+n
	}
	breakLine(rest)
	return out, col
}

// calendarByte returns the escape for c, or "" if c is written as it is.
func calendarByte(c byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\\', ';', ',':
		return `\` + string(rune(c))
	}
	return ""
}

// CalendarHTML returns the spans of the values in an iCalendar object that are HTML: of the properties X-ALT-DESC
// of Outlook and STYLED-DESCRIPTION (RFC 9073 section 6.5) with FMTTYPE=text/html.
func CalendarHTML(text []byte) (spans [][2]int) {
	for at := 0; at < len(text); {
		end := at // of the content line
		for {
			i := bytes.IndexByte(text[end:], '\n')
			if i < 0 {
				end = len(text)
				break
			}
			if end += i + 1; end == len(text) || !isBlank(text[end]) {
				break
			}
		}
		if start := calendarValue(text[at:end]); start > 0 {
			value := bytes.TrimSuffix(bytes.TrimSuffix(text[at+start:end], []byte("\n")), []byte("\r"))
			spans = append(spans, [2]int{at + start, at + start + len(value)})
		}
		at = end
	}
	return spans
}

// calendarValue returns where the value of a content line begins, if it is HTML, or 0.
func calendarValue(line []byte) int {
	end := bytes.IndexAny(line[:min(len(line), 64)], ";:")
	if end < 0 || !ascii.EqualFold(line[:end], "x-alt-desc") && !ascii.EqualFold(line[:end], "styled-description") {
		return 0
	}
	var params []byte // unfolded, without quotes
	for quoted := false; end < len(line); {
		if n := fold(line[end:]); n > 0 {
			end += n
			continue
		}
		switch c := line[end]; {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			params = append(bytes.ToLower(params), ';')
			if !bytes.Contains(params, []byte(";fmttype=text/html;")) {
				return 0
			}
			return end + 1
		default:
			params = append(params, c)
		}
		end++
	}
	return 0
}
