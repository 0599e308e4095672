package main

import (
	"bytes"
	"runtime"
	"time"
)

// A peer does work on documents.
type peer interface {
	// start makes the peer ready for documents, which are known by their index
	// from then on. The error says why it cannot be measured; a missing one
	// says how to install it.
	start(docs []document) error
	// about says what the peer is. It is called after start.
	about() about
	// check does the work on a document once, and returns how many links it
	// changed: -1 if it does not count.
	check(doc int) (links int, err error)
	// round does the work a number of times, and returns how long it took.
	round(doc, times int) (time.Duration, error)
	// stop ends the peer.
	stop()
}

// about says what a peer is.
type about struct {
	name    string
	version string // of its parts; empty for hrefix and Go's own
	lacks   string // the part of the work that it does not do
}

// A goPeer is a peer in Go.
type goPeer struct {
	is about
	// work does the work on a document, and returns how many links it changed.
	// out is empty, and has the space that it had before.
	work func(d *document, out *bytes.Buffer) (links int, err error)
	// links counts the links instead, if it is not nil.
	links func(d *document) int

	docs []document
	out  bytes.Buffer
}

func (p *goPeer) start(docs []document) error {
	p.docs = docs
	return nil
}

func (p *goPeer) about() about { return p.is }

func (p *goPeer) check(doc int) (int, error) {
	if p.links != nil {
		return p.links(&p.docs[doc]), nil
	}
	p.out.Reset()
	return p.work(&p.docs[doc], &p.out)
}

func (p *goPeer) round(doc, times int) (time.Duration, error) {
	runtime.GC()
	began := time.Now()
	for range times {
		p.out.Reset()
		if _, err := p.work(&p.docs[doc], &p.out); err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

func (p *goPeer) stop() { p.docs, p.out = nil, bytes.Buffer{} }
