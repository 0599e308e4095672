package rewrite

import (
	"cmp"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

// A JSONField says what the strings at a path of JSON text are.
type JSONField struct {
	// Path is a JSON Pointer (RFC 6901), in which the segment "*" stands for every member of an
	// object and every element of an array: "/items/*/content". A path without "/" at its start
	// is the name of one member: "content".
	Path string
	// Role says what the strings are: "html" (HTML documents or fragments; the default), "xml",
	// "css", "message" (with header fields, RFC 5322), "url" or "base". A base is a URL that is
	// also the base of all strings in the same object, at any depth: the encapsulating layer of
	// RFC 1808 section 3.2. A relative one is resolved against the base around the object.
	Role string
}

// jsonFields returns the fields of the engine.
func jsonFields(fields []JSONField) (out []jsonfield.Field, err error) {
	for _, f := range fields {
		role, err := jsonfield.ParseRole(cmp.Or(f.Role, jsonfield.HTML.String()))
		if err != nil {
			return nil, err
		}
		out = append(out, jsonfield.Field{Path: f.Path, Role: role})
	}
	return out, nil
}
