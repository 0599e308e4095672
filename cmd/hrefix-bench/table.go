package main

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// A table is one of Markdown. The columns that begin with ">" in the header are
// aligned to the right.
type table struct {
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// String returns the table with its columns padded.
func (t *table) String() string {
	rows := append([][]string{t.titles()}, t.rows...)
	widths := make([]int, len(t.header))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(escape(cell)), 3)
		}
	}
	var b strings.Builder
	for n, row := range rows {
		for i, cell := range row {
			fmt.Fprintf(&b, "| %s ", pad(escape(cell), widths[i], t.right(i)))
		}
		b.WriteString("|\n")
		if n == 0 {
			b.WriteString(t.rule(widths))
		}
	}
	return b.String()
}

func (t *table) right(column int) bool { return strings.HasPrefix(t.header[column], ">") }

// titles returns the header without its marks.
func (t *table) titles() []string {
	var titles []string
	for _, h := range t.header {
		titles = append(titles, strings.TrimPrefix(h, ">"))
	}
	return titles
}

// rule returns the line below the header.
func (t *table) rule(widths []int) string {
	var b strings.Builder
	for i, w := range widths {
		line := strings.Repeat("-", w)
		if t.right(i) {
			line = line[1:] + ":"
		}
		b.WriteString("| " + line + " ")
	}
	return b.String() + "|\n"
}

// escape makes text safe for a cell.
func escape(cell string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell)
}

func pad(cell string, width int, right bool) string {
	space := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
	if right {
		return space + cell
	}
	return cell + space
}

// number returns x with about three digits, "–" if it is NaN.
func number(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "–"
	case x >= 100 || x == math.Trunc(x):
		return thousands(int64(math.Round(x)))
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// thousands returns n with a comma between each three digits.
func thousands(n int64) string {
	if n < 0 {
		return "-" + thousands(-n)
	}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
