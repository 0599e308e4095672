package linktext

import (
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
)

// AppendLink appends the JSON of the [Link] of a reference, and a line ending. It is much faster
// than package encoding/json, and allocates nothing.
func AppendLink(b []byte, doc string, lines *Lines, ref *engine.Reference) []byte {
	off := ref.Offset()
	b = appendString(b, `{"doc":`, doc)
	record := lines.piece.Record()
	if lines.piece.Message > 0 && record == nil {
		b = appendInt(b, `,"message":`, lines.piece.Message)
	}
	b = appendString(b, `,"part":`, ref.Part)
	if record == nil {
		b = appendInt(b, `,"offset":`, off+int(lines.piece.Offset))
	} else {
		b = archive.Append(appendInt(b, `,"offset":`, int(record.Offset)), record)
		b = appendInt(b, `,"document_offset":`, lines.Within(off))
	}
	b = appendInt(b, `,"line":`, lines.At(off))
	b = appendString(b, `,"element":`, ref.Element)
	b = appendString(b, `,"attr":`, ref.Attr)
	b = appendString(b, `,"ref":`, ref.Text)
	if HasTarget(ref) {
		b = appendString(b, `,"url":`, targetText(ref))
	} else {
		b = appendString(b, `,"url":`, "")
	}
	if record != nil {
		var memory [256]byte
		target := memory[:0]
		if HasTarget(ref) {
			target = AppendTarget(target, ref)
		}
		b = appendString(b, `,"target":`, target)
	}
	b = appendString(b, `,"status":`, ref.Status.String())
	b = appendString(b, `,"reason":`, ref.Reason.Code)
	b = appendString(b, `,"text":`, ref.Reason.Text)
	b = appendString(b, `,"base":`, ref.Base.String())
	b = appendString(b, `,"layer":`, ref.Base.Layer.String())
	b = appendString(b, `,"from":`, ref.Base.From)
	return append(b, "}\n"...)
}

// appendString appends a key with its punctuation, and a string.
func appendString[T string | []byte](b []byte, key string, value T) []byte {
	return printable.AppendJSON(append(b, key...), value)
}

// appendInt appends a key with its punctuation, and a number.
func appendInt(b []byte, key string, value int) []byte {
	return printable.AppendInt(append(b, key...), value)
}
