package detect

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/jsonscan"
)

// OfJSON is [Of] for a run that reads JSON text: JSON text is a document, too, and so is an empty
// file that is named as JSON.
func OfJSON(charset, name string, head []byte) Detection {
	d := Of(charset, name, head)
	if d.Type != Other {
		return d
	}
	head = head[:min(len(head), HeadSize)]
	if text := JSONStart(head); filekind.BeginsAsJSON(text) {
		return Detection{jsonType(name, head, text, NDJSON), true, RuleJSON}
	}
	if t := scalarType(name, head); t != Auto {
		return Detection{t, true, RuleExtension}
	}
	return d
}

// scalarType returns the type of a file that is named as JSON, and is empty or begins with a value
// that is no object and no array, such as null. Programs write such files when they have no data. It
// returns Auto for other files.
func scalarType(name string, head []byte) Type {
	ext := strings.ToLower(filekind.Ext(name))
	f := container.ByExtension(ext)
	lines := f != nil && f.Kind == format.Lines
	if !lines && ext != ".json" {
		return Auto
	}
	text := bytes.TrimPrefix(filekind.ASCII(head), []byte("\ufeff"))
	if !IsBlankJSON(text) {
		var s jsonscan.Scanner
		s.Reset(text)
		switch kind := s.Next(); {
		case kind == jsonscan.String:
		case kind != jsonscan.Literal || !json.Valid(text[s.Start:s.End]):
			return Auto
		}
	}
	if lines {
		return NDJSON
	}
	return JSON
}

// IsBlankJSON reports whether text has no value: it is empty, or has only white space of JSON.
func IsBlankJSON(text []byte) bool { return len(bytes.TrimLeft(text, " \t\r\n")) == 0 }

// JSONStart returns a head as ASCII, without its byte order mark and leading white space, or nil if
// no object or array follows.
func JSONStart(head []byte) []byte {
	text := bytes.TrimLeft(bytes.TrimPrefix(filekind.ASCII(head), []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	return text
}

// jsonType returns the type of a file that begins with JSON text: NDJSON if another value follows
// the first one on a line of its own, or if the name says so. If the head ends within the first
// value, and the value is an object in one line so far, the type is oneLine. Text with line breaks
// in the value is JSON, and so is an array whose end is not known, and text in UTF-16.
func jsonType(name string, head, text []byte, oneLine Type) Type {
	f := container.ByExtension(strings.ToLower(filekind.Ext(name)))
	end, ended := valueEnd(text)
	lines := bytes.Count(text[:end], []byte("\n"))
	switch {
	case filekind.IsUTF16(head):
		return JSON
	case f != nil && f.Kind == format.Lines:
		return NDJSON
	case lines > 0, !ended && text[0] == '[':
		return JSON
	case !ended:
		return oneLine
	}
	if rest := bytes.TrimLeft(text[end:], " \t\r"); len(rest) > 0 && rest[0] == '\n' && len(bytes.TrimSpace(rest)) > 0 {
		return NDJSON
	}
	return JSON
}

// valueEnd returns the offset of the end of the value that text begins with. If text ends before
// that, or has an error, ended is false, and end is the length of text.
func valueEnd(text []byte) (end int, ended bool) {
	var s jsonscan.Scanner
	for s.Reset(text); ; {
		switch kind := s.Next(); {
		case kind == jsonscan.Invalid:
			return len(text), false
		case s.Depth == 0:
			return s.End, true
		}
	}
}

// A JSONFormat is a format of JSON text that is known by its members.
type JSONFormat uint8

// The formats.
const (
	NoJSONFormat JSONFormat = iota
	JSONFeed                // a JSON Feed
	WebManifest             // the manifest of a web application
	// JSONFormats is the number of formats.
	JSONFormats = int(iota)
)

// jsonRules are the rules by which the formats are found.
var jsonRules = [...]Rule{JSONFeed: RuleJSONFeed, WebManifest: RuleManifest}

// JSONFormatOf returns the format of a text that begins with head. A JSON Feed is an object with a member version
// that is a URL of jsonfeed.org. A manifest is an object with start_url or icons, if the text is named as a manifest;
// otherwise it must have more members that only manifests have. The manifest of an extension of a browser, which
// has a manifest_version, is none.
func JSONFormatOf(head []byte, named bool) JSONFormat {
	if !bytes.Contains(head, []byte("jsonfeed.org")) && !bytes.Contains(head, []byte(`"icons"`)) && !bytes.Contains(head, []byte(`"start_url"`)) {
		return NoJSONFormat
	}
	var s jsonscan.Scanner
	s.Reset(head)
	if s.Next() != jsonscan.BeginObject {
		return NoJSONFormat
	}
	seen := make(map[string]bool) // members of a manifest, and of the elements of icons
	member, name, isArray := "", "", false
	for s.Depth > 0 {
		kind := s.Next()
		if kind == jsonscan.Invalid {
			break
		}
		switch text := head[s.Start:s.End]; {
		case kind == jsonscan.Name && s.Depth == 1:
			member, name, isArray = string(text), "", false
			if member == "manifest_version" {
				return NoJSONFormat
			}
		case kind == jsonscan.Name:
			name = string(text)
		case kind == jsonscan.BeginArray && s.Depth == 2:
			isArray = true
		case kind != jsonscan.String:
		case s.Depth == 1 && member == "version" && isFeedVersion(text):
			return JSONFeed
		case s.Depth == 1:
			seen[member] = true
		case s.Depth == 3 && isArray && member == "icons":
			seen["icons/"+name] = true
		}
	}
	isOwn := named || seen["start_url"] && seen["icons/src"] || seen["name"] && seen["icons/sizes"] ||
		seen["short_name"] || seen["display"] || seen["theme_color"] || seen["background_color"]
	if isOwn && (seen["start_url"] || seen["icons/src"]) {
		return WebManifest
	}
	return NoJSONFormat
}

// isManifestName reports whether a name is one that manifests of web applications have.
func isManifestName(name string) bool {
	if filekind.Ext(name) == ".webmanifest" {
		return true
	}
	name, _, _ = strings.Cut(name[strings.LastIndexAny(name, `/\`)+1:], "?")
	return strings.EqualFold(name, "manifest.json")
}

// isFeedVersion reports whether the content of a string is the version of a JSON Feed.
func isFeedVersion(text []byte) bool {
	_, url, ok := bytes.Cut(bytes.ReplaceAll(text, []byte(`\/`), []byte("/")), []byte("://"))
	return ok && bytes.HasPrefix(bytes.TrimPrefix(url, []byte("www.")), []byte("jsonfeed.org/version/"))
}
