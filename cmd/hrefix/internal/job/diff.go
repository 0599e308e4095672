package job

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/unified"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
)

// A DiffKind is a value of --diff. It implements pflag.Value.
type DiffKind string

const (
	NoDiff      DiffKind = ""
	PatchDiff   DiffKind = "patch"   // shows the bytes of the file, so that patch can apply it
	DecodedDiff DiffKind = "decoded" // shows the decoded text of parts, for people
	EditsDiff   DiffKind = "edits"   // shows each edit as a JSON object, for programs
	AutoDiff    DiffKind = "auto"    // decoded on a screen, and a patch elsewhere
)

// DiffKinds returns the values of --diff.
func DiffKinds() []string {
	return []string{string(PatchDiff), string(DecodedDiff), string(EditsDiff)}
}

// String implements pflag.Value.
func (k *DiffKind) String() string { return string(*k) }

// Type implements pflag.Value.
func (k *DiffKind) Type() string { return "KIND" }

// Set implements pflag.Value.
func (k *DiffKind) Set(s string) error {
	switch kind := DiffKind(s); kind {
	case PatchDiff, DecodedDiff, EditsDiff, AutoDiff:
		*k = kind
		return nil
	}
	return errors.New("give patch, decoded or edits")
}

// texts are the changes of a piece for a [DecodedDiff].
type texts struct {
	plain   []engine.Edit // edits in text that is not encoded
	decoded bytes.Buffer  // the diffs of encoded texts
	places  []textPlace   // the places of the encoded texts
}

// A textPlace has the offset in a piece at which an encoded text begins, and the end of the diff of that text in
// texts.decoded.
type textPlace struct{ start, end int }

// A Screen says whether people read the diff. The zero value is for programs.
type Screen struct {
	Is     bool // a terminal, or a pipe that a terminal shows
	Colors console.Painter
}

// Diff writes the changes of a source to stdout: its edits, each as a JSON object on a line, or else a unified diff.
// Compressed sources are decompressed. If patch cannot apply the diff, the names in it are not the names of
// files: see diffNames. On a screen the names are plain, because nobody applies a diff from there.
func Diff(j *Job, s *source.Source, kind DiffKind, screen Screen, opts Options) error {
	p := newRewriting(j, s, opts)
	p.apart = s.Type.IsBundle() || s.Type.Members() == format.Resources // members of such sources are not lines of the file
	switch {
	case kind == EditsDiff:
		p.countLines = true
		p.text = (*Piece).putDecoded
		p.put = func(one *Piece) error { return p.failed(one.putEdits(j)) }
		return p.endDiff(p.run(nil))
	case kind == AutoDiff && screen.Is:
		kind = DecodedDiff
	}
	var of []string
	if kind == DecodedDiff && !screen.Is {
		of = []string{"undecoded"}
	}
	style := unified.Style{Colors: screen.Colors, Escape: kind == DecodedDiff && screen.Is}
	old, new := diffNames(s, of...)
	out := unified.NewWriter(j.Stdout, old, new, style)
	if kind == DecodedDiff {
		p.text = func(one *Piece, text *engine.Text) { one.Err = errors.Join(one.Err, one.keep(one.of, text, style)) }
	}
	p.put = func(one *Piece) error {
		edits := one.plan.Edits()
		if kind == DecodedDiff {
			edits = one.texts.plain
		}
		switch {
		case p.apart:
			return one.diff(j.Stdout, of, edits, style)
		case len(edits) == 0 && one.texts.decoded.Len() == 0 && !s.Type.HasMembers():
			// Nothing in the source changes. A large source comes in chunks, which do
			// not end where lines do.
			return nil
		}
		return one.putTexts(out, edits)
	}
	err := p.run(nil)
	if lost := p.failed(out.Close()); lost != nil {
		return lost
	}
	return p.endDiff(err)
}

// keep stores the changes of a text of a piece in one.texts.
func (one *Piece) keep(s *source.Source, text *engine.Text, style unified.Style) error {
	if text.Encoding == "" {
		one.texts.plain = text.Edits
		return nil
	}
	var of []string
	if noun := s.Type.Noun(); one.Message > 0 && noun != "" {
		of = append(of, fmt.Sprintf("%s %d", noun, one.Message))
	}
	if text.Part != "" {
		of = append(of, "part "+text.Part)
	}
	old, new := diffNames(s, append(of, text.Encoding)...)
	err := unified.Write(&one.texts.decoded, old, new, text.Content, text.Edits, style)
	one.texts.places = append(one.texts.places, textPlace{text.Offset, one.texts.decoded.Len()})
	return err
}

// putTexts writes the changes of a piece. The diff of an encoded text comes where that text begins.
func (one *Piece) putTexts(out *unified.Writer, edits []engine.Edit) error {
	pos, written := 0, 0
	put := func(end, n int) error {
		part := edits[:n]
		if pos > 0 {
			part = slices.Clone(part)
			for i := range part {
				part[i].Start -= pos
				part[i].End -= pos
			}
		}
		err := out.Put(one.Source[pos:end], part)
		pos, edits = end, edits[n:]
		return err
	}
	for _, text := range one.texts.places {
		line, n := bytes.LastIndexByte(one.Source[:text.start], '\n')+1, 0
		for n < len(edits) && edits[n].Start < line && edits[n].End <= line {
			n++
		}
		if line > pos && (n == len(edits) || edits[n].Start >= line) {
			if err := put(line, n); err != nil {
				return err
			}
		}
		out.Between(one.texts.decoded.Bytes()[written:text.end])
		written = text.end
	}
	return put(len(one.Source), len(edits))
}

// diff writes the changes of a document in a bundle, with its path there. kind describes the text, for the names in
// the diff: see diffNames.
func (one *Piece) diff(w io.Writer, kind []string, edits []engine.Edit, style unified.Style) error {
	if len(edits) == 0 && one.texts.decoded.Len() == 0 {
		return nil
	}
	if noun := one.of.Type.Noun(); one.Message > 0 && noun != "" {
		kind = append([]string{fmt.Sprintf("%s %d", noun, one.Message)}, kind...)
	}
	old, new := diffNames(one.of, kind...)
	err := unified.Write(w, old, new, one.Source, edits, style)
	if err == nil {
		_, err = w.Write(one.texts.decoded.Bytes())
	}
	if err != nil {
		return one.of.Error(fmt.Errorf("writing: %w", cause.Of(err)))
	}
	return nil
}

// diffNames returns the names of a text of a source, before and after the edits: the path of the
// file with the prefixes a/ and b/. If the text is not the whole file as it is stored, a
// description in parentheses follows, so that no program applies the diff to the file.
func diffNames(s *source.Source, of ...string) (old, new string) {
	name := strings.TrimLeft(path.Clean(filepath.ToSlash(s.Name)), "/")
	if b := s.Bundle(); b != nil {
		of, s = append([]string{b.Type.String()}, of...), b
	}
	if s.Coded != nil {
		of = append([]string{s.Coded.Coding.Name}, of...)
	}
	if len(of) > 0 {
		name += " (" + strings.Join(of, ", ") + ")"
	}
	return diffName("a/" + name), diffName("b/" + name)
}

// diffName returns a name as GNU patch and Git read it in a diff. A name with spaces is
// followed by a tab. A name with quotes, control characters that a terminal would obey, or
// bytes that are not text is quoted, with these bytes in octal.
func diffName(name string) string {
	b := []byte{'"'}
	for i, size := 0, 0; i < len(name); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', name[i])
		case printable.IsHidden(r) || printable.IsInvalid(r, size):
			for _, c := range []byte(name[i : i+size]) {
				b = fmt.Appendf(b, `\%03o`, c)
			}
		default:
			b = append(b, name[i:i+size]...)
		}
	}
	switch b = append(b, '"'); {
	case len(b) > len(name)+2:
		return string(b)
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}

// endDiff ends a pass that has printed changes. err is the error of run.
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

// putEdits writes the edits of the bytes of a piece, and then the edits of its encoded texts.
func (one *Piece) putEdits(j *Job) error {
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

// appendChange appends the end of an object: the text that an edit of src replaces, the new text, and
// the text around it.
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

// lineBefore returns the last bytes of the line before an offset, about near of them. It begins at a character.
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

// lineAfter returns the first bytes of the line after an offset, about near of them. It ends at a character.
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
