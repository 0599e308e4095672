package mimebase

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// A Parser parses one message after the other and reuses the memory of each
// tree for the next. It is not safe for concurrent use.
type Parser struct {
	opts       Options
	baseFields *fieldNames // the names of opts.BaseFields
	outer      *base.Context
	whole      parser        // parses the text of the message itself
	entities   int           // parsed so far, in this message
	leftAs     string        // why the whole message is read-only, or ""
	trees      []*Entity     // entities for reuse
	names      [64]string    // the names of fields, indexed by nameHash
	types      [64]knownType // indexed by the length of the body of Content-Type
}

// Limits on what a Parser keeps for the next message.
const (
	maxTrees  = 64  // entities
	maxFields = 128 // fields in an entity
	maxParams = 8   // parameters of a media type
	maxName   = 64  // bytes in the name of a field
)

// A knownType is the result of parsing the body of a Content-Type field.
type knownType struct {
	body   string
	kind   string
	params map[string]string
}

// NewParser returns a Parser. It ignores opts.Start.
func NewParser(opts Options) *Parser {
	opts = opts.withDefaults()
	p := &Parser{opts: opts, baseFields: newFieldNames(opts.BaseFields, opts.BaseSchemes)}
	p.whole.Parser = p
	return p
}

// Parse parses the message that begins at text[start], as the function [Parse]
// does. The tree is valid until the next call of a method.
func (p *Parser) Parse(text []byte, start int, outer *base.Context) *Entity {
	if outer == nil {
		outer = base.NewContext(resolve.RFC1808)
	}
	p.Reset()
	p.leftAs = ""
	if hasBareEnds(text[start:]) {
		text = slices.Concat(text[:start], bytes.ReplaceAll(text[start:], []byte("\r"), []byte("\n")))
		p.leftAs = "lines end with CR alone"
	}
	p.outer, p.whole.text = outer, text
	top, _ := p.whole.entity(nil, start, 0)
	return top
}

// hasBareEnds reports whether all lines of a message end with a bare CR. The
// last line may end with LF, as in a mailbox, if an empty line precedes it.
func hasBareEnds(message []byte) bool {
	end := bytes.IndexByte(message, '\n')
	if end < 0 {
		return bytes.IndexByte(message, '\r') >= 0
	}
	lines := bytes.TrimRight(message[:end], "\r")
	return bytes.Contains(lines, []byte("\r\r")) && len(bytes.TrimRight(message, "\n")) <= end
}

// Reset releases the last tree and its text. It keeps memory for the next tree.
func (p *Parser) Reset() {
	for _, e := range p.trees[:min(p.entities, len(p.trees))] {
		e.empty()
	}
	p.outer, p.entities, p.whole.text = nil, 0, nil
	p.whole.open.clear()
}

// empty resets e for reuse. It keeps the memory of slices and maps unless they
// are large.
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

// newEntity returns an empty entity, reused if possible.
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

// name returns the name of a field as a string. It caches names, since most
// messages have the same.
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
