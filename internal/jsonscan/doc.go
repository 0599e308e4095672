// Package jsonscan finds the tokens of JSON text (RFC 8259) as spans of the text.
//
// # Why not a library
//
// Most libraries that decode JSON do not report where a string begins, or they copy each string.
// encoding/json reports only the end of a token (Decoder.InputOffset), and allocates each token.
// Package encoding/json/jsontext would suit, but is still an experiment whose API may change. The
// tests compare the tokens with the tokens of encoding/json.
//
// # Leniency
//
// A [Scanner] accepts some errors that do not change where tokens begin and end: control characters
// in strings, escapes that JSON does not have, and any letters, digits, "+", "-" and "." as a number
// or literal (Python writes NaN). It stops at all other errors, such as a comma too many, a comment,
// or text after the value.
//
// # Limits
//
// Arrays and objects may be nested up to 10,000 deep, as in encoding/json. Time is linear in the
// text. A Scanner takes one bit of memory for each level.
package jsonscan
