package rewrite

// RunPolicy is Rewriter.References with another policy than making links
// absolute.
func RunPolicy(opts Options, src []byte, policy Policy, visit func(*Reference)) *Plan {
	rw, err := New(opts)
	if err != nil {
		panic(err)
	}
	return rw.run(src, policy, Visitor{Reference: visit})
}
