package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// time returns the metric that counts for a row.
func (r *row) time() metric {
	if r.wall {
		return wall
	}
	return cpu
}

// reason says why a row has no figures.
func (r *row) reason(b *build) string {
	reason := strings.NewReplacer("|", `\|`, "\n", " ").Replace(b.failed[r.full()])
	if r.get != "" {
		reason += " (the command that installs it: `" + r.get + "`)"
	}
	return reason
}

// figureTable returns the figures of rows. With one build, the figures are beside their yardsticks;
// with two builds, beside each other.
func figureTable(rows []row, builds ...*build) string {
	var out strings.Builder
	line := func(cells ...string) { out.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	header := []string{"what"}
	for _, b := range builds {
		header = append(header, b.name+": ms", "spread")
	}
	if len(builds) == 2 {
		header = append(header, "ratio", "verdict", "peak MB")
	} else {
		header = append(header, "MB/s", "of the yardstick", "peak MB")
	}
	line(header...)
	out.WriteString("|---" + strings.Repeat("|---:", len(header)-1) + "|\n")
	for i := range rows {
		r := &rows[i]
		for _, b := range builds {
			if b.failed[r.full()] != "" {
				line(r.full(), b.name+": "+r.reason(b))
			}
		}
		for _, name := range builds[len(builds)-1].figureNames(r) {
			line(r.cells(name, builds)...)
		}
	}
	return out.String()
}

// cells returns the line of a figure.
func (r *row) cells(name string, builds []*build) []string {
	cells, peaks, all, get := []string{name}, []string{}, [][]float64{}, perByte
	if r.wall {
		get = wall
	}
	for _, b := range builds {
		times := b.figures(name, r.time())
		all = append(all, times)
		cells = append(cells, number(figure(times)/1e6), percent(spread(times)))
		if memory := figure(b.figures(name, peak)); memory > 0 {
			peaks = append(peaks, number(memory/1e6))
		}
	}
	first := builds[0]
	if len(all) > 1 {
		a, b := all[0], all[len(all)-1]
		return append(cells, number(figure(b)/figure(a)), verdict(a, b), strings.Join(peaks, ", "))
	}
	speed, over := "", ""
	if size := first.samples[name][0].size; size > 0 {
		speed = number(size * 1e3 / figure(first.figures(name, cpu)))
	}
	if r.over != "" {
		yardstick := r.group + ": " + r.over + strings.TrimPrefix(name, r.full())
		over = number(figure(first.figures(name, get))/figure(first.figures(yardstick, get))) + " × " + r.over
	}
	return append(cells, speed, over, strings.Join(peaks, ", "))
}

// boundTable returns the table of the figures that are wanted, for figures that were measured.
func boundTable(b *build) string {
	var out strings.Builder
	out.WriteString("| what is wanted | wanted | measured | holds |\n|---|---:|---:|---|\n")
	for _, w := range bounds {
		get := w.get
		if get == nil {
			get = cpu
		}
		got := figure(b.figures(w.of, get))
		if w.over != "" {
			got /= figure(b.figures(w.over, get))
		} else {
			got /= w.unit
		}
		sign, holds := "at most", "yes"
		if w.atLeast {
			sign = "at least"
		}
		switch {
		case math.IsNaN(got):
			continue
		case w.atLeast && got < w.want, !w.atLeast && got > w.want:
			holds = "**no**"
		}
		fmt.Fprintf(&out, "| %s | %s %g%s | %s%s | %s |\n", w.what, sign, w.want, w.label, number(got), w.label, holds)
	}
	return out.String()
}

// heading says what was measured, when and where.
func heading(root string, launches int) string {
	commit, err := exec.Command("git", "-C", root, "describe", "--always", "--dirty").Output()
	if err != nil {
		commit = []byte("unknown")
	}
	load, _ := os.ReadFile("/proc/loadavg")
	return fmt.Sprintf("Measured on %s at commit %s: %d processes for each figure, %s, %s, %d cores, load average %s.",
		time.Now().UTC().Format(time.DateOnly), strings.TrimSpace(string(commit)), launches, processor(), runtime.Version(), runtime.NumCPU(), strings.Split(string(load), " ")[0])
}

// processor returns the name of the processor.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, after, _ := strings.Cut(string(info), "model name")
	line, _, _ := strings.Cut(after, "\n")
	return strings.Trim(line, "\t: ")
}

// number returns x with about three digits, "–" if it is NaN.
func number(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "–"
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
