package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// Errors of packets.
var (
	ErrEmpty   = errors.New("packet without a code")
	ErrTooLong = errors.New("packet too long")
)

// step is the number of bytes for which memory is taken at a time while the data of a packet arrives. A size
// that the other end only claims takes no memory.
const step = 32 << 10

// A Conn is the filter's end of a connection.
type Conn struct {
	// Idle limits the time between packets, and Packet that from the first byte of a packet to its
	// last, and the time of a write.
	Idle, Packet time.Duration
	// End, if it is not zero, is when the connection ends at the latest.
	End time.Time

	c     net.Conn
	quick func() // acknowledges what arrives at once
	r     *bufio.Reader
	w     *bufio.Writer
	data  []byte
}

// A Head is the beginning of a packet.
type Head struct {
	Code byte
	// Size is the number of bytes after the code, as the packet declares it.
	Size int64
}

// NewConn returns a Conn that uses c.
func NewConn(c net.Conn) *Conn {
	return &Conn{c: c, quick: quickAck(c), r: bufio.NewReaderSize(c, 8<<10), w: bufio.NewWriterSize(c, 4<<10)}
}

// Close closes the connection.
func (c *Conn) Close() error { return c.c.Close() }

// deadline returns the time after d, but not later than c.End.
func (c *Conn) deadline(d time.Duration) time.Time {
	t := time.Now().Add(d)
	if !c.End.IsZero() && c.End.Before(t) {
		return c.End
	}
	return t
}

// Next waits for a packet and reads its head. The error is io.EOF if the connection was closed
// between packets.
func (c *Conn) Next() (Head, error) {
	if c.r.Buffered() == 0 {
		if err := c.c.SetReadDeadline(c.deadline(c.Idle)); err != nil {
			return Head{}, err
		}
		c.quick()
		if _, err := c.r.Peek(1); err != nil {
			return Head{}, err
		}
	}
	if err := c.c.SetReadDeadline(c.deadline(c.Packet)); err != nil {
		return Head{}, err
	}
	var head [5]byte
	if _, err := io.ReadFull(c.r, head[:4]); err != nil {
		return Head{}, unexpected(err)
	}
	length := binary.BigEndian.Uint32(head[:4])
	if length == 0 {
		return Head{}, ErrEmpty
	}
	if _, err := io.ReadFull(c.r, head[4:]); err != nil {
		return Head{}, unexpected(err)
	}
	return Head{head[4], int64(length) - 1}, nil
}

// unexpected replaces io.EOF, since a packet has begun.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Data reads the data of a packet, which is valid until the next call. It refuses packets of more
// than limit bytes.
func (c *Conn) Data(h Head, limit int) ([]byte, error) {
	if h.Size > int64(limit) {
		return nil, fmt.Errorf("%w: %d bytes of command %q, more than %d", ErrTooLong, h.Size, h.Code, limit)
	}
	if cap(c.data) > 2*step {
		c.data = nil
	}
	c.data = c.data[:0]
	for rest := int(h.Size); rest > 0; {
		n := min(rest, step)
		c.data = append(c.data, make([]byte, n)...)
		if _, err := io.ReadFull(c.r, c.data[len(c.data)-n:]); err != nil {
			return nil, unexpected(err)
		}
		rest -= n
	}
	return c.data, nil
}

// Fill reads the next bytes of a packet's data into b.
func (c *Conn) Fill(b []byte) error {
	_, err := io.ReadFull(c.r, b)
	return unexpected(err)
}

// Drop reads the next n bytes of a packet's data and forgets them.
func (c *Conn) Drop(n int64) error {
	_, err := io.CopyN(io.Discard, c.r, n)
	return unexpected(err)
}

// Put writes a packet whose data is the concatenation of parts. It is sent by Flush at the latest.
func (c *Conn) Put(code byte, parts ...[]byte) error {
	n := 1
	for _, p := range parts {
		n += len(p)
	}
	if err := c.c.SetWriteDeadline(c.deadline(c.Packet)); err != nil {
		return err
	}
	head := append(binary.BigEndian.AppendUint32(c.w.AvailableBuffer(), uint32(n)), code)
	if _, err := c.w.Write(head); err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := c.w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// Flush sends the packets of Put.
func (c *Conn) Flush() error {
	if err := c.c.SetWriteDeadline(c.deadline(c.Packet)); err != nil {
		return err
	}
	return c.w.Flush()
}

// Send writes a packet and sends it at once.
func (c *Conn) Send(code byte, parts ...[]byte) error {
	if err := c.Put(code, parts...); err != nil {
		return err
	}
	return c.Flush()
}
