// Package simd looks for bytes in text, many at a time.
//
// On amd64 and arm64 it does so by vector instructions that every machine of these
// architectures has, elsewhere and with the build tag purego in Go. What comes of it is
// the same. It is for bytes that are often near each other, where a call of
// [bytes.IndexByte] for each takes longer than the way to it, and for pairs of which
// each byte alone is frequent.
package simd
