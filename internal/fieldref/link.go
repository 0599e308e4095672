package fieldref

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/view"
)

// links yields the references in a Link field.
func (f *field) links(yield func(*Reference) bool) {
	var last *Reference // the last reference waits for the offset of the next reference
	more := f.parseLinks(func(r *Reference) bool {
		before := last
		last = r
		if before == nil {
			return true
		}
		before.foldAfter = r.foldBefore
		return yield(before)
	})
	if more && last != nil {
		yield(last)
	}
}

// parseLinks parses a Link field: the algorithm of RFC 8288 appendix B.2. It calls found for each reference, and reports
// whether found always returned true. Otherwise it ends at once.
func (f *field) parseLinks(found func(*Reference) bool) bool {
	for pos := f.start; ; {
		for pos < f.end && (isSpace(f.text[pos]) || f.text[pos] == ',') {
			pos++ // empty elements of a list: RFC 9110 section 5.6.1
		}
		if pos == f.end || f.text[pos] != '<' {
			return true
		}
		n := bytes.IndexByte(f.text[pos:f.end], '>')
		if n < 0 {
			return true
		}
		target := &Reference{bars: `<>"`, foldBefore: pos, Keep: f.blanks(pos+1, pos+n)}
		target.Views = view.Stack{view.NewUnspaced(f.text, pos+1, pos+n)}
		if !found(target) {
			return false
		}
		next, more := f.linkParams(pos+n+1, found)
		if !more {
			return false
		}
		if pos = next; pos < f.end && f.text[pos] != ',' {
			return true
		}
	}
}

// linkParams reads the parameters of a link (appendix B.3) and calls found for the anchors. It returns the end of the
// parameters, and whether found always returned true.
func (f *field) linkParams(pos int, found func(*Reference) bool) (end int, more bool) {
	anchors := 0
	for {
		pos = skipSpace(f.text, pos, f.end)
		if pos == f.end || f.text[pos] != ';' {
			return pos, true
		}
		start := skipSpace(f.text, pos+1, f.end)
		p := f.linkParam(start)
		if p.value && strings.EqualFold(p.name, "anchor") {
			anchor := f.anchor(p, anchors > 0)
			if !found(&anchor) {
				return pos, false
			}
			anchors++
		}
		pos = p.next
	}
}

// A param is a parameter of a header field. Its name begins at start. Its value is
// text[from:to], including quotes.
type param struct {
	name            string
	start, from, to int
	value           bool // there is an equals sign
	open            bool // the closing quote is missing
	next            int  // the end of the link
}

// linkParam reads the parameter at pos.
func (f *field) linkParam(pos int) param {
	p := param{start: pos}
	for pos < f.end && !isSpace(f.text[pos]) && strings.IndexByte("=;,", f.text[pos]) < 0 {
		pos++
	}
	p.name = string(f.text[p.start:pos])
	p.next = skipSpace(f.text, pos, f.end)
	if p.next == f.end || f.text[p.next] != '=' {
		return p
	}
	f.paramValue(&p, skipSpace(f.text, p.next+1, f.end), func(pos int) int {
		for pos < f.end && f.text[pos] != ';' && f.text[pos] != ',' {
			pos++
		}
		return pos
	})
	return p
}

// paramValue reads the value at pos of p. bare returns the end of a value without quotes.
func (f *field) paramValue(p *param, pos int, bare func(pos int) int) {
	p.value, p.from = true, pos
	if pos == f.end || f.text[pos] != '"' {
		p.next = bare(pos)
		p.to = trimSpace(f.text, pos, p.next)
		return
	}
	for pos++; pos < f.end && f.text[pos] != '"'; pos++ {
		if f.text[pos] == '\\' {
			pos++
		}
	}
	p.open = pos >= f.end
	p.to = min(pos+1, f.end)
	p.next = p.to
}

// anchor returns the reference in an anchor parameter (RFC 8288 section 3.2).
func (f *field) anchor(p param, again bool) Reference {
	value := view.NewParamValue(f.text, p.from, p.to)
	r := Reference{foldBefore: p.start, Views: view.Stack{value, view.NewUnspaced(value.Text(), 0, len(value.Text()))}}
	switch {
	case again:
		r.Keep = "a second anchor parameter"
	case p.open:
		r.Keep = reasonOpen
	case f.isMixed(p):
		r.Keep = reasonMixed
	default:
		r.Keep = f.blanks(p.from, p.to)
	}
	return r
}

// isMixed reports whether a value that is not in quotes contains quotes or backslashes.
func (f *field) isMixed(p param) bool {
	value := f.text[p.from:p.to]
	return len(value) > 0 && value[0] != '"' && bytes.ContainsAny(value, `"\`)
}

// blanks returns the reason why the URL in text[start:end] must stay if it has white space other
// than folding, which is a line break and the white space after it. It returns "" if there is no
// such white space.
func (f *field) blanks(start, end int) string {
	fold := false
	for _, c := range f.text[start:end] {
		switch {
		case c == '\n' || c == '\r':
			fold = true
		case c != ' ' && c != '\t':
			fold = false
		case !fold:
			return "white space in a URL"
		}
	}
	return ""
}
