package base

import "fmt"

// A Layer is one of the four sources of a base URL in RFC 1808 section 3. The
// greatest layer that gives a base has precedence.
type Layer uint8

// The layers.
const (
	Default       Layer = iota // RFC 1808 section 3.4
	Retrieval                  // RFC 1808 section 3.3
	Encapsulating              // RFC 1808 section 3.2
	Embedded                   // RFC 1808 section 3.1
)

var layerNames = [...]string{Default: "default", Retrieval: "retrieval", Encapsulating: "encapsulating", Embedded: "embedded"}

// String returns the name of the layer, as the command prints it.
func (l Layer) String() string {
	if int(l) < len(layerNames) {
		return layerNames[l]
	}
	return fmt.Sprintf("Layer(%d)", uint8(l))
}
