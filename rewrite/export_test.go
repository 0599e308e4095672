package rewrite

import "sync"

// RunPolicy is Rewriter.References with another policy than making links
// absolute.
func RunPolicy(opts Options, src []byte, policy Policy, visit func(*Reference)) *Plan {
	rw := &Rewriter{opts: opts, walks: sync.Pool{}}
	return rw.run(src, policy, visit, nil)
}
