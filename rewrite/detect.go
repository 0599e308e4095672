package rewrite

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/mbox"
	"github.com/hrefix/hrefix/mimebase"
)

// typesByExtension holds the file name extensions that name a type.
var typesByExtension = map[string]Type{
	".html": HTML, ".htm": HTML, ".shtml": HTML,
	".xhtml": XML, ".xht": XML, ".svg": XML, ".xml": XML, ".css": CSS,
	".eml": Message, ".mht": Message, ".mhtml": Message, ".msg": Message,
	".nws": Message, ".email": Message,
	".mbox": Mbox, ".emlx": Emlx,
}

// DetectType returns the type of a document by its name and its head, its first 64 KiB.
// It never returns [Auto]. known reports whether anything says that this is a document.
//
//  1. A head with the magic of another kind of file is [Other], whatever its name:
//     package internal/filekind has the table.
//  2. The extension of the name says the type: that before a query, as in "s.css?v=1".
//  3. If it does not, the head says it. A "From " line with a date begins a mailbox, a
//     well-known header field a message; an XML declaration or a root element of SVG, RSS
//     or Atom begins XML, unless the first element or document type is html; a comment or
//     a tag of HTML begins HTML. A file with the name of a program or of data, such as .js,
//     is [Other] unless it begins as XML or as a whole page does; one with the
//     name of a template, such as .vue, is not known by any other tag.
//  4. All else is HTML. It is known if its name may be that of a page (no extension, a
//     query, or one such as .php) and its first 1,445 bytes have a tag of HTML, alone or
//     with an attribute that has a value, that does not follow a quote.
//
// What is found by steps 2 to 4 has to be text, or it is [Other]. The rule is that of the
// MIME Sniffing Standard: no binary data bytes in the first 1,445 bytes; and no NUL
// anywhere in the head. What is known to be a document may have a few binary data bytes
// there, one in 32 and four, and any after that: real pages do. What begins as mail does may
// have any number: its parts may be binary.
func DetectType(name string, head []byte) (t Type, known bool) {
	head = head[:min(len(head), sniffed)]
	if _, ok := filekind.Magic(head); ok {
		return Other, false
	}
	t = typesByExtension[filekind.Ext(name)]
	if known = t != Auto; !known {
		t, known = typeByContent(name, head)
	}
	if t == Other || !filekind.IsText(head, known) && !beginsAsMail(head) {
		return Other, false
	}
	return t, known || filekind.IsPage(name) && holdsTag(head)
}

// typeByContent returns the type of a document whose name does not say it, and whether its
// head begins as such a document does.
func typeByContent(name string, head []byte) (t Type, known bool) {
	text := filekind.ASCII(head)
	if _, ok := filekind.Script(name, head); ok && !isWholePage(text) && !beginsWithXML(text) {
		return Other, false
	}
	switch {
	case mbox.Detect(head):
		return Mbox, true
	case isEmlx(head):
		return Emlx, true
	case beginsWithField(head):
		return Message, true
	case beginsWithXML(text):
		return XML, true
	}
	return HTML, isWholePage(text) || beginsWithTag(text) && !filekind.IsTemplate(name)
}

// beginsAsMail reports whether a head begins as a mailbox or a message does.
func beginsAsMail(head []byte) bool {
	return mbox.Detect(head) || isEmlx(head) || beginsWithField(head)
}

// isWholePage reports whether a head begins as whole pages do.
func isWholePage(head []byte) bool {
	head = trimStart(head)
	for _, start := range [...]string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<base", "<link"} {
		if hasPrefixFold(head, start) {
			return true
		}
	}
	return false
}

// beginsWithTag reports whether a head begins with a comment, or with a tag of HTML.
func beginsWithTag(head []byte) bool {
	head = trimStart(head)
	return bytes.HasPrefix(head, []byte("<!--")) || isTag(head)
}

// trimStart returns the first KiB of a head without white space and a byte order mark at
// its start.
func trimStart(head []byte) []byte {
	return bytes.TrimLeft(head[:min(len(head), 1024)], "\ufeff \t\r\n\f")
}

// holdsTag reports whether the resource header of the MIME Sniffing Standard, the first
// 1,445 bytes, has a tag of HTML: one that does not follow a quote or a bracket, as in
// text about HTML and in source code.
func holdsTag(head []byte) bool {
	const enough = 1445
	head = filekind.ASCII(head)
	head = head[:min(len(head), enough)]
	for at := 0; ; at++ {
		n := bytes.IndexByte(head[at:], '<')
		if n < 0 {
			return false
		}
		at += n
		if isTag(head[at:]) && hasAttributes(head[at:]) && (at == 0 || !strings.ContainsRune("\"'`([{=", rune(head[at-1]))) {
			return true
		}
	}
}

// hasAttributes reports whether a tag has nothing but its name, or an attribute with a
// value. "<b and c>" is no tag in text.
func hasAttributes(tag []byte) bool {
	end := bytes.IndexByte(tag, '>')
	return end > 0 && (bytes.IndexByte(tag[:end], '=') > 0 || !bytes.ContainsAny(bytes.TrimRight(tag[:end], " /\t\r\n\f"), " \t\r\n\f"))
}

// isTag reports whether text begins with a start tag or an end tag of HTML, as the MIME
// Sniffing Standard has it: the name ends with a space or ">".
func isTag(text []byte) bool {
	const longest = len("blockquote")
	if len(text) < 3 || text[0] != '<' {
		return false
	}
	text = bytes.TrimPrefix(text[1:], []byte("/"))
	end := bytes.IndexAny(text[:min(len(text), longest+1)], "> \t\r\n\f/")
	return end > 0 && isElement(strings.ToLower(string(text[:end])))
}

// isElement reports whether HTML has an element of that name, or had one that pages still
// have.
func isElement(name string) bool {
	switch name {
	case "html", "head", "body", "title", "meta", "base", "link", "script", "noscript", "style", "template",
		"frameset", "frame", "noframes", "iframe", "h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div",
		"span", "a", "img", "map", "area", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot",
		"tr", "td", "th", "ul", "ol", "li", "dl", "dt", "dd", "dir", "menu", "pre", "blockquote", "center",
		"font", "basefont", "b", "i", "u", "s", "em", "strong", "small", "big", "tt", "code", "kbd", "samp",
		"var", "cite", "dfn", "abbr", "acronym", "q", "sub", "sup", "del", "ins", "strike", "nobr", "wbr",
		"form", "input", "select", "option", "optgroup", "textarea", "button", "label", "fieldset", "legend",
		"isindex", "object", "param", "applet", "embed", "audio", "video", "source", "track", "picture",
		"canvas", "main", "section", "article", "header", "footer", "nav", "aside", "figure", "figcaption",
		"address", "details", "summary", "dialog", "marquee", "plaintext", "xmp", "listing", "layer":
		return true
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
	for _, root := range [...]string{"<svg", "<rss", "<feed", "<rdf:RDF"} {
		if hasPrefixFold(head, root) {
			return true
		}
	}
	return false
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
