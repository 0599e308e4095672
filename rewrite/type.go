package rewrite

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/mbox"
	"github.com/hrefix/hrefix/mimebase"
)

// A Type is a type of documents.
type Type uint8

// The types.
const (
	// Auto stands for what [DetectType] finds.
	Auto Type = iota
	// HTML is a document or fragment of text/html.
	HTML
	// Message is a message with header fields (RFC 5322), MIME or not; MHTML
	// (RFC 2557) too.
	Message
	// XML is an XML document: XHTML, SVG or another.
	XML
	// CSS is a style sheet.
	CSS
	// Mbox is a mailbox: messages, each after a line that begins with "From ".
	Mbox
	// Emlx is a message as Apple Mail stores it.
	Emlx
)

// mediaTypes are those of documents that are no messages.
var mediaTypes = [...]string{HTML: "text/html", XML: "application/xhtml+xml", CSS: "text/css"}

var typeNames = []string{Auto: "auto", HTML: "html", Message: "message", XML: "xml", CSS: "css", Mbox: "mbox", Emlx: "emlx"}

// String returns the name by which [ParseType] knows the type.
func (t Type) String() string { return typeNames[t] }

// TypeNames returns the names that [ParseType] knows.
func TypeNames() []string { return slices.Clone(typeNames) }

// ParseType returns the type of that name. The error names those that there
// are.
func ParseType(name string) (Type, error) {
	for t, n := range typeNames {
		if n == name {
			return Type(t), nil
		}
	}
	return Auto, fmt.Errorf("unknown type %q: known are %s", name, strings.Join(typeNames, ", "))
}

// typesByExtension holds the file name extensions that name a type.
var typesByExtension = map[string]Type{
	".html": HTML, ".htm": HTML, ".shtml": HTML,
	".xhtml": XML, ".xht": XML, ".svg": XML, ".xml": XML, ".css": CSS,
	".eml": Message, ".mht": Message, ".mhtml": Message, ".msg": Message,
	".nws": Message, ".email": Message,
	".mbox": Mbox, ".emlx": Emlx,
}

// DetectType returns the type of a document from its name, if that has an
// extension that tells, or else from its first bytes: what begins with a "From "
// line and a date is a mailbox, what begins with a well-known header field is a
// message, what begins with an XML declaration or with <svg is XML unless its
// first element or document type is html, and all else is HTML. It never returns
// Auto. known is false if nothing tells that this is a document at all.
func DetectType(name string, head []byte) (t Type, known bool) {
	if t := typesByExtension[strings.ToLower(path.Ext(name))]; t != Auto {
		return t, true
	}
	switch {
	case mbox.Detect(head):
		return Mbox, true
	case isEmlx(head):
		return Emlx, true
	case beginsWithField(head):
		return Message, true
	case beginsWithXML(head):
		return XML, true
	}
	return HTML, beginsWithHTML(head)
}

// beginsWithHTML reports whether head begins with a tag, or with what precedes
// the first in a page.
func beginsWithHTML(head []byte) bool {
	head = bytes.TrimLeft(head[:min(len(head), 1024)], "\ufeff \t\r\n\f")
	for _, start := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<base", "<link", "<!--"} {
		if hasPrefixFold(head, start) {
			return true
		}
	}
	return false
}

// beginsWithXML reports whether head begins as XML does that is no HTML page:
// XHTML that was saved without a name reads as HTML, as browsers mostly had it.
func beginsWithXML(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	if hasPrefixFold(head, "<?xml") {
		head = skipProlog(head)
		return !hasPrefixFold(head, "<html") && !hasPrefixFold(head, "<!doctype html")
	}
	return hasPrefixFold(head, "<svg")
}

// skipProlog returns text from its first tag or document type declaration on: without
// the processing instructions and comments before.
func skipProlog(text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			return nil
		}
		text = text[i:]
		end := ">"
		switch {
		case bytes.HasPrefix(text, []byte("<!--")):
			end = "-->"
		case !bytes.HasPrefix(text, []byte("<?")):
			return text
		}
		_, text, _ = bytes.Cut(text, []byte(end))
	}
}

// hasPrefixFold reports whether text begins with prefix, which is ASCII, in any case.
func hasPrefixFold[T string | []byte](text T, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(string(text[:len(prefix)]), prefix)
}

// commonFields are header fields by which a message is known.
var commonFields = map[string]bool{
	"from": true, "to": true, "cc": true, "subject": true, "date": true, "sender": true, "reply-to": true,
	"received": true, "return-path": true, "delivered-to": true, "message-id": true, "references": true,
	"in-reply-to": true, "mime-version": true, "content-type": true, "content-transfer-encoding": true,
	"content-base": true, "content-location": true, "base": true, "newsgroups": true, "path": true, "xref": true,
	"snapshot-content-location": true, "status": true, "lines": true,
}

// beginsWithField reports whether head begins as a message does: with header
// fields (RFC 5322 section 2.2), one of them well known.
func beginsWithField(head []byte) bool {
	const enough = 64 << 10
	if text := bytes.TrimLeft(head[:min(len(head), 64)], "\ufeff \t\r\n"); bytes.HasPrefix(text, []byte("<")) {
		return false
	}
	for _, f := range mimebase.Parse(head[:min(len(head), enough)], nil, mimebase.Options{}).Fields {
		if commonFields[strings.ToLower(f.Name)] || strings.HasPrefix(strings.ToLower(f.Name), "x-") {
			return true
		}
	}
	return false
}
