// Package detect finds the type of a source: whether it is a document, and which kind, by its name and its
// first 64 KiB, the head. [TypeOf] has the rules, and package internal/filekind the table of files that are
// no documents. The types of containers are the formats of package internal/container, in the order of its table.
package detect

import (
	"bytes"
	"path"
	"strings"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/view"
)

// HeadSize is the number of bytes of a head: all that is looked at.
const HeadSize = 64 << 10

// typesByExtension holds the file name extensions that name a type.
var typesByExtension = map[string]Type{
	".html": HTML, ".htm": HTML, ".shtml": HTML,
	".xhtml": XML, ".xht": XML, ".svg": XML, ".xml": XML, ".css": CSS,
	".rss": XML, ".atom": XML, ".rdf": XML, ".opml": XML, ".wxr": XML,
	".opf": XML, ".ncx": XML, ".smil": XML, ".enex": XML, ".xspf": XML, ".xsl": XML, ".xslt": XML,
	".qhp": XML, ".devhelp2": XML, ".jhm": XML, ".hhc": HTML, ".hhk": HTML,
	".eml": Message, ".mht": Message, ".mhtml": Message, ".msg": Message,
	".nws": Message, ".email": Message,
}

// TypeOf returns the type of a document by its name and its head, its first 64 KiB.
// It never returns [Auto]. known reports whether the name or the head identifies it as a
// document; if not, the type is a guess.
//
//  1. A head with the magic of a container has the type of that container, whatever its name.
//     Zip files with the extension of a package, such as .jar, are [Other]. A head that begins
//     with a JSON Feed, which is an object with a member version that is a URL of jsonfeed.org,
//     is [JSON], or [NDJSON] if each line is one. So is the manifest of a web application: see
//     [JSONFormatOf]. A head with the magic of another kind of file
//     is [Other], whatever its name. So is a head that begins with other JSON, JSONP or
//     serialized PHP values. Package internal/filekind has the table.
//  2. Otherwise mail is found by its beginning, whatever its name: names of messages often end
//     with the name of a host, such as firma.pl. A "From " line with a date begins a mailbox. A
//     message begins with a header (RFC 5322 section 2.2) that has a well-known field. If the
//     header has a line that is not a field, two well-known fields must come before that line.
//     If it is a name of data or of another document, such as .yaml and .html, the header
//     must have two of them and no such line.
//  3. Otherwise the extension of the name decides, if it is known. In a name with a query,
//     such as "s.css?v=1", that is the extension before the query.
//  4. Otherwise the beginning of the head decides. An XML declaration, or a root element or
//     document type of SVG, RSS, Atom, OPML or a sitemap begins XML, unless the first element or
//     document type is html. A document type or a tag of HTML begins HTML. White space and
//     comments may come first. After a comment, text that does not look like code may come before
//     the tag. In a file whose name has no extension, or has a query, an at-rule of CSS such as
//     @font-face begins a style sheet. A file with the name of a program, of data, or of
//     text in another markup language, such as .js, .csv and .md, is [Other] unless it begins as
//     XML or as a whole page. In a file with the name of a template, such as .vue, only the
//     beginning of a whole page counts.
//  5. Everything else is HTML. It is known only if the extension belongs to programs that make
//     pages, such as .php, and its first 1,445 bytes have a tag of HTML after text that does
//     not look like code or mail.
//
// A file whose type is found by steps 2 to 5 is [Other] if it is not text. Text has no binary
// data bytes (MIME Sniffing Standard) in its first 1,445 bytes, and no NUL in the head. There
// are two exceptions. A file that is known to be a document may have a few binary data bytes
// in its first 1,445 bytes, up to four plus one for every 32 bytes, and any number after
// these, as some real pages do. A file that begins as mail may have any number, because its
// parts may be binary. Text in UTF-32 or EBCDIC is [Other], too, because its links cannot be
// found. So is HTML in UTF-16 without a byte order mark.
func TypeOf(name string, head []byte) (t Type, known bool) {
	d := ofDocument(name, head)
	return d.Type, d.Known
}

// ofDocument is TypeOf, with the rule.
func ofDocument(name string, head []byte) Detection {
	other := Detection{Type: Other}
	head = head[:min(len(head), HeadSize)]
	if f := container.Magic(head); f != nil && (f.Other == nil || !f.Other(name)) {
		return Detection{typeOf(f), true, RuleMagic}
	}
	if text := JSONStart(head); text != nil {
		f := JSONFormatOf(text, isManifestName(name))
		if t := jsonType(name, head, text, JSON); f != NoJSONFormat && (t == JSON || f != WebManifest) { // lines are other data
			return Detection{t, true, jsonRules[f]}
		}
	}
	if _, ok := filekind.Magic(head); ok {
		return other
	}
	d := typeByName(name, head)
	if mail := typeOfMail(name, head, d); mail.Known {
		d = mail
	} else if !d.Known {
		d = typeByContent(name, head)
	}
	switch {
	case d.Type == HTML && filekind.HTMLInUTF16(head):
		return other
	case d.Type == Other || !filekind.IsText(head, d.Known) && !beginsAsMail(head):
		return other
	case !d.Known && filekind.IsServed(name) && beginsWithProse(head):
		return Detection{d.Type, true, RuleText}
	}
	return d
}

// typeByName returns the type that the extension of a name shows. A .msg file may also contain the
// messages of a program, so it has to begin as a message.
func typeByName(name string, head []byte) Detection {
	ext := filekind.Ext(name)
	t := typesByExtension[ext]
	// An archive of files (a bundle) is known only by its magic.
	if f := container.ByExtension(ext); f != nil && f.Kind != format.Lines && f.Kind != format.Files {
		t = typeOf(f)
	}
	switch {
	case t == Auto || ext == ".msg" && len(head) > 0 && !beginsAsMail(head):
		return Detection{}
	case filekind.HasQuery(name):
		return Detection{t, true, RuleQuery}
	}
	return Detection{t, true, RuleExtension}
}

// Of is [TypeOf] for a document whose charset is known, with the rule that decided. The charset makes a
// difference only for UTF-16, which TypeOf does not recognize as text without a byte order
// mark. Of does not decode containers and messages, whose headers are in ASCII.
func Of(charset, name string, head []byte) Detection {
	enc, _ := charenc.Lookup(charset)
	head = head[:min(len(head), HeadSize)]
	if bigEndian, ok := enc.UTF16(); ok && !beginsAsMail(head) && charenc.Determine(head, charset).Source() != charenc.BOM {
		head = view.NewUTF16(head, 0, len(head)&^1, bigEndian).Text()
	}
	return ofDocument(name, head)
}

// typeOfMail returns the type of mail by its head. named is the type by its name: the type of a message
// or a container stays.
func typeOfMail(name string, head []byte, named Detection) Detection {
	if named.Type == Message || named.Type.HasMembers() {
		return Detection{}
	}
	if f := container.Detect(head); f != nil {
		return Detection{typeOf(f), true, RuleMailbox}
	}
	isMessage := filekind.BeginsMessage
	if k, ok := filekind.Script(name, head); named.Known || ok && k.Group == filekind.Data {
		isMessage = filekind.IsMessage
	}
	return Detection{Message, isMessage(head), RuleHeader}
}

// typeByContent returns the type of a document that is no mail by its head, for a name that does
// not determine it.
func typeByContent(name string, head []byte) Detection {
	text := filekind.ASCII(head)
	if _, ok := filekind.Script(name, head); ok && !isWholePage(text) && !beginsWithXML(text) {
		return Detection{Type: Other}
	}
	switch {
	case beginsWithXML(text):
		return Detection{XML, true, RuleXML}
	case isWholePage(text):
		return Detection{HTML, true, RulePage}
	case filekind.IsTemplate(name):
	case beginsWithTag(text):
		return Detection{HTML, true, RuleTag}
	case beginsWithComment(text):
		return Detection{HTML, true, RuleComment}
	case (path.Ext(name) == "" || filekind.HasQuery(name)) && beginsWithCSS(text):
		return Detection{CSS, true, RuleStyleSheet}
	}
	return Detection{HTML, false, RuleGuess}
}

// beginsAsMail reports whether a head begins as a container or a message does: their parts
// may be binary.
func beginsAsMail(head []byte) bool {
	return container.Detect(head) != nil || filekind.BeginsMessage(head)
}

// isWholePage reports whether a head begins as whole pages do: with a document type, or a
// tag of the document or of its head.
func isWholePage(head []byte) bool {
	head = trimStart(head)
	for _, start := range [...]string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<base", "<link"} {
		if hasPrefixFold(head, start) {
			return true
		}
	}
	return false
}

// beginsWithTag reports whether a head begins with a tag of HTML.
func beginsWithTag(head []byte) bool {
	head = trimStart(head)
	return isTag(head) && isPlausible(head)
}

// beginsWithComment reports whether a head begins with a comment and the first tag after it is a
// tag of HTML. Text between them must not look like code.
func beginsWithComment(head []byte) bool {
	if !bytes.HasPrefix(bytes.TrimLeft(head, leadingSpace), []byte("<!--")) {
		return false
	}
	head = trimStart(head)
	head = head[:min(len(head), resourceHeader)]
	at := bytes.IndexByte(head, '<')
	return at >= 0 && isTag(head[at:]) && isPlausible(head[at:]) && isProse(head[:at])
}

// beginsWithCSS reports whether a head begins with an at-rule that begins style sheets.
// Comments may come first.
func beginsWithCSS(head []byte) bool {
	for head = bytes.TrimLeft(head, leadingSpace); bytes.HasPrefix(head, []byte("/*")); head = bytes.TrimLeft(head, leadingSpace) {
		_, head, _ = bytes.Cut(head, []byte("*/"))
	}
	for _, start := range [...]string{`@charset "`, "@import url(", `@import "`, "@import '"} {
		if hasPrefixFold(head, start) {
			return true
		}
	}
	const rule = "@font-face"
	return hasPrefixFold(head, rule) && bytes.HasPrefix(bytes.TrimLeft(head[len(rule):], leadingSpace), []byte("{"))
}

// leadingSpace is the byte order mark and the white space of HTML.
const leadingSpace = "\ufeff \t\r\n\f"

// trimStart returns a head without the byte order mark, white space, comments and XML
// declaration that it begins with.
func trimStart(head []byte) []byte {
	for head = bytes.TrimLeft(head, leadingSpace); ; head = bytes.TrimLeft(head, leadingSpace) {
		end := ">"
		switch {
		case bytes.HasPrefix(head, []byte("<!--")):
			end = "-->"
		case !hasPrefixFold(head, "<?xml"):
			return head
		}
		_, head, _ = bytes.Cut(head, []byte(end))
	}
}

// resourceHeader is the size of the resource header: MIME Sniffing Standard section 5.2.
const resourceHeader = 1445

// beginsWithProse reports whether the resource header has a tag of HTML after text that does not look like code, data or
// mail.
func beginsWithProse(head []byte) bool {
	head = filekind.ASCII(head)
	head = head[:min(len(head), resourceHeader)]
	for at := 0; ; at++ {
		n := bytes.IndexByte(head[at:], '<')
		if n < 0 {
			return false
		}
		at += n
		if isTag(head[at:]) {
			return isPlausible(head[at:]) && isProse(head[:at])
		}
	}
}

// codeMarks are strings that often come before the first tag in code, data and mail, but rarely in
// prose: braces, assignments, ends of statements, comments, and quotes after a bracket.
var codeMarks = [...]string{"{", "}", "=", "\\", ";\n", ";\r", "/*", "\n//", "\n#", "\n+++ ", "\n@@ ", "\nFrom: ", "(\"", "('", "(`", "[\"", "['"}

// isProse reports whether the text before the first tag of a file contains no codeMarks, and
// does not end in a quote or bracket around the tag.
func isProse(text []byte) bool {
	if n := len(text); n > 0 && bytes.IndexByte([]byte("\"'`([:,"), text[n-1]) >= 0 {
		return false
	}
	text = append([]byte("\n"), text...)
	for _, mark := range codeMarks {
		if bytes.Contains(text, []byte(mark)) {
			return false
		}
	}
	return true
}

// isPlausible reports whether a tag has no attributes, or an attribute with a value. In text, "<b
// and c>" is not a tag.
func isPlausible(tag []byte) bool {
	end := bytes.IndexByte(tag, '>')
	return end > 0 && (bytes.IndexByte(tag[:end], '=') > 0 || !bytes.ContainsAny(bytes.TrimRight(tag[:end], " /\t\r\n\f"), " \t\r\n\f"))
}

// isTag reports whether text begins with a start tag or an end tag of HTML, whose name ends
// with white space, "/" or ">".
func isTag(text []byte) bool {
	const longest = len("blockquote")
	if len(text) < 3 || text[0] != '<' {
		return false
	}
	text = bytes.TrimPrefix(text[1:], []byte("/"))
	end := bytes.IndexAny(text[:min(len(text), longest+1)], "> \t\r\n\f/")
	return end > 0 && isElement(strings.ToLower(string(text[:end])))
}

// isElement reports whether HTML has an element called name, or had an element of that name that is
// still in use.
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

// beginsWithXML reports whether head begins as XML that is not XHTML. XHTML without an
// extension is read as HTML, which is how browsers read most of it.
func beginsWithXML(head []byte) bool {
	if head = bytes.TrimLeft(head, "\ufeff \t\r\n"); hasPrefixFold(head, "<?xml") {
		head = skipProlog(head)
		return !hasPrefixFold(head, "<html") && !hasPrefixFold(head, "<!doctype html")
	}
	name := rootName(trimStart(head))
	if _, local, prefixed := strings.Cut(name, ":"); prefixed { // unlike names of HTML
		name = local
	}
	switch strings.ToLower(name) {
	case "svg", "rss", "feed", "rdf", "opml", "urlset", "sitemapindex":
		return true
	}
	return false
}

// rootName returns the name in the tag or document type declaration that head begins with.
func rootName(head []byte) string {
	for _, start := range [...]string{"<!doctype ", "<"} {
		if hasPrefixFold(head, start) {
			name := bytes.TrimLeft(head[len(start):], leadingSpace)
			end := bytes.IndexAny(name[:min(len(name), 64)], "> \t\r\n\f/[")
			return string(name[:max(end, 0)])
		}
	}
	return ""
}

// skipProlog returns text from its first tag or document type declaration on, without the
// processing instructions and comments before that.
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
