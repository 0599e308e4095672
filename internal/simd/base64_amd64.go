//go:build gc && !purego

package simd

import "golang.org/x/sys/cpu"

// shuffles tells whether the machine can do what base64 takes: nearly all since 2006.
var shuffles = cpu.X86.HasSSSE3

//go:noescape
func decodeBase64(dst, src []byte) int

//go:noescape
func encodeBase64(dst, src []byte) int
