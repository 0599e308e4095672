// Package breakout makes documents that try to break out of their places: by characters whose bytes
// mean something else in the encoding of the document, in the base or in a reference, in every syntax
// that has URLs. Tests rewrite them, and other parsers judge the result.
//
//	case.go     a case: an encoding, a place, a base, a reference, and what is done
//	atoms.go    the hostile parts of URLs, and how a place writes them
//	places.go   the places of references
//	coding.go   the encodings
package breakout
