package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/roots"
)

// options are those of all sources, and rewriters for them.
type options struct {
	engine.Options
	pages     pageRule   // which may get the base
	roots     *roots.Set // nil if there are none
	rewriters sync.Map   // of *engine.Rewriter, by family
}

// options returns what the flags say for a mode. The error says what is wrong with
// them. The options have to be closed.
func (c *command) options(mode engine.Mode) (*options, error) {
	opts, err := c.flags.options()
	if err != nil {
		return nil, err
	}
	opts.Mode = mode
	o := &options{Options: opts}
	if len(c.flags.roots) == 0 {
		return o, nil
	}
	if c.flags.baseGiven() {
		return nil, errors.New("--root gives each file a base of its own: leave --base out")
	}
	if o.roots, err = roots.New(c.flags.roots, c.flags.index); err != nil {
		return nil, fmt.Errorf("--%w", err) // which begins with root or index
	}
	return o, nil
}

// Close closes what the options need.
func (o *options) Close() error {
	if o.roots == nil {
		return nil
	}
	return o.roots.Close()
}

// rewriter returns a rewriter for a source of a type: one that others use too, unless
// it is known where this one was retrieved from.
func (o *options) rewriter(s *source, t engine.Type) (*engine.Rewriter, error) {
	place, err := o.place(s)
	if err != nil {
		return nil, err
	}
	opts := o.Options
	opts.Type = t
	if place != nil {
		if o.Mode == engine.MakeRelative {
			s.place = place
		}
		opts.Tree = place
		rw, err := o.shared(opts)
		if err != nil {
			return nil, err
		}
		return rw.In(place)
	}
	if s.in != nil && o.Base == "" && !o.NoHints && s.isPage() {
		opts.Origin = s.origin()
	}
	if opts.Origin != "" {
		return engine.New(opts)
	}
	return o.shared(opts)
}

// A family is what rewriters have in common that differ in their place alone.
type family struct {
	t      engine.Type
	inTree bool
}

// shared returns the rewriter that others of its family use too.
func (o *options) shared(opts engine.Options) (*engine.Rewriter, error) {
	key := family{opts.Type, opts.Tree != nil}
	if rw, ok := o.rewriters.Load(key); ok {
		return rw.(*engine.Rewriter), nil
	}
	rw, err := engine.New(opts)
	if err == nil {
		o.rewriters.Store(key, rw)
	}
	return rw, err
}

// place returns where a source is in the roots, nil if it is not. The error says what
// to do about that if it has to be.
func (o *options) place(s *source) (*roots.Place, error) {
	if o.roots == nil {
		return nil, nil
	}
	var place *roots.Place
	if s.in != nil {
		var err error
		if place, err = o.roots.Place(s.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if place == nil && o.Mode == engine.MakeRelative {
		return nil, fmt.Errorf("%s: in no directory of --root: give one that it is in", s.Name)
	}
	return place, nil
}
