package main

import (
	"math"
	"strings"
)

// A bound is a limit on figures.
type bound struct {
	what string
	want float64
	most bool     // want is the maximum; otherwise it is the minimum
	unit string   // after each figure
	got  []figure // all must be within the bound; empty if not measured
}

// A figure is a number, with the name of its selection if there are several.
type figure struct {
	of    string
	value float64
}

// holds reports whether there are figures and all are within the bound.
func (b *bound) holds() bool {
	for _, f := range b.got {
		if math.IsNaN(f.value) || b.most && f.value > b.want || !b.most && f.value < b.want {
			return false
		}
	}
	return len(b.got) > 0
}

// verdict returns the cell of the table for holds.
func (b *bound) verdict() string {
	switch {
	case len(b.got) == 0:
		return "not measured"
	case b.holds():
		return "yes"
	}
	return "**no**"
}

// wanted returns the bound as text.
func (b *bound) wanted() string {
	sign := "at least "
	if b.most {
		sign = "at most "
	}
	return sign + number(b.want) + b.unit
}

// measured returns the figures as text.
func (b *bound) measured() string {
	var figures []string
	for _, f := range b.got {
		figures = append(figures, strings.TrimSpace(f.of+" "+number(f.value)+b.unit))
	}
	if len(figures) == 0 {
		return "–"
	}
	return strings.Join(figures, "; ")
}

// boundsTable returns the bounds as a table.
func boundsTable(bounds []bound) *table {
	t := &table{header: []string{"what", ">wanted", ">measured", "holds"}}
	for i := range bounds {
		b := &bounds[i]
		t.add(b.what, b.wanted(), b.measured(), b.verdict())
	}
	return t
}

// A selection is some of the documents.
type selection struct {
	name string
	docs []int
}

// timesOf returns the first row's time divided by that of the second: the
// geometric mean over each selection of documents. It returns nothing if a row is
// missing, or was not measured.
func timesOf(rows []row, first, second string, over []selection) []figure {
	a, b := find(rows, first), find(rows, second)
	if a == nil || b == nil || a.cost == nil || b.cost == nil {
		return nil
	}
	var figures []figure
	for _, s := range over {
		figures = append(figures, figure{s.name, geometricMean(ratios(pick(a.cost, s.docs), pick(b.cost, s.docs)))})
	}
	return figures
}

// pick returns the elements of xs at indexes.
func pick(xs []float64, indexes []int) []float64 {
	var some []float64
	for _, i := range indexes {
		some = append(some, xs[i])
	}
	return some
}

// find returns the row with the name, or nil.
func find(rows []row, name string) *row {
	for i := range rows {
		if rows[i].who.name == name {
			return &rows[i]
		}
	}
	return nil
}
