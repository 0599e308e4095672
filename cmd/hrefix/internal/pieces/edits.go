package pieces

import (
	"bytes"
	"encoding/base64"
	"errors"
	"unicode/utf8"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
)

// Edits writes the edits of a source to stdout, as a JSON object a line. The edits of a text that is
// encoded in a message follow the edits of the bytes of the message.
func Edits(j *job.Job, s *source.Source, opts Options) error {
	p := newRewriting(j, s, opts)
	p.apart = s.Type.IsBundle() || s.Type.Members() == format.Resources // members of such sources are not lines of the file
	p.countLines = true
	p.text = (*Piece).putDecoded
	p.put = func(one *Piece) error { return p.failed(one.putEdits(j)) }
	return p.endDiff(p.run(nil))
}

// endDiff ends a pass that has printed changes, and ended with err.
func (p *pass) endDiff(err error) error {
	switch {
	case err != nil:
		return err
	case errors.Is(p.unread, format.ErrTooLarge):
		p.reportTooLarge()
	case p.unread != nil:
		return p.s.Error(p.unread)
	}
	return p.end()
}

// putEdits writes the edits of a piece, and then the edits of its encoded texts.
func (one *Piece) putEdits(j *job.Job) error {
	var line []byte
	for e := range one.plan.All() {
		line = one.appendEdit(line[:0], &e)
		if _, err := j.Stdout.Write(line); err != nil {
			return err
		}
	}
	_, err := j.Stdout.Write(one.texts.decoded.Bytes())
	return err
}

// appendEdit appends the object of an edit of the bytes of a piece.
func (one *Piece) appendEdit(b []byte, e *engine.Edit) []byte {
	b = one.appendDocument(b)
	b = appendKey(b, "part", "")
	if r := one.Record(); r != nil {
		b = printable.AppendInt(append(b, `,"offset":`...), int(r.Offset))
		b = archive.Append(b, r)
		b = printable.AppendInt(append(b, `,"document_offset":`...), one.Lines.Within(e.Start))
	} else {
		b = printable.AppendInt(append(b, `,"offset":`...), int(one.Lines.Offset(e.Start)))
	}
	b = printable.AppendInt(append(b, `,"line":`...), one.Lines.At(e.Start))
	return appendChange(b, "", one.Source, e)
}

// putDecoded keeps the objects of the edits of an encoded text.
func (one *Piece) putDecoded(text *engine.Text) {
	if text.Encoding == "" {
		return
	}
	line, at := 1, 0
	var b []byte
	for i := range text.Edits {
		e := &text.Edits[i]
		line += bytes.Count(text.Content[at:e.Start], []byte("\n"))
		at = e.Start
		b = appendKey(one.appendDocument(b[:0]), "part", text.Part)
		b = printable.AppendInt(append(b, `,"offset":`...), e.Start)
		b = printable.AppendInt(append(b, `,"line":`...), line)
		one.texts.decoded.Write(appendChange(b, text.Encoding, text.Content, e))
	}
}

// appendDocument appends the start of an object: the document, and the number of its message.
func (one *Piece) appendDocument(b []byte) []byte {
	b = printable.AppendJSON(append(b, `{"doc":`...), one.of.Name)
	if one.Message > 0 && one.Record() == nil {
		b = printable.AppendInt(append(b, `,"message":`...), one.Message)
	}
	return b
}

// appendChange appends the end of an object: what an edit of src replaces, by what, and the text
// around it.
func appendChange(b []byte, encoding string, src []byte, e *engine.Edit) []byte {
	b = appendKey(b, "encoding", encoding)
	b = printable.AppendInt(append(b, `,"replaced":`...), e.End-e.Start)
	b = appendKey(b, "before", lineBefore(src, e.Start))
	b = appendKey(b, "old", src[e.Start:e.End])
	b = appendKey(b, "new", e.New)
	if !utf8.Valid(e.New) {
		b = appendKey(b, "new_base64", base64.StdEncoding.EncodeToString(e.New))
	}
	b = appendKey(b, "after", lineAfter(src, e.End))
	return append(b, "}\n"...)
}

// appendKey appends a comma, a key and a string.
func appendKey[T string | []byte](b []byte, key string, value T) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	return printable.AppendJSON(b, value)
}

// near is the number of bytes of a line that are printed before and after an edit.
const near = 60

// lineBefore returns the end of what is before an offset in its line. It begins with a character.
func lineBefore(src []byte, at int) []byte {
	from := max(0, at-near)
	from += bytes.LastIndexByte(src[from:at], '\n') + 1
	for range utf8.UTFMax - 1 {
		if from > 0 && from < at && !utf8.RuneStart(src[from]) {
			from++
		}
	}
	return src[from:at]
}

// lineAfter returns the start of what is after an offset in its line. It ends with a character.
func lineAfter(src []byte, at int) []byte {
	text := src[at:min(len(src), at+near)]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i]
	}
	for i := 1; i < utf8.UTFMax && i < len(text) && len(text) == near; i++ {
		last := text[len(text)-i:]
		if utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}
