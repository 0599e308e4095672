package main

import (
	"fmt"
	"io"
	"math"
	"time"
)

// A contest measures peers on documents.
type contest struct {
	docs   []document
	rounds int
	least  time.Duration // that a round takes
	unit   func(*document) int
	log    io.Writer
	round  rounder
}

// A rounder does one or more rounds, by calls of do, and returns the result of the last.
type rounder func(do func() (time.Duration, error)) (time.Duration, error)

// once is a rounder that does one round.
func once(do func() (time.Duration, error)) (time.Duration, error) { return do() }

// A row has the measurements of a peer.
type row struct {
	who    about
	absent string    // why it was not measured, or empty
	links  int       // the number of links that it changed; negative if it does not count them
	cost   []float64 // nanoseconds per unit, by document: medians
	spread float64   // the median of the spreads of all documents
}

// A lane is a peer in a contest.
type lane struct {
	peer
	row
	times   int // how many times a round does the work
	costs   []float64
	spreads []float64
}

func byteCount(d *document) int  { return len(d.data) }
func pieceCount(d *document) int { return len(d.pieces) }

// run measures the peers, document by document, and ends them.
func (c *contest) run(peers []peer) []row {
	var lanes []*lane
	for _, p := range peers {
		l := &lane{peer: p}
		lanes = append(lanes, l)
		err := p.start(c.docs)
		l.who = p.about()
		if err != nil {
			c.drop(l, err)
		}
	}
	for i := range c.docs {
		fmt.Fprintf(c.log, "  %s, %s\n", c.docs[i].name, c.docs[i].size())
		c.document(lanes, i)
	}
	var rows []row
	for _, l := range lanes {
		l.stop()
		l.row.spread = median(l.spreads)
		rows = append(rows, l.row)
	}
	return rows
}

// drop leaves a peer out of the contest because of an error.
func (c *contest) drop(l *lane, err error) {
	l.absent = err.Error()
	l.cost = nil
	fmt.Fprintf(c.log, "  %s: %v\n", l.who.name, err)
}

// document measures the peers that are left on a document, in turns.
func (c *contest) document(lanes []*lane, doc int) {
	each := func(do func(*lane) error) {
		for _, l := range lanes {
			if l.absent != "" {
				continue
			}
			if err := do(l); err != nil {
				c.drop(l, err)
			}
		}
	}
	each(func(l *lane) error { return l.warmUp(doc, c.least) })
	for range c.rounds {
		each(func(l *lane) error {
			took, err := c.round(func() (time.Duration, error) { return l.round(doc, l.times) })
			l.costs = append(l.costs, float64(took.Nanoseconds())/float64(l.times*c.unit(&c.docs[doc])))
			return err
		})
	}
	each(func(l *lane) error {
		l.cost = append(l.cost, median(l.costs))
		l.spreads = append(l.spreads, spread(l.costs))
		return nil
	})
}

// warmUp finds the number of times that a round must do the work to take at least the time
// least.
func (l *lane) warmUp(doc int, least time.Duration) error {
	links, err := l.check(doc)
	if err != nil {
		return err
	}
	if l.links += links; links < 0 {
		l.links = math.MinInt32
	}
	l.costs = nil
	const most = 1 << 16
	for l.times = 1; l.times < most; l.times *= 2 {
		took, err := l.round(doc, l.times)
		if err != nil || took >= least {
			return err
		}
	}
	return nil
}
