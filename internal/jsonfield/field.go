package jsonfield

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// A Role says what a string is.
type Role uint8

// The roles.
const (
	HTML    Role = iota // an HTML document or fragment
	URL                 // a URL
	Base                // a URL, and the base of the strings around it
	XML                 // an XML document
	CSS                 // a style sheet
	Message             // a message with header fields, such as MIME
)

var roleNames = [...]string{HTML: "html", URL: "url", Base: "base", XML: "xml", CSS: "css", Message: "message"}

// String returns the name of the role.
func (r Role) String() string { return roleNames[r] }

// RoleNames returns the names that [ParseRole] accepts.
func RoleNames() []string { return roleNames[:] }

// ParseRole returns the role called name.
func ParseRole(name string) (Role, error) {
	if i := slices.Index(roleNames[:], name); i >= 0 {
		return Role(i), nil
	}
	return 0, fmt.Errorf("unknown role %q: known are %s", name, strings.Join(roleNames[:], ", "))
}

// A Field says what the strings at a path are.
type Field struct {
	Path string
	Role Role
}

// String returns the field as [Parse] reads it.
func (f Field) String() string { return f.Path + "=" + f.Role.String() }

// Parse returns the fields of lists such as "content=html,url=base". The error may also come from [NewSet].
func Parse(lists ...string) (fields []Field, err error) {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			at := strings.LastIndexByte(item, '=')
			if at < 0 {
				return nil, fmt.Errorf("field %q: no role: give %s=html or another of %s", item, item, strings.Join(roleNames[:], ", "))
			}
			role, err := ParseRole(item[at+1:])
			if err != nil {
				return nil, fmt.Errorf("field %q: %w", item, err)
			}
			fields = append(fields, Field{item[:at], role})
		}
	}
	_, err = NewSet(fields...)
	return fields, err
}

// maxSegments is the most segments of a path.
const maxSegments = 100

// MaxFields is the most fields of a [Set].
const MaxFields = 64

// A segment is a segment of a path.
type segment struct {
	name string
	any  bool // the segment is "*"
}

// segments returns the segments of a path. The error says how to write it.
func segments(path string) ([]segment, error) {
	if fragment, ok := strings.CutPrefix(path, "#"); ok {
		pointer, err := url.PathUnescape(fragment)
		if err != nil {
			return nil, err
		}
		if path = pointer; !strings.HasPrefix(path, "/") {
			return nil, errors.New(`give a path that begins with "#/"`)
		}
	}
	switch {
	case path == "":
		return nil, errors.New("empty: give the name of a member, or a JSON Pointer such as /items/*/content")
	case path[0] != '/' && strings.Contains(path, "="):
		return nil, fmt.Errorf("not the name of a member: write a comma between fields, and %q for a member of that name", "/"+path)
	case path[0] == '.', path[0] == '$', path[0] != '/' && strings.Contains(path, "["): // the notation of jq or JSONPath
		return nil, fmt.Errorf(`not the name of a member: give %s, or %q for a member of that name`, fromForeign(path), "/"+path)
	case path[0] != '/':
		path = "/" + path
	}
	var out []segment
	for text := range strings.SplitSeq(path[1:], "/") {
		name, ok := unescape(text)
		if !ok {
			return nil, fmt.Errorf(`segment %q: "~" begins no escape: write ~0 for "~"`, text)
		}
		out = append(out, segment{name, text == "*"})
	}
	if len(out) > maxSegments {
		return nil, fmt.Errorf("more than %d segments", maxSegments)
	}
	return out, nil
}

// unescape decodes a segment: RFC 6901 section 4. ok is false if a "~" begins no escape.
func unescape(text string) (name string, ok bool) {
	for at := 0; at < len(text); at++ {
		if text[at] == '~' && (at+1 == len(text) || text[at+1] != '0' && text[at+1] != '1') {
			return "", false
		}
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(text), true
}
