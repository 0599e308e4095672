package base

// A Layer is one of the four ways of RFC 1808 section 3 in which the base URL
// of a document can be established. A greater layer has precedence.
type Layer uint8

// The layers.
const (
	Default       Layer = iota // RFC 1808 section 3.4
	Retrieval                  // RFC 1808 section 3.3
	Encapsulating              // RFC 1808 section 3.2
	Embedded                   // RFC 1808 section 3.1
)

// String returns the layer's name, as the command prints it.
func (l Layer) String() string {
	return [...]string{"default", "retrieval", "encapsulating", "embedded"}[l]
}
