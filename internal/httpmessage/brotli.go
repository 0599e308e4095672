//go:build !hrefix_noarchives

package httpmessage

import (
	"bufio"
	"io"

	"github.com/dsnet/compress/brotli"
)

// An unbrotli reads brotli (RFC 7932). The usual library, github.com/andybalholm/brotli, imports
// net/http, and hrefix must have no code that fetches.
type unbrotli struct{ brotli.Reader }

func (z *unbrotli) Reset(in *bufio.Reader) error { return z.Reader.Reset(in) }

// A brotliWriter writes data as brotli without compressing it: in uncompressed meta-blocks (RFC
// 7932 section 9.2). There is no library for more that does not import net/http.
type brotliWriter struct {
	w     io.Writer
	begun bool
}

// maxBlock is the largest meta-block whose length has 16 bits.
const maxBlock = 1 << 16

// Write implements io.Writer.
func (z *brotliWriter) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		block := p[n:min(len(p), n+maxBlock)]
		if _, err = z.w.Write(z.header(len(block))); err == nil {
			_, err = z.w.Write(block)
			n += len(block)
		}
	}
	return n, err
}

// header returns the header of a meta-block of n bytes. The header of the first block begins with the bit 0,
// for a window of 64 KiB (section 9.1).
func (z *brotliWriter) header(n int) []byte {
	bits := (n-1)<<3 | 1<<19 // ISLAST 0, MNIBBLES 0, MLEN, ISUNCOMPRESSED 1
	if !z.begun {
		bits <<= 1
	}
	z.begun = true
	return []byte{byte(bits), byte(bits >> 8), byte(bits >> 16)}
}

// Close writes the end: ISLAST 1, ISLASTEMPTY 1.
func (z *brotliWriter) Close() error {
	end := byte(3)
	if !z.begun {
		end <<= 1
	}
	_, err := z.w.Write([]byte{end})
	return err
}
