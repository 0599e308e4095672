// Package simd looks for bytes in text, and reads and writes base64, many bytes at a
// time, by vector instructions.
//
// [Mark] and [IndexPair] are for bytes that are often near each other, where a call of
// [bytes.IndexByte] for each takes longer than the way to it, and for pairs of which
// each byte alone is frequent. They have NEON on arm64 and SSE2 on amd64, with AVX2 for
// Mark where the machine has it. Elsewhere, and with the build tag purego, they are
// written in Go: what comes of them is the same.
//
// [DecodeBase64] and [EncodeBase64] do what vectors can on amd64 with SSSE3, and nothing
// elsewhere: the rest is left to the caller.
package simd
