// Package wire reads and writes the packets of the milter protocol, with which a mail server talks
// to a mail filter.
//
// A packet is a length of four bytes, a code, and data. The other side may be broken or hostile:
// memory grows with the bytes that arrive, not with the length that a packet declares, and a packet
// that has begun must end in time.
//
// # Specifications
//
// The protocol has no standard. The documents milter-protocol.txt (version 2) and
// milter-protocol-extras.txt (version 6), which are in the module github.com/d--j/go-milter, describe
// what Sendmail and Postfix do.
package wire
