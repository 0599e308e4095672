package wire

import (
	"net"
	"syscall"
)

// quickAck returns a function that makes the system acknowledge incoming data at once, until the next
// write. Otherwise the system delays acknowledgements by 40 ms, and the other side waits for an
// acknowledgement before it sends the rest of a command (RFC 896).
func quickAck(c net.Conn) func() {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return func() {}
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return func() {}
	}
	set := func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_QUICKACK, 1) }
	return func() { raw.Control(set) }
}
