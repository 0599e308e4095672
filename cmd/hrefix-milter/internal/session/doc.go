// Package session serves the filter's side of the milter protocol, versions 2 to 6.
//
// A [Server] accepts connections and serves each in a goroutine. A connection begins with the
// negotiation; then come messages, each as header fields, the end of the header, chunks of the body
// and the end of the body. The filter answers the last of these with changes and a verdict.
//
// # Limits
//
// The server holds messages in memory. One budget counts the bytes of all messages that are being
// received, and another the memory for messages that are being rewritten: see [Config]. A message
// over a limit is not kept; the rest of it is skipped, and it passes or is refused for now as
// Config.Fail says for that [Failure].
//
// # Errors
//
// A packet that the protocol does not allow ends its connection. The mail server then does what it is
// configured to do if a filter fails. A panic ends neither the connection nor the server.
package session
