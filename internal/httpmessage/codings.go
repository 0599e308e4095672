//go:build !hrefix_noarchives

package httpmessage

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// window is the largest window of Zstandard (RFC 9659 section 3).
const window = 8 << 20

var (
	gzipCoding = coding{
		name: "gzip", begins: isGzip, pool: &sync.Pool{New: func() any { return new(gunzipper) }},
		encoder: func(w io.Writer, _ []byte) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
	}
	deflateCoding = coding{
		name: "deflate", pool: &sync.Pool{New: func() any { return new(inflater) }},
		encoder: deflater,
	}
	brotliCoding = coding{
		name: "br", pool: &sync.Pool{New: func() any { return new(unbrotli) }},
		encoder: func(w io.Writer, _ []byte) (io.WriteCloser, error) { return &brotliWriter{w: w}, nil },
	}
	zstdCoding = coding{
		name: "zstd", begins: isZstd, pool: &sync.Pool{New: func() any { return new(unzstd) }},
		encoder: func(w io.Writer, _ []byte) (io.WriteCloser, error) {
			return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
		},
	}
)

// codings has the codings by their names in lower case.
var codings = map[string]*coding{
	"gzip": &gzipCoding, "x-gzip": &gzipCoding,
	"deflate": &deflateCoding,
	"br":      &brotliCoding,
	"zstd":    &zstdCoding,
}

func isGzip(head []byte) bool {
	const magic = "\x1f\x8b\x08"
	return len(head) > 0 && bytes.HasPrefix(head, []byte(magic[:min(len(head), len(magic))]))
}

// isZstd accepts skippable frames, too (RFC 8878 section 3.1.2).
func isZstd(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == "\x28\xb5\x2f\xfd" ||
		head[0]>>4 == 5 && string(head[1:4]) == "\x2a\x4d\x18")
}

// isZlib reports whether data begins with a header of RFC 1950 section 2.2.
func isZlib(head []byte) bool {
	return len(head) >= 2 && head[0]&0x0f == 8 && head[0]>>4 <= 7 && binary.BigEndian.Uint16(head)%31 == 0
}

type gunzipper struct{ gzip.Reader }

func (z *gunzipper) Reset(in *bufio.Reader) error {
	err := z.Reader.Reset(in)
	z.Multistream(false)
	return err
}

// An inflater reads deflate, with or without a zlib header.
type inflater struct {
	io.Reader
	zlib, raw io.Reader
}

func (z *inflater) Reset(in *bufio.Reader) (err error) {
	if head, _ := in.Peek(2); isZlib(head) {
		if z.zlib == nil {
			z.zlib, err = zlib.NewReader(in)
		} else {
			err = z.zlib.(zlib.Resetter).Reset(in, nil)
		}
		z.Reader = z.zlib
		return err
	}
	if z.raw == nil {
		z.raw = flate.NewReader(in)
	} else {
		err = z.raw.(flate.Resetter).Reset(in, nil)
	}
	z.Reader = z.raw
	return err
}

func deflater(w io.Writer, head []byte) (io.WriteCloser, error) {
	if isZlib(head) {
		return zlib.NewWriter(w), nil
	}
	return flate.NewWriter(w, flate.DefaultCompression)
}

type unzstd struct{ *zstd.Decoder }

func (z *unzstd) Reset(in *bufio.Reader) (err error) {
	if z.Decoder == nil {
		z.Decoder, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(window))
		return err
	}
	return z.Decoder.Reset(in)
}

// exceedsWindow reports whether err comes from data with a window larger than window.
func exceedsWindow(err error) bool {
	return errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded)
}
