package main

import (
	"sync"

	"github.com/hrefix/hrefix/rewrite"
)

// known are the Rewriters of recent calls.
var known rewriters

// rewriters keeps Rewriters by their options, because making one takes much longer than rewriting a short
// fragment.
type rewriters struct {
	mu     sync.Mutex
	recent []recent // the rewriters in the order of their last use
}

type recent struct {
	base, options string
	rw            *rewrite.Rewriter
}

const (
	maxRecent     = 16
	maxRecentText = 4096 // bytes of a base and options that are kept
)

// get returns the Rewriter for a base and options.
func (r *rewriters) get(base, options string) (*rewrite.Rewriter, error) {
	if rw := r.find(base, options); rw != nil {
		return rw, nil
	}
	o, err := readOptions(base, options)
	if err != nil {
		return nil, err
	}
	rw, err := rewrite.New(o)
	if err != nil {
		return nil, err
	}
	if len(base)+len(options) <= maxRecentText {
		r.keep(recent{base, options, rw})
	}
	return rw, nil
}

// find returns the Rewriter that is kept for a base and options, and moves it to the end.
func (r *rewriters) find(base, options string) *rewrite.Rewriter {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, one := range r.recent {
		if one.base == base && one.options == options {
			copy(r.recent[i:], r.recent[i+1:])
			r.recent[len(r.recent)-1] = one
			return one.rw
		}
	}
	return nil
}

// keep keeps a Rewriter, and drops the least recently used Rewriter.
func (r *rewriters) keep(one recent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.recent) == maxRecent {
		r.recent = r.recent[:copy(r.recent, r.recent[1:])]
	}
	r.recent = append(r.recent, one)
}
