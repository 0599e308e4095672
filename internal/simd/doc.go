// Package simd searches text for bytes with vector instructions.
//
// [Mark] and [IndexPair] are for bytes that are often close together, so that one call of
// [bytes.IndexByte] per byte would take longer than the search itself, and for pairs of
// bytes that are frequent on their own. They use NEON on arm64 and SSE2 on amd64. On
// other machines, and with the build tag purego, they are written in Go, with the same results.
//
// The package is worth its assembly. Without it, the engine takes 6 to 54 % more time for
// pages, 11 to 33 % for messages, and 28 % for a mailbox of many small messages (Go 1.26 on
// amd64).
package simd
