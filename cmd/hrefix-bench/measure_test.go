package main

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A fakePeer takes a fixed time, and reports when it is asked.
type fakePeer struct {
	name    string
	took    time.Duration
	startup error
	failAt  int // the round that fails, from 1
	calls   int
	report  func(name string, times int)
}

func (p *fakePeer) start([]document) error { return p.startup }
func (p *fakePeer) about() about           { return about{name: p.name} }
func (p *fakePeer) check(int) (int, error) { return 2, nil }
func (p *fakePeer) stop()                  { p.report(p.name, -1) }

func (p *fakePeer) round(_, times int) (time.Duration, error) {
	p.report(p.name, times)
	if p.calls++; p.calls == p.failAt {
		return 0, errors.New("lost")
	}
	return p.took * time.Duration(times), nil
}

func TestContest(t *testing.T) {
	var order string
	report := func(name string, times int) {
		if times < 0 {
			order += "."
		}
		order += name
	}
	c := contest{
		docs: []document{page("one", make([]byte, 10)), page("two", make([]byte, 20))}, rounds: 3,
		least: 4 * time.Microsecond, unit: byteCount, log: io.Discard,
		round: once,
	}
	rows := c.run([]peer{
		&fakePeer{name: "a", took: 5 * time.Microsecond, report: report},
		&fakePeer{name: "b", took: time.Microsecond, report: report},
		&fakePeer{name: "x", startup: missing{[]tool{debian("x", nil)}}, report: report},
		&fakePeer{name: "c", took: 5 * time.Microsecond, failAt: 3, report: report},
	})
	require.Equal(t, "abbbc"+"abc"+"abc"+"ab"+"abbb"+"ababab"+".a.b.x.c", order)
	require.Equal(t, []float64{500, 250}, rows[0].cost)
	require.Equal(t, []float64{100, 50}, rows[1].cost)
	require.Equal(t, 4, rows[0].links)
	require.Equal(t, "not installed: `apt-get install -y x`", rows[2].absent)
	require.Nil(t, rows[3].cost)
	require.Equal(t, "lost", rows[3].absent)
}

func TestSampled(t *testing.T) {
	var d document
	for range 100 {
		d.add([]byte("123456789"))
	}
	inner := &fakePeer{took: time.Millisecond, report: func(string, int) {}}
	p := &sampled{peer: inner, limit: 100}
	require.NoError(t, p.start([]document{d, page("short", make([]byte, 100))}))

	took, err := p.round(0, 2)
	require.NoError(t, err)
	require.InDelta(t, 2*time.Millisecond*1000/99, took, 1000) // ten pieces, without the last line break
	links, err := p.check(0)
	require.NoError(t, err)
	require.Equal(t, 20, links)

	took, err = p.round(1, 1)
	require.NoError(t, err)
	require.Equal(t, time.Millisecond, took)
}
