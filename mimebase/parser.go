package mimebase

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// A Parser parses one message after the other, and uses the memory of each tree
// again for the next. It is not safe for concurrent use.
type Parser struct {
	opts       Options
	baseFields *fieldNames // of opts
	outer      *base.Context
	whole      parser        // of the message that is not encoded
	entities   int           // of the message so far
	leftAs     string        // why nothing in the message may be changed, if it may not
	trees      []*Entity     // to be used again
	names      [64]string    // of fields, by nameHash
	types      [64]knownType // by the length of the body of Content-Type
}

// What a Parser keeps for the next message.
const (
	maxTrees  = 64  // entities
	maxFields = 128 // fields of an entity
	maxParams = 8   // parameters of a media type
	maxName   = 64  // bytes of the name of a field
)

// A knownType is what the body of a Content-Type field was read as.
type knownType struct {
	body   string
	kind   string
	params map[string]string
}

// NewParser returns a Parser. Options.Start does not matter to it.
func NewParser(opts Options) *Parser {
	opts = opts.withDefaults()
	p := &Parser{opts: opts, baseFields: newFieldNames(opts.BaseFields, opts.BaseSchemes)}
	p.whole.Parser = p
	return p
}

// Parse is the function [Parse] for the message that begins at text[start]. The
// tree is valid until the next call.
func (p *Parser) Parse(text []byte, start int, outer *base.Context) *Entity {
	if outer == nil {
		outer = base.NewContext(resolve.RFC1808)
	}
	p.Reset()
	p.leftAs = ""
	if hasBareEnds(text[start:]) {
		text, p.leftAs = withLF(text, start), "lines end with CR alone"
	}
	p.outer, p.whole.text = outer, text
	top, _ := p.whole.entity(nil, start, 0)
	return top
}

// hasBareEnds reports whether all lines of a message end with CR alone. The last may
// end with LF, as in a mailbox, if there is an empty line before.
func hasBareEnds(message []byte) bool {
	end := bytes.IndexByte(message, '\n')
	if end < 0 {
		return bytes.IndexByte(message, '\r') >= 0
	}
	lines := bytes.TrimRight(message[:end], "\r")
	return bytes.Contains(lines, []byte("\r\r")) && len(bytes.TrimRight(message, "\n")) <= end
}

// withLF returns a copy of text in which each CR from start on is LF, at the same offset.
func withLF(text []byte, start int) []byte {
	text = bytes.Clone(text)
	for i, c := range text[start:] {
		if c == '\r' {
			text[start+i] = '\n'
		}
	}
	return text
}

// Reset releases the last tree and its text. It keeps memory for the next tree.
func (p *Parser) Reset() {
	for _, e := range p.trees[:min(p.entities, len(p.trees))] {
		e.empty()
	}
	p.outer, p.entities, p.whole.text = nil, 0, nil
	p.whole.open.clear()
}

// empty makes e an entity with nothing in it. Much memory is given up.
func (e *Entity) empty() {
	clear(e.Parts)
	fields, parts := e.Fields[:0], e.Parts[:0]
	if cap(fields) > maxFields {
		fields = nil
	}
	if cap(parts) > maxTrees {
		parts = nil
	}
	spare := e.spare
	if len(spare) > maxParams {
		spare = nil
	}
	clear(spare)
	*e = Entity{Fields: fields, Parts: parts, spare: spare}
}

// newEntity returns an entity with nothing in it.
func (p *Parser) newEntity() *Entity {
	p.entities++
	if p.entities > maxTrees {
		return new(Entity)
	}
	if p.entities > len(p.trees) {
		p.trees = append(p.trees, new(Entity))
	}
	return p.trees[p.entities-1]
}

// name returns the name of a field as a string: most come again and again.
func (p *Parser) name(b []byte) string {
	kept := &p.names[nameHash(b)]
	if *kept == string(b) {
		return *kept
	}
	name := string(b)
	if len(b) <= maxName {
		*kept = name
	}
	return name
}

// knownType returns what the body of a Content-Type field is known to be read as,
// nil if it is not known.
func (p *Parser) knownType(body []byte) *knownType {
	if len(body) >= len(p.types) {
		return nil
	}
	if t := &p.types[len(body)]; t.kind != "" && t.body == string(body) {
		return t
	}
	return nil
}

// keepType keeps a media type for the messages to come: most are the same, but
// for boundaries. It reports whether it does.
func (p *Parser) keepType(body []byte, kind string, params map[string]string) bool {
	if _, ok := params["boundary"]; ok || len(body) >= len(p.types) {
		return false
	}
	p.types[len(body)] = knownType{string(body), kind, params}
	return true
}
