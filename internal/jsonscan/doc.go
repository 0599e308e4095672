// Package jsonscan finds the tokens of JSON text (RFC 8259) as spans of the text.
//
// # Why not a library
//
// A library that decodes JSON does not report where a string begins, or it copies each string.
// encoding/json has only Decoder.InputOffset, the end of a token, and allocates each token. Package
// jsontext, which is better suited, is still an experiment whose API changes. encoding/json is
// the judge in the tests.
//
// # Leniency
//
// A [Scanner] accepts what does not change where tokens begin and end: control characters in
// strings, escapes that JSON does not have, and any letters, digits, "+", "-" and "." as a number
// or literal (Python writes NaN). Nothing else: it stops at a comma too many, at a comment, and at
// text after the value.
//
// # Limits
//
// Arrays and objects may be nested up to 10,000 deep, as in encoding/json. Time is linear in the
// text. Memory is that of one bit for each level.
package jsonscan
