package whatwg

// Parse does what [Resolver.Append] does for references that [Resolver.Prefix] says
// nothing of.
func (r Resolver) Parse(dst, input []byte) ([]byte, Kind) { return r.parse(dst, input) }

// MaxDomain is the limit of domains that are not ASCII.
const MaxDomain = maxDomain
