package httpmessage

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

const (
	// maxChunkLine is the greatest length of the line before a chunk, which has its size and perhaps extensions.
	maxChunkLine = 4 << 10
	// maxTrailer is how many bytes of the trailer are kept.
	maxTrailer = 64 << 10
)

// chunks reads a body in chunks (RFC 9112 section 7.1).
type chunks struct {
	in      *bufio.Reader
	next    func(*chunks) error // reads the bytes before the data of the next chunk
	left    int64               // bytes of the chunk that are not read
	asIs    bool                // the rest is not in chunks, and is returned unchanged
	ended   error               // the error that Read returns from now on
	trailer []byte              // the lines after the last chunk, without the empty line
	defect  func(error)
}

func newChunks(in *bufio.Reader, defect func(error)) *chunks {
	return &chunks{in: in, next: (*chunks).size, defect: defect}
}

// Read implements io.Reader. The error is io.EOF or an error of in.
func (c *chunks) Read(p []byte) (n int, err error) {
	for c.ended == nil && c.left == 0 && !c.asIs {
		c.ended = c.next(c)
	}
	switch {
	case c.ended != nil:
		return 0, c.ended
	case c.asIs:
		return c.in.Read(p)
	}
	n, err = c.in.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	if err == io.EOF && c.left > 0 {
		c.defect(ErrCut)
	}
	c.ended = err
	return n, err
}

// size reads the line with the size of a chunk.
func (c *chunks) size() error {
	line, err := peekLine(c.in)
	size, ok := chunkSize(line)
	switch {
	case !ok && err == nil && isCutSize(line):
		c.defect(ErrCut)
		return io.EOF
	case !ok:
		c.notChunked(fmt.Errorf("%w: no size of a chunk", ErrCorrupt))
		return nil
	}
	_, _ = c.in.Discard(len(line)) // the line was peeked
	c.left, c.next = size, (*chunks).endOfData
	if size == 0 {
		c.next = (*chunks).readTrailer
	}
	return nil
}

// endOfData reads the line end after the data of a chunk.
func (c *chunks) endOfData() error {
	p, _ := c.in.Peek(2)
	switch {
	case len(p) == 0 || string(p) == "\r":
		c.defect(ErrCut)
		return io.EOF
	case string(p) == "\r\n":
		_, _ = c.in.Discard(2)
	case p[0] == '\n':
		_, _ = c.in.Discard(1)
	default:
		c.notChunked(fmt.Errorf("%w: a chunk is longer than its size", ErrCorrupt))
	}
	c.next = (*chunks).size
	return nil
}

// notChunked makes Read return the rest of the body as it is, and reports the defect err.
func (c *chunks) notChunked(err error) {
	c.asIs = true
	c.defect(err)
}

// readTrailer reads the lines after the last chunk, up to an empty line.
func (c *chunks) readTrailer() error {
	c.next = func(*chunks) error { return io.EOF }
	for {
		line, err := c.in.ReadSlice('\n')
		switch {
		case err == io.EOF: // all chunks are complete
			c.trailer = append(c.trailer, line...)
			return io.EOF
		case err != nil && err != bufio.ErrBufferFull:
			return err
		case isEmptyLine(line):
			if _, err := c.in.Peek(1); err == nil {
				c.defect(ErrTrailing)
			}
			return io.EOF
		case len(c.trailer)+len(line) > maxTrailer:
			c.defect(fmt.Errorf("%w: the trailer is too long", ErrCorrupt))
			return io.EOF
		}
		c.trailer = append(c.trailer, line...)
	}
}

// isChunked reports whether the body that begins at in is in chunks.
func isChunked(in *bufio.Reader) bool {
	line, err := peekLine(in)
	size, ok := chunkSize(line)
	if !ok || err != nil {
		return false
	}
	begin := len(line)
	if size == 0 { // an empty line or a field follows
		p, _ := in.Peek(begin + maxChunkLine)
		p = p[begin:]
		line := p[:lineEnd(p, 0)]
		return len(line) == 0 || isEmptyLine(line) || bytes.IndexByte(line, ':') > 0
	}
	if size > int64(in.Size()-begin-2) {
		return true // the end of the chunk is beyond the buffer, so its line end cannot be checked
	}
	end := begin + int(size)
	p, _ := in.Peek(end + 2)
	if len(p) <= end {
		return bytes.HasSuffix(p[:begin], []byte("\r\n")) // a number in a text file has LF only
	}
	return p[end] == '\n' || bytes.HasPrefix([]byte("\r\n"), p[end:])
}

// peekLine returns the next line at in. The error is bufio.ErrBufferFull if the line is too
// long. At the end of the file, the line may be incomplete or empty.
func peekLine(in *bufio.Reader) ([]byte, error) {
	for seen := 0; seen < maxChunkLine; {
		p, err := in.Peek(seen + 1)
		if err != nil {
			return p, nil
		}
		p, _ = in.Peek(min(in.Buffered(), maxChunkLine))
		if i := bytes.IndexByte(p[seen:], '\n'); i >= 0 {
			return p[:seen+i+1], nil
		}
		seen = len(p)
	}
	return nil, bufio.ErrBufferFull
}

// chunkSize returns the size in a line. Spaces after the digits and extensions are ignored, as
// in Chromium. A sign, a prefix, and a size of more than 63 bits are not valid.
func chunkSize(line []byte) (size int64, ok bool) {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	digits = bytes.TrimRight(digits, " \t\r\n")
	if !bytes.HasSuffix(line, []byte("\n")) || !isHex(digits) {
		return 0, false
	}
	n, err := strconv.ParseInt(string(digits), 16, 64)
	return n, err == nil
}

// isCutSize reports whether the body ends in a line that begins like a line with a size.
func isCutSize(line []byte) bool {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	return !bytes.HasSuffix(line, []byte("\n")) && isHex(bytes.TrimRight(digits, " \t\r"))
}

func isHex(p []byte) bool {
	return len(bytes.Trim(p, "0123456789abcdefABCDEF")) == 0
}

// chunkLength is the size of the chunks that appendChunks makes.
const chunkLength = 32 << 10

// appendChunks appends data in chunks, with the lines of a trailer.
func appendChunks(to, data, trailer []byte) []byte {
	for len(data) > 0 {
		n := min(len(data), chunkLength)
		to = strconv.AppendInt(to, int64(n), 16)
		to = append(to, "\r\n"...)
		to = append(to, data[:n]...)
		to = append(to, "\r\n"...)
		data = data[n:]
	}
	to = append(to, "0\r\n"...)
	to = append(to, trailer...)
	return append(to, "\r\n"...)
}
