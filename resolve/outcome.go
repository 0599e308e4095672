package resolve

import "fmt"

// An Outcome is the result of resolving a reference.
type Outcome uint8

// The outcomes of [Base.Append].
const (
	// Unresolved means that there is no target: the base cannot be used, or the
	// rules for resolution make no URL of the reference. The reference is returned
	// unchanged (RFC 1808 section 4, step 1).
	Unresolved Outcome = iota
	// Absolute means that the reference was absolute: its target does not
	// depend on the base. RFC 1808 returns it unchanged (section 4, step 2b),
	// RFC 3986 without dot segments (section 5.2.2), and the URL Standard
	// serialized.
	Absolute
	// Resolved means that the target was made from the base and the reference.
	Resolved
)

var outcomeNames = [...]string{Unresolved: "unresolved", Absolute: "absolute", Resolved: "resolved"}

// String returns the name of the outcome, as the command prints it.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}
