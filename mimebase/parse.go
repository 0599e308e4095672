package mimebase

import (
	"bytes"
	"strconv"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
)

// Parse returns the tree of the entities in the message in text. The text must
// not be changed while the tree is used. outer is the context of the message,
// such as the URL that it was retrieved from; nil means that nothing outside
// gives a base. Parse accepts any text: defects are noted in the tree.
func Parse(text []byte, outer *base.Context, opts Options) *Entity {
	return NewParser(opts).Parse(text, opts.Start, outer)
}

// A parser parses one text in a single pass, from delimiter line to delimiter
// line.
type parser struct {
	text []byte
	// offset maps an offset in text to an offset in the source. It is nil if
	// text is the source.
	offset func(int) int
	depth  int        // the number of enclosing messages that were decoded
	open   boundaries // the stack of the boundaries of open multiparts
	*Parser
}

// entity parses the entity that begins at start, the k-th part of parent. It
// returns the entity and the delimiter that ends it.
func (p *parser) entity(parent *Entity, start, k int) (*Entity, delimiter) {
	e := p.newEntity()
	e.Text, e.offset, e.Parent, e.depth, e.outer, e.baseFields = p.text, p.offset, parent, 1, p.outer, p.baseFields
	if parent != nil {
		parent.Parts = append(parent.Parts, e)
		parent.context = parent.Context() // kept, since all parts need it
		e.depth, e.outer = parent.depth+1, parent.context
		e.ReadOnly, e.ReadOnlyCode = parent.ReadOnly, parent.ReadOnlyCode
	}
	if p.entities > p.opts.Limits.Entities { // a leaf that extends to the end of the text
		p.open.clear()
		e.MediaType, e.TransferEncoding = "text/plain", "7bit"
		e.Header = Span{start, start}
		e.Body = Span{start, len(p.text)}
		e.Whole = e.Body
		p.place(e, k, false)
		e.leave(start, "limit", "limit: too many entities")
		return e, p.next(start)
	}
	if parent == nil && p.leftAs != "" {
		e.leave(start, "defect", p.leftAs)
	}
	body := p.header(e, start)
	if e.IsMessage() {
		e.readRetrieval(p.opts)
	}
	p.describe(e)
	d := p.body(e, body, k)
	if e.unended && e.IsLeaf() {
		// An edit could turn the first line of the body into a header field.
		e.leave(body, "defect", "no empty line between header and body")
	}
	end := max(body, d.before)
	if n := len(e.Parts); n > 0 && !e.encoded {
		end = max(end, e.Parts[n-1].Whole.End)
	}
	e.Body = Span{body, end}
	e.Whole = Span{start, end}
	return e, d
}

// body parses the body of e, which begins at pos.
func (p *parser) body(e *Entity, pos, k int) delimiter {
	multipart, message := e.isMultipart(), isMessageType(e.MediaType)
	switch {
	case !multipart && !message || e.opaque || e.cut:
	case e.depth >= p.opts.Limits.Depth:
		e.leave(pos, "limit", "limit: nested too deep")
	case multipart:
		return p.multipart(e, pos, k)
	case !p.encoded(e, pos):
		p.place(e, k, false)
		_, d := p.entity(e, pos, 0)
		return d
	default:
		return p.decode(e, pos, k)
	}
	p.place(e, k, false)
	return p.next(pos)
}

// multipart parses the parts of a multipart (RFC 2046 section 5.1).
func (p *parser) multipart(e *Entity, pos, k int) delimiter {
	boundary := trimBoundary(e.Params["boundary"])
	tooLong := len(boundary) > p.opts.Limits.Boundary
	if boundary == "" || tooLong {
		if tooLong {
			e.leave(e.Header.Start, "limit", "limit: boundary too long")
		} else {
			e.note(e.Header.Start, "a multipart without a boundary")
		}
		p.place(e, k, false)
		return p.next(pos)
	}
	depth := p.open.push(boundary)
	d := p.next(pos)
	if d.depth != depth {
		p.open.pop()
		p.place(e, k, false)
		e.note(pos, "the boundary of the multipart does not occur")
		return d
	}
	p.place(e, k, true)
	if p.open.stack[depth-1].hidden > 0 {
		e.note(d.before, "a multipart further out has the same boundary")
	}
	for i := 1; d.depth == depth && !d.closing; i++ {
		_, d = p.entity(e, d.next, i)
	}
	p.open.pop()
	if d.depth != depth {
		e.note(d.before, "the multipart is not closed")
		return d
	}
	return p.next(d.next)
}

// encoded reports whether the message in the body of e must be decoded before
// it can be parsed. RFC 2046 section 5.2.1 forbids such an encoding, but it
// occurs. Some headers name an encoding that was not applied. In this case the
// header of the inner message has bytes that the encoding does not allow, and
// encoded returns false.
func (p *parser) encoded(e *Entity, pos int) bool {
	plain := false
	switch e.TransferEncoding {
	default: // an identity or unknown encoding: the body is parsed as it is
		return false
	case "base64":
		end, _ := lineEnd(p.text, pos)
		_, colon := fieldName(p.text[pos:end])
		plain = colon > 0
	case "quoted-printable":
		plain = p.plainHeader(pos)
	}
	if plain {
		e.note(pos, "the message is not encoded, in spite of Content-Transfer-Encoding")
		e.TransferEncoding = "8bit"
	}
	return !plain
}

// plainHeader reports whether the header at pos is not quoted-printable: it has
// an equals sign that RFC 2045 section 6.7, rule 1 does not allow.
func (p *parser) plainHeader(pos int) bool {
	stop := min(len(p.text), pos+p.opts.Limits.Header)
	for pos < stop {
		end, next := lineEnd(p.text, pos)
		line := trimPadding(p.text[pos:end])
		if len(line) == 0 || p.delimiterAt(pos).depth > 0 {
			return false
		}
		for {
			n := bytes.IndexByte(line, '=')
			if n < 0 || n == len(line)-1 {
				break
			}
			if line = line[n+1:]; len(line) < 2 || !ascii.IsHexDigit(line[0]) || !ascii.IsHexDigit(line[1]) {
				return true
			}
		}
		pos = next
	}
	return false
}

// decode decodes the message in the body of e and parses the decoded text.
func (p *parser) decode(e *Entity, pos, k int) delimiter {
	p.place(e, k, false)
	d := p.next(pos)
	if p.depth >= p.opts.Limits.Encoded {
		e.leave(pos, "limit", "limit: encoded messages nested too deep")
		return d
	}
	e.Body = Span{pos, max(pos, d.before)}
	text, offset, err := p.opts.Decode(e)
	if err != nil {
		e.leave(pos, "transfer-encoding", err.Error())
		return d
	}
	e.note(pos, "an encoded message")
	e.encoded = true
	inner := &parser{text: text, offset: compose(p.offset, offset), depth: p.depth + 1, Parser: p.Parser}
	inner.entity(e, 0, 0)
	return d
}

// compose returns the function that applies inner, then outer. A nil function
// returns its argument.
func compose(outer, inner func(int) int) func(int) int {
	switch {
	case outer == nil:
		return inner
	case inner == nil:
		return outer
	}
	return func(n int) int { return outer(inner(n)) }
}

// place sets the part number of e and reads its base fields. e is the k-th part
// of its parent. parts reports whether e is a multipart with parts.
func (p *parser) place(e *Entity, k int, parts bool) {
	number := ""
	if e.Parent != nil {
		number = e.Parent.Part
	}
	switch {
	case !e.IsMessage():
		e.Part = join(number, k)
	case parts:
		e.Part = number
	default:
		e.Part = join(number, 1)
	}
	for i := range e.Notes {
		e.Notes[i].Part = e.Part
	}
	e.findBase()
}

func join(number string, k int) string {
	if number == "" {
		return strconv.Itoa(k)
	}
	return number + "." + strconv.Itoa(k)
}
