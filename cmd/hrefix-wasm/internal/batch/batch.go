// Package batch writes the links, documents and notes of a source as JSON, in few large pieces. The keys
// are the keys that the command prints with --json.
package batch

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// enough is the size in bytes at which an array is passed to emit.
const enough = 1 << 20

// An array collects elements as JSON. When it is large, it is passed to emit, and a new array
// begins.
type array struct {
	json []byte
	emit func(json []byte)
}

// next begins the next element.
func (a *array) next() {
	if len(a.json) >= enough {
		a.end()
	}
	if len(a.json) == 0 {
		a.json = append(a.json, '[')
	} else {
		a.json = append(a.json, ',')
	}
}

// end passes the array to emit if it has elements.
func (a *array) end() {
	if len(a.json) > 0 {
		a.emit(append(a.json, ']'))
		a.json = a.json[:0]
	}
}

// Links writes the links of a source. Its zero value is not ready: call Reset first.
type Links struct {
	source []byte
	piece  engine.Piece
	lines  linktext.Lines
}

// Reset begins with a source.
func (l *Links) Reset(source []byte) {
	l.source = source
	l.begin(engine.Piece{Source: source}, 0)
}

// begin begins with a piece that has so many line breaks before it.
func (l *Links) begin(piece engine.Piece, before int) {
	l.piece, l.lines = piece, linktext.NewLines(piece, before)
}

// Append appends the JSON of a reference, without a line ending.
func (l *Links) Append(json []byte, ref *engine.Reference) []byte {
	if ref.Start != l.piece.Offset || ref.Message != l.piece.Message {
		before := bytes.Count(l.source[:ref.Start], []byte("\n"))
		l.begin(engine.Piece{Message: ref.Message, Offset: ref.Start, Source: l.source[ref.Start:]}, before)
	}
	const doc = `"doc":"",`
	at := len(json) + len("{")
	json = linktext.AppendLink(json, "", &l.lines, ref)
	return append(json[:at], json[at+len(doc):len(json)-len("\n")]...)
}

// List calls emit with JSON arrays, which have the links of the source in its order.
func (l *Links) List(rw *engine.Rewriter, emit func(json []byte)) {
	all := array{emit: emit}
	each(rw, l.source, func(rw *engine.Rewriter, piece engine.Piece, before int) {
		l.begin(piece, before)
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			all.next()
			all.json = l.Append(all.json, ref)
		}}).Release()
	})
	all.end()
}

// Documents passes arrays with the documents of source to emit.
func Documents(rw *engine.Rewriter, source []byte, emit func(json []byte)) {
	all := array{emit: emit}
	each(rw, source, func(rw *engine.Rewriter, piece engine.Piece, _ int) {
		rw.VisitPiece(piece, engine.Visitor{Document: func(d *engine.Document) {
			all.next()
			all.json = appendDocument(all.json, piece.Message, d)
		}}).Release()
	})
	all.end()
}

// each calls visit for the pieces of source, with the number of line breaks before each.
func each(rw *engine.Rewriter, source []byte, visit func(rw *engine.Rewriter, piece engine.Piece, before int)) {
	in, before := rw.Open(bytes.NewReader(source), nil), 0
	for piece := range in.All() { // reading from memory does not fail
		visit(in.Rewriter, piece, before)
		before += bytes.Count(piece.Source, []byte("\n"))
	}
}

// appendDocument appends the JSON of a document of a message in a mailbox, or of message 0.
func appendDocument(b []byte, message int, d *engine.Document) []byte {
	b = append(b, '{')
	if message > 0 {
		b = append(printable.AppendInt(append(b, `"message":`...), message), ',')
	}
	b = appendText(b, `"part":`, d.Part)
	b = appendText(b, `,"type":`, d.MediaType)
	b = appendText(b, `,"base":`, d.Base.String())
	b = appendText(b, `,"layer":`, d.Base.Layer.String())
	b = appendText(b, `,"from":`, d.Base.From)
	b = append(b, `,"candidates":[`...)
	for i, c := range d.Base.Candidates() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, `{"layer":`, c.Layer.String())
		b = appendText(b, `,"from":`, c.From)
		b = appendText(b, `,"value":`, c.Value)
		b = appendText(b, `,"url":`, c.URL)
		b = appendBool(b, `,"used":`, c.Used)
		b = appendText(b, `,"reason":`, string(c.Reason))
		b = append(appendText(b, `,"text":`, c.Text()), '}')
	}
	return append(b, "]}"...)
}

// Plan returns the JSON of what a plan does: the type of the source, whether it changes, and notes.
func Plan(p *engine.Plan) []byte {
	b := appendText(nil, `{"type":`, p.Type.String())
	b = appendBool(b, `,"changed":`, p.Changes())
	b = append(b, `,"notes":[`...)
	for i, n := range p.Notes {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, `{"code":`, n.Code)
		if n.Message > 0 {
			b = printable.AppendInt(append(b, `,"message":`...), n.Message)
		}
		b = appendText(b, `,"part":`, n.Part)
		b = printable.AppendInt(append(b, `,"offset":`...), n.Offset)
		b = append(appendText(b, `,"text":`, n.Text), '}')
	}
	return append(b, "]}"...)
}

// appendText appends a key with its punctuation, and a string.
func appendText(b []byte, key, value string) []byte {
	return printable.AppendJSON(append(b, key...), value)
}

// appendBool appends a key with its punctuation, and true or false.
func appendBool(b []byte, key string, value bool) []byte {
	if value {
		return append(append(b, key...), "true"...)
	}
	return append(append(b, key...), "false"...)
}
