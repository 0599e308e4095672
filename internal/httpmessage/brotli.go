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
		header := (len(block)-1)<<3 | 1<<19 // ISLAST 0, MNIBBLES 0, MLEN, ISUNCOMPRESSED 1
		if !z.begun {
			header <<= 1 // the bit 0: a window of 64 KiB (section 9.1)
			z.begun = true
		}
		if _, err = z.w.Write([]byte{byte(header), byte(header >> 8), byte(header >> 16)}); err == nil {
			_, err = z.w.Write(block)
			n += len(block)
		}
	}
	return n, err
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
