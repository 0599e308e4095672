package whatwg

// Parse is [Resolver.Append] without [Resolver.Prefix].
func (r Resolver) Parse(dst, input []byte) ([]byte, Kind) { return r.parse(dst, input, true) }

// MaxDomain is the greatest length of a domain that is not ASCII.
const MaxDomain = maxDomain
