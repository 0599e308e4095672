package engine

import (
	"cmp"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A framed is a document with bytes of its container around it. All offsets are in the text
// that is walked.
type framed struct {
	format     *format.Format // nil for a document that is not in a container
	member     *format.Member
	at         int // the offset of the member
	start, end int // the offsets of the document
	depth      int // the number of containers around the document
}

// container walks the members of the container in text[start:], which is in depth other containers. It
// appends the edits of text.
func (s *sourceWalk) container(edits []edit.Edit, f *format.Format, text []byte, start, depth int, ctx *base.Context) []edit.Edit {
	if f.Encoded {
		s.documents.document(&Document{Base: ctx.Establish()})
		s.documents.note(reason.OtherFile.Code, "", start, "left: the documents in "+f.Name+" are rewritten only when it is read as a stream")
		return edits
	}
	for m := range f.Members(text[start:]) {
		at := start + int(m.Offset)
		if depth == 0 {
			s.documents.number = m.Number
		}
		in := framed{format: f, member: m, at: at, start: at + m.Start, end: at + m.End, depth: depth + 1}
		edits = s.member(edits, &in, text, ctx)
		s.broken = s.broken || m.Broken && depth == 0
	}
	return edits
}

// member walks the document of in, and corrects the bytes around it. It appends the
// edits of text.
func (s *sourceWalk) member(edits []edit.Edit, in *framed, text []byte, ctx *base.Context) []edit.Edit {
	if in.member.Defect != "" {
		s.documents.document(&Document{MediaType: in.member.MediaType, Base: ctx.Establish()})
	}
	s.documents.shows = in.format.Kind == format.Resources && in.member.Base.Value != ""
	s.documents.fixed = s.documents.shows || in.format.Kind == format.Records && in.member.Base.Value != ""
	s.memberNotes(in.member, in.at)
	if in.member.Defect != "" || in.member.NoDocument && !in.member.HTTP {
		return edits
	}
	if url := in.member.Base; url.Value != "" {
		from := base.Source{From: url.From, Value: url.Value}
		if url.Assumed {
			from.Note = basereason.SchemeAssumed
		}
		ctx = s.documents.opts.context(from)
	}
	first := len(edits)
	switch {
	case in.member.HTTP:
		edits = s.response(edits, in, text, ctx)
	case !in.member.NoDocument:
		edits = s.framedDocument(edits, in, text[:in.end:in.end], ctx)
	}
	if in.format.Correct == nil || len(edits) == first {
		return edits
	}
	before, after := in.format.Correct(in.member, in.change(text, edits[first:]))
	return append(slices.Insert(edits, first, before...), after...)
}

// memberNotes reports the faults of the member at the offset at.
func (s *sourceWalk) memberNotes(m *format.Member, at int) {
	for _, fault := range m.Faults {
		s.documents.note(RecordDefect, "", at, fault)
	}
	switch {
	case m.Archive != "":
		s.documents.note(NestedArchive, "", at, "left: an archive in an archive: "+m.Archive+": unpack it first")
	case m.Defect == "":
	case m.MediaType == detect.Message.MediaType():
		s.documents.note(MessageDefect, "", at, "left: "+m.Defect)
	default:
		s.documents.note(RecordDefect, "", at, "left: "+m.Defect)
	}
}

// change returns edits of the document in the form that its format expects.
func (in *framed) change(text []byte, edits []edit.Edit) format.Change {
	return format.Change{Text: text, Member: in.at, Start: in.start, End: in.end, Edits: edits}
}

// escape returns edits of the body of the document in text so that readers of the container
// still find where the document ends.
func (in *framed) escape(text []byte, edits []edit.Edit) []edit.Edit {
	if in.format == nil || in.format.Escape == nil || len(edits) == 0 {
		return edits
	}
	return in.format.Escape(in.member, in.change(text, edits))
}

// framedDocument walks the document of in, which ends with text. It appends the edits
// of text.
func (s *sourceWalk) framedDocument(edits []edit.Edit, in *framed, text []byte, ctx *base.Context) []edit.Edit {
	mediaType := in.member.MediaType
	if mediaType == "" {
		found := s.documents.opts.Detect(in.member.Name, text[in.start:])
		t := found.Type
		switch f := t.Container(); {
		case in.format.Kind == format.Files && (!found.Known || t.IsBundle() || t.HasRecords()):
			return edits
		case f != nil && in.depth < maxNested:
			return s.container(edits, f, text, in.start, in.depth, ctx)
		case f != nil || t == detect.Other:
			return edits
		}
		mediaType = t.MediaType()
	}
	if mediaType == detect.Message.MediaType() {
		return s.messages.walk(edits, text, in.start, ctx, *in)
	}
	kind := mediatype.Of(mediaType)
	if kind == mediatype.None {
		return edits
	}
	v := view.NewIdentity(text, in.start, in.end)
	at := mimebase.Span{Start: in.start, End: in.end}
	c := content{bytes: v.Text(), charset: cmp.Or(in.member.Charset, s.documents.opts.Charset), views: view.Stack{v}, at: at}
	if kind == mediatype.JSON {
		return view.Carry(v, edits, s.json.walk(c, ctx))
	}
	return view.Carry(v, edits, s.documents.walk(&Document{MediaType: mediaType}, c, ctx))
}
