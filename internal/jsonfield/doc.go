// Package jsonfield finds the strings of JSON text that have documents or URLs, by the paths of
// the fields that they are in.
//
// # Terms
//
// A [Field] is a path and a [Role]: what a string at that path is. A [Set] is several fields. A
// [Walker] finds the strings of a text that a Set names, each with its JSON Pointer.
//
// A path is a JSON Pointer (RFC 6901), such as /content or /items/0/body, with two additions: the
// segment * stands for each member of an object and each element of an array, and a path that does
// not begin with "/" is the name of one member: content is /content. The escapes are ~0 for "~"
// and ~1 for "/". A path that begins with "#" is in the form for URLs (RFC 6901 section 6), in
// which any character may be percent-encoded: "#/a%2Cb" is /a,b.
//
// # Bases
//
// A string with the role [Base] gives the base to all strings in the object that it is in, at any
// depth. It may come after them, so the Walker reads a text twice. If the object has several such
// strings, the last one counts, as it does for readers that decode the object.
//
// # Names
//
// Names are compared decoded. If a name occurs several times in an object, each of its strings is
// found. Strings that are names are never found.
//
// # Broken text
//
// No string is found in a text that is not JSON, even before the fault, because readers refuse such a
// text as a whole. Package jsonscan says what is accepted.
//
// # Limits
//
// A path has up to 100 segments, and a Set up to 64 fields. Time is linear in the text. Memory is
// taken by the bases of a text, and by [jsonscan.Scanner]. A reported pointer has at most some 300
// bytes: a longer one is shortened.
package jsonfield
