package resolve

// An Outcome says what resolving a reference came to.
type Outcome uint8

// The outcomes.
const (
	// Unresolved: there is no target, for want of a base that the dialect can
	// use, or because the dialect rejects the reference. The reference is given
	// back (RFC 1808 section 4, step 1).
	Unresolved Outcome = iota
	// Absolute: the reference was absolute already, and is given back byte
	// for byte (RFC 1808 section 4, step 2b), but for the dot segments that
	// RFC 3986 section 5.2.2 removes.
	Absolute
	// Resolved: the target was made from the base and the reference.
	Resolved
)

// String returns the outcome's name, as the command prints it.
func (o Outcome) String() string {
	return [...]string{"unresolved", "absolute", "resolved"}[o]
}
