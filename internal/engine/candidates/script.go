package candidates

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/jsonscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// A contentKind is what the content of a script element is.
type contentKind uint8

const (
	noContent contentKind = iota
	ofScript
	ofJSON
	ofLinkedData
)

// contentOf returns the kind of the content of a script element. Content that a row of the user reads has none.
func (f *Finder) contentOf(t *htmlscan.Token) contentKind {
	var kind []byte
	if a, ok := htmlscan.First(f.text, t.Attrs, "type"); ok {
		kind = bytes.ToLower(bytes.Trim(view.Unescape(f.text, a.Value, a.Quote), ascii.Whitespace))
	}
	f.element, f.attr, f.noRow = f.element[:0], f.attr[:0], false
	f.value = Value{Element: "script", In: "scripts", only: f.conditionOf(t)}
	switch {
	case f.read.Content != nil && f.read.ContentOf("script", t, f.text, nil) != nil:
		return noContent
	case len(kind) == 0, bytes.Contains(kind, []byte("javascript")), string(kind) == "module", bytes.Contains(kind, []byte("ecmascript")):
		return ofScript
	case string(kind) == "application/ld+json" && f.groups&places.JSONLD != 0:
		return noContent
	case string(kind) == "application/ld+json":
		f.value.In, f.value.Group = "JSON", places.JSONLD
		return ofLinkedData
	case bytes.Contains(kind, []byte("json")):
		f.value.In = "JSON"
		return ofJSON
	}
	return noContent
}

// content finds the values in the content of a script element.
func (f *Finder) content(kind contentKind, at markup.Span) {
	text := f.text[at.Start:at.End]
	f.at, f.exact = at.Start, true
	switch kind {
	case ofScript:
		f.script(text)
	case ofJSON:
		f.jsonStrings(text, "json")
	case ofLinkedData:
		for start, end := range microsyntax.JSONLD(text) {
			if url := plain(text[start:end]); syntax.IsReference(url) && bytes.IndexByte(url, '#') < 0 { // most with a fragment are identifiers
				f.put(url, start, "")
			}
		}
	}
}

// jsonStrings finds the strings of JSON that look like references. A row of that syntax reads those that are URLs of a
// site.
func (f *Finder) jsonStrings(json []byte, row string) {
	s := &f.json
	s.Reset(json)
	for kind := s.Next(); kind != jsonscan.End && kind != jsonscan.Invalid; kind = s.Next() {
		if kind != jsonscan.String || !mayHold(json[s.Start:s.End]) {
			continue
		}
		url := plain(json[s.Start:s.End])
		if !syntax.IsReference(url) {
			continue
		}
		reads := row
		if !microsyntax.IsURLString(url) {
			reads = ""
		}
		f.put(url, s.Start, reads)
	}
}

// isScriptURL reports whether the value of an attribute is a script.
func isScriptURL(value []byte) bool {
	const scheme = "javascript:"
	return len(value) > len(scheme) && ascii.EqualFold(value[:len(scheme)], scheme)
}

// plain returns the content of a string of JSON or of a script with "\/" and "\u002f" decoded, as writers of both
// escape the slash.
func plain(s []byte) []byte {
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	s = bytes.ReplaceAll(s, []byte(`\/`), []byte("/"))
	s = bytes.ReplaceAll(s, []byte(`\u002F`), []byte("/"))
	s = bytes.ReplaceAll(s, []byte(`\u002f`), []byte("/"))
	return bytes.ReplaceAll(s, []byte(`\u0026`), []byte("&"))
}

// script finds the strings of a script that look like references, and that stand where scripts load or follow URLs:
// see isLoaded. The URL of a file with its host is a reference wherever it stands, as most loaders are functions that
// get it as an argument. script does not parse the script: a string begins at a quote.
func (f *Finder) script(script []byte) {
	for at := 1; at < len(script); at++ {
		if !isQuote[script[at]] {
			continue
		}
		c, before := script[at-1], script[max(0, at-contextSize):at]
		isPlace := (c <= ' ' || c == '=' || c == ':' || c == '(' || c == ',') && isLoaded(before)
		if !isPlace && (c == '\\' || !mayBeSiteFile(script[at+1:])) { // what an escaped quote begins does not end at a plain quote
			continue
		}
		end := at + 1
		for end < len(script) && script[end] != script[at] && script[end] != '\n' && end-at <= syntax.MaxReference {
			if script[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(script) || script[end] != script[at] || !mayHold(script[at+1:end]) {
			continue
		}
		start, url := at+1, plain(script[at+1:end])
		if bytes.HasPrefix(url, []byte("://")) { // the script puts a scheme before it
			start, url = start+1, url[1:]
		}
		if isPlace && (syntax.IsReference(url) || syntax.IsFile(url)) || syntax.IsSiteFile(url) && !isCommented(before) {
			f.put(url, start, "")
			at = end
		}
	}
}

// mayBeSiteFile reports whether a string of a script may be the URL of a file with its host, or all of it but the
// scheme. It is quick.
func mayBeSiteFile(text []byte) bool {
	if len(text) < len("http") {
		return false
	}
	if text[0] == ':' {
		text = text[1:]
	}
	switch text[0] {
	case '/':
		return text[1] == '/'
	case '\\':
		return bytes.HasPrefix(text, []byte(`\/\/`))
	case 'h', 'H':
		return ascii.EqualFold(text[:len("htt")], "htt")
	}
	return false
}

var isQuote = [256]bool{'"': true, '\'': true, '`': true}

// contextSize is how many bytes before a string isLoaded looks at.
const contextSize = 64

// properties are endings of the names of properties and variables whose strings are URLs.
var properties = []string{"url", "uri", "href", "src", "location"}

// calls are functions whose first argument is a URL.
var calls = []string{
	"open", "fetch", "importscripts", "getscript", "getjson", "$.get", "$.post", "jquery.get", "jquery.post", "axios.get", "axios.post",
	"location.assign", "location.replace", "serviceworker.register", "worker", "eventsource",
}

// arguments are the first arguments of functions whose second argument is a URL.
var arguments = map[string][]string{
	"get": {"open"}, "post": {"open"}, "href": {"attr", "attribute"}, "src": {"attr", "attribute"},
}

// isLoaded reports whether a string that follows the text before is a URL by its place: the value of a property such
// as src, an argument of open and the like.
func isLoaded(before []byte) bool {
	before = trimRight(before)
	if len(before) == 0 {
		return false
	}
	mark := before[len(before)-1]
	head := trimRight(before[:len(before)-1])
	if len(head) == 0 {
		return false
	}
	last := head[len(head)-1]
	switch mark {
	case '(':
		return endsIn(head, calls) && !isCommented(head)
	case ',':
		if last != '"' && last != '\'' {
			return false
		}
		head = head[:len(head)-1]
		name := bytes.LastIndexByte(head, last)
		if name < 0 {
			return false
		}
		call, ok := bytes.CutSuffix(trimRight(head[:name]), []byte("("))
		return ok && endsIn(trimRight(call), arguments[string(bytes.ToLower(head[name+1:]))]) && !isCommented(call)
	case ':':
		if last == '"' || last == '\'' {
			head = head[:len(head)-1]
		}
	case '=': // "==", "+=" and the like follow no name
	default:
		return false
	}
	return endsIn(head, properties) && !isCommented(head)
}

// trimRight returns text without white space at its end.
func trimRight(text []byte) []byte {
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// isCommented reports whether the line that text ends in is a comment.
func isCommented(text []byte) bool {
	line := bytes.TrimLeft(text[bytes.LastIndexByte(text, '\n')+1:], ascii.Whitespace)
	return bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("* "))
}

// endsIn reports whether text ends in one of names, in any case.
func endsIn(text []byte, names []string) bool {
	for _, name := range names {
		if n := len(text) - len(name); n >= 0 && ascii.EqualFold(text[n:], name) {
			return true
		}
	}
	return false
}
