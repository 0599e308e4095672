package main

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
)

// A bench makes the sections of the report.
type bench struct {
	shop   *workshop
	corpus string
	root   string // of the module hrefix
	files  string // the folder in which small files are written
	rounds int
	core   *core // one core, for contests
	cores  *core // all cores, for commands
	mail   func() ([]document, error)
}

// A section is a part of the report.
type section struct {
	title  string
	text   string // before the table
	table  *table
	bounds []bound
	rows   []row
}

// newBench returns a bench with the settings of the flags.
func newBench(shop *workshop, c *config) *bench {
	b := &bench{
		shop: shop, corpus: c.corpus, root: c.root, files: c.files, rounds: c.rounds,
		core:  &core{name: "one core", probe: probe, each: c.patience, tries: 5},
		cores: &core{name: "all cores", probe: probeAll, each: c.patience, tries: 50},
	}
	b.mail = sync.OnceValues(func() ([]document, error) { return mailDocuments(c.corpus) })
	return b
}

// sections are the functions that make the sections, by name. A section that is apart takes so
// long that it is measured only if it is asked for, and has a report of its own.
var sections = []struct {
	name  string
	make  func(*bench) (*section, error)
	apart bool
}{
	{"pages", (*bench).pagesSection, false},
	{"feeds", (*bench).feedsSection, false},
	{"mail", (*bench).mailSection, false},
	{"resolve", (*bench).resolveSection, false},
	{"command", (*bench).commandSection, false},
	{"archives", (*bench).archivesSection, false},
	{trees, (*bench).treesSection, true},
}

// contest measures peers over documents, on one core.
func (b *bench) contest(docs []document, rounds int, unit func(*document) int, peers ...peer) ([]row, error) {
	release, err := bind()
	if err != nil {
		return nil, err
	}
	c := &contest{docs: docs, rounds: rounds, least: 10 * time.Millisecond, unit: unit, log: b.shop.log, round: b.core.table()}
	rows := c.run(peers)
	return rows, release()
}

// A wish is the least ratio of a peer's time to that of hrefix.
type wish struct {
	peer string
	want float64
}

// wishes returns the bounds for a list of wishes. what names the measurement of the rows.
func wishes(what string, rows []row, over []selection, list ...wish) []bound {
	var bounds []bound
	for _, w := range list {
		bounds = append(bounds, bound{
			what: fmt.Sprintf("%s: time of %s, hrefix = 1", what, w.peer),
			want: w.want, got: timesOf(rows, w.peer, ours, over),
		})
	}
	return bounds
}

// A format says how costs are printed.
type format struct {
	figure func(nanoseconds float64) string // per unit
	count  string                           // what links are called
	base   string                           // the row that the ratios are to
}

// costTable returns what was measured as a table.
func costTable(rows []row, docs []document, f format) *table {
	t := &table{header: []string{"peer"}}
	for _, d := range docs {
		t.header = append(t.header, ">"+d.name)
	}
	t.header = append(t.header, ">time, "+f.base+" = 1", ">spread", ">"+f.count, "what it does not do")
	all := []selection{{docs: indexes(docs, func(*document) bool { return true })}}
	for i := range rows {
		t.add(costCells(&rows[i], f, timesOf(rows, rows[i].who.name, f.base, all), len(docs))...)
	}
	return t
}

// costCells returns the cells of a row.
func costCells(r *row, f format, times []figure, docs int) []string {
	name, remark := r.who.name, r.who.lacks
	if strings.HasPrefix(name, ours) {
		name = "**" + name + "**"
	}
	cells := []string{name}
	if r.absent != "" {
		return append(append(cells, strings.Split(strings.Repeat("–", docs+3), "")...), r.absent)
	}
	for _, ns := range r.cost {
		cells = append(cells, f.figure(ns))
	}
	time, links := "–", "–"
	if len(times) > 0 {
		time = number(times[0].value)
	}
	if r.links >= 0 {
		links = thousands(int64(r.links))
	}
	return append(cells, time, fmt.Sprintf("±%.0f %%", math.Ceil(50*r.spread)), links, remark)
}

// indexes returns those of the documents that are wanted.
func indexes(docs []document, want func(*document) bool) []int {
	var some []int
	for i := range docs {
		if want(&docs[i]) {
			some = append(some, i)
		}
	}
	return some
}

// megabytes returns millions of bytes per second, for nanoseconds per byte.
func megabytes(ns float64) string { return number(1000 / ns) }

// describe returns the names and sizes of the documents.
func describe(docs []document) string {
	var b strings.Builder
	for i := range docs {
		made := ""
		if docs[i].made {
			made = ", made"
		}
		fmt.Fprintf(&b, "%s (%s%s), ", docs[i].name, docs[i].size(), made)
	}
	return strings.TrimSuffix(b.String(), ", ") + "."
}

// fewer returns the number of rounds for work that takes long.
func fewer(rounds int) int { return max(5, rounds-2) }
