package whatwg

// Parse does what [Resolver.Append] does, without [Resolver.Prefix].
func (r Resolver) Parse(dst, input []byte) ([]byte, Kind) { return r.parse(dst, input, true) }

// MaxDomain is the limit of domains that are not ASCII.
const MaxDomain = maxDomain
