package engine

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/jsonscan"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// JSON text is like a message: some of its strings are documents, as parts are, and some are URLs, as
// header fields are. Package jsonfield finds the strings, by the fields of the options or by those
// of a known format (jsonfields.go). The part of a reference is the JSON Pointer of its string (RFC 6901).
//
// A string that gives a base does so for all strings in its object, because the object encapsulates
// them (RFC 1808 section 3.2). The string is a reference itself, resolved against the base around
// the object. A base in a document precedes the base of its object, which precedes the URL of the file.

// A jsonWalk walks JSON text. If a string has a document, documents walks that document. The memory
// of a jsonWalk is used again for the next text.
type jsonWalk struct {
	documents *walk
	strings   jsonfield.Walker
	set       *jsonfield.Set // nil if nothing in the text is read
	format    detect.JSONFormat
	text      content // the text that is walked
	outer     *base.Context
	feed      feedBase    // the base of a JSON Feed
	scopes    []jsonScope // the scopes of the bases around the current string
	changes   []edit.Edit // the edits of the text
	messages  *messageWalk
	names     names
	pointer   []byte
	value     view.JSON
	url       view.URL
	growth    Reason // set if the URLs would make the text too large
	found     bool   // some string was found
	seen      SeenFields
}

// A jsonScope is the context inside an object that gives a base.
type jsonScope struct {
	number  int // the number of the base, from 1
	context *base.Context
}

// walk walks JSON text. It returns the edits of the text, which are valid until the next call.
func (j *jsonWalk) walk(t content, ctx *base.Context) []edit.Edit {
	doc := &Document{MediaType: detect.JSON.MediaType()}
	t.enc = charenc.DetermineJSON(t.bytes, t.charset)
	return j.documents.decoded(doc, t, ctx, j.read)
}

// read walks JSON text, and returns its edits. The text may be in any encoding but UTF-16.
func (j *jsonWalk) read(doc *Document, t content, ctx *base.Context) []edit.Edit {
	t = t.inUTF8()
	j.text, j.outer, j.feed, j.value.ASCII = t, ctx, feedBase{}, t.enc.Name() != charenc.UTF8
	known := &j.documents.opts.json
	j.format = detect.JSONFormatOf(t.bytes[:min(len(t.bytes), detect.HeadSize)], known[0] == nil)
	if j.format == detect.WebManifest && j.documents.number > 0 {
		j.format = detect.NoJSONFormat // a line is not at the URL of a manifest
	}
	j.set = known[j.format]
	j.changes, j.scopes, j.found, j.growth = j.changes[:0], j.scopes[:0], false, none
	if j.seen.Texts = true; j.set != nil {
		j.seen.Read = true
		if j.strings.Tick = nil; j.documents.stop != nil {
			j.strings.Tick = j.documents.stop.tick
		}
		j.strings.Reset(j.set, t.bytes)
		j.seen.Containers |= j.strings.Containers
	}
	if j.format == detect.JSONFeed {
		j.outer, j.feed = j.feedContext(ctx)
	}
	doc.Base = j.outer.Establish()
	j.documents.document(doc)
	if detect.IsBlankJSON(t.bytes) {
		return nil // an empty file of another type is a document without links, too
	}
	if j.set == nil {
		j.noteNoField("nothing is read: this is no JSON Feed or web app manifest: name the fields that have documents or URLs")
		return nil
	}
	if j.outgrows() {
		j.growth = reason.Growth
	}
	j.eachString(j.string)
	w := j.documents
	if why := j.strings.Fault; why != "" {
		w.note(BrokenJSON, "", t.views.Source(j.strings.FaultAt), "left: broken JSON: "+why+j.advice())
	} else if !j.found {
		j.noteNoField("nothing is read: no string at " + j.set.String() + j.similar())
	}
	if w.opts.Mode == Pin && w.anchor == nil {
		w.noteNotPinned("", t.views.Source(0), reason.NotPinned.With("JSON cannot contain its base"))
	}
	return t.carry(j.changes)
}

// eachString calls do for each string that a field names, and sets j.found if there is such a
// string.
func (j *jsonWalk) eachString(do func(jsonfield.String)) {
	for s, ok := j.strings.Next(); ok; s, ok = j.strings.Next() {
		j.found = true
		j.seen.Strings |= 1 << s.Field
		do(s)
	}
}

// similar returns advice for the note that no field names a string in the text: the path of a string with a
// similar path, or "".
func (j *jsonWalk) similar() string {
	if w := j.documents; j.strings.Containers != 0 {
		return HintContainers
	} else if w.number > 0 || w.anchor != nil {
		return "" // no note is added, so no advice is needed
	}
	for _, f := range j.set.Fields() {
		if path := jsonfield.Similar(j.text.bytes, f.Path); path != "" {
			return ": give " + path
		}
	}
	return ""
}

// noteNoField notes that a text has no string at the paths of the fields. For lines the caller adds
// the note: see [Plan].JSONFields.
func (j *jsonWalk) noteNoField(text string) {
	j.seen.Lacking = detect.JSONStart(j.text.bytes) != nil // a value such as null is no data
	if w := j.documents; w.number == 0 && w.anchor == nil {
		w.note(NoJSONField, "", j.text.views.Source(0), text)
	}
}

// advice returns the text to add to the fault of a text with several values.
func (j *jsonWalk) advice() string {
	if j.strings.Fault != jsonscan.SeveralValues || j.documents.number > 0 {
		return ""
	}
	if c := j.text.bytes[j.strings.FaultAt]; c == '{' || c == '[' {
		return `: write one value in a line ("jq -c ."), and read it as NDJSON`
	}
	return ""
}

// string walks the string s, and adds the edits of the text.
func (j *jsonWalk) string(s jsonfield.String) {
	switch role := j.set.Fields()[s.Field].Role; role {
	case jsonfield.URL, jsonfield.Base:
		if j.documents.anchor == nil {
			j.reference(s, role)
		}
	default:
		j.document(s, role)
	}
}

// part returns the JSON Pointer of the current string.
func (j *jsonWalk) part() string {
	j.pointer = j.strings.AppendPointer(j.pointer[:0])
	return j.names.keep(j.pointer)
}

// names makes strings that share memory.
type names struct{ strings.Builder }

// keep returns b as a string.
func (n *names) keep(b []byte) string {
	const chunk = 4 << 10
	if n.Cap()-n.Len() < len(b) {
		n.Reset() // earlier strings keep their memory
		n.Grow(max(chunk, len(b)))
	}
	at := n.Len()
	n.Write(b)
	return n.String()[at:]
}

// contextOf returns the context of a string whose [jsonfield.String].Scope is scope.
func (j *jsonWalk) contextOf(scope int) *base.Context {
	if scope == 0 {
		return j.outer
	}
	for n := len(j.scopes); n > 0; n-- {
		if j.scopes[n-1].number == scope {
			j.scopes = j.scopes[:n]
			return j.scopes[n-1].context
		}
	}
	b := &j.strings.Bases[scope-1]
	ctx := j.contextOf(b.Outer)
	if b.Outer == 0 {
		j.scopes = j.scopes[:0]
	}
	ctx = ctx.Enclose(base.Source{
		Layer: base.Encapsulating, From: "the field " + j.set.Fields()[b.Field].Path, Value: string(j.urlIn(b.Start, b.End)),
	})
	j.scopes = append(j.scopes, jsonScope{scope, ctx})
	return ctx
}

// urlIn returns the URL in the string from start to end, as browsers clean it. Its views are j.value and
// j.url.
func (j *jsonWalk) urlIn(start, end int) []byte {
	j.value.Reset(j.text.bytes, start, end)
	j.url.Reset(j.value.Text(), 0, len(j.value.Text()))
	return j.url.Text()
}

// document walks the document in the string s, and adds its edits.
func (j *jsonWalk) document(s jsonfield.String, role jsonfield.Role) {
	v := &j.value
	if s.End-s.Start >= j.documents.limits.large/2 { // the edits of a large string are carried later
		v = &view.JSON{ASCII: v.ASCII}
	}
	ctx := j.contextOf(s.Scope)
	v.Reset(j.text.bytes, s.Start, s.End)
	part, at := j.part(), mimebase.Span{Start: s.Start, End: s.End}
	c := content{
		bytes: v.Text(), views: append(slices.Clip(j.text.views), v), charset: charenc.UTF8, coded: j.text.coded, isDecoded: true,
		keep: j.text.keep, at: mimebase.Span{End: len(v.Text())}, inJSON: true, isItem: s.Scope == 0 || j.documents.opts.FeedBase == FeedItem && j.format == detect.JSONFeed,
	}
	changes := j.documents.decodedText(part, "JSON", at, c.views, c.bytes, func() []edit.Edit {
		if role == jsonfield.Message {
			return j.message(part, c, ctx)
		}
		return j.documents.walk(&Document{Part: part, MediaType: jsonTypes[role]}, c, ctx)
	})
	j.changes = view.Carry(v, j.changes, changes)
}

// jsonTypes are the media types of documents in strings.
var jsonTypes = [...]string{jsonfield.HTML: "text/html", jsonfield.XML: "application/xhtml+xml", jsonfield.CSS: "text/css"}
