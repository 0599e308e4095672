package resolve

import "fmt"

// An Outcome says what resolving a reference came to.
type Outcome uint8

// The outcomes.
const (
	// Unresolved: there is no target, for want of a base that the dialect can
	// use, or because the dialect rejects the reference. The reference is given
	// back (RFC 1808 section 4, step 1).
	Unresolved Outcome = iota
	// Absolute: the reference was absolute already: its target does not depend on
	// the base. In RFC 1808 it is given back byte for byte (section 4, step 2b),
	// in RFC 3986 without dot segments (section 5.2.2), in the URL Standard
	// serialised.
	Absolute
	// Resolved: the target was made from the base and the reference.
	Resolved
)

var outcomeNames = [...]string{Unresolved: "unresolved", Absolute: "absolute", Resolved: "resolved"}

// String returns the outcome's name, as the command prints it.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}
