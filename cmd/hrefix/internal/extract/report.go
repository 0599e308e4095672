package extract

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
)

// A line describes a file that was written. The JSON keys are stable.
type line struct {
	URL     string `json:"url"`
	Path    string `json:"path"`
	Date    string `json:"date"`
	Status  int    `json:"status"`
	Archive string `json:"archive"`
	Record  string `json:"record"`
	Offset  int64  `json:"offset"`
}

// printFile prints a file as JSON, if that is wanted.
func (r *Run) printFile(f *crawl.File, record *format.Record, name string) error {
	if !r.console.JSON {
		return nil
	}
	l := line{URL: f.URL, Path: name, Status: f.Status, Archive: r.archives[f.Body.Archive].name, Record: record.ID, Offset: record.Offset}
	if !f.Date.IsZero() {
		l.Date = f.Date.Format(time.RFC3339)
	}
	return console.WriteJSON(r.console.Stdout, l)
}

// WriteMap writes the map.
func (r *Run) WriteMap() error {
	dir, name := filepath.Split(r.Map)
	out, err := openOutput(cmp.Or(dir, "."), r.Force, r.temps)
	if err != nil {
		return err
	}
	err = out.write(name, time.Time{}, func(t io.Writer) error {
		w := bufio.NewWriter(t)
		for f := range r.index.Files() {
			fmt.Fprintf(w, "%s\t%s\n", f.URL, r.out.pathOf(f.Path))
		}
		for url, f := range r.index.Aliases() {
			fmt.Fprintf(w, "%s\t%s\n", url, r.out.pathOf(f.Path))
		}
		return w.Flush()
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", r.Map, cause.Of(err))
	}
	return cmp.Or(err, out.close())
}

// A total is the summary as JSON. The keys are stable.
type total struct {
	Pages      int            `json:"pages"`
	Resources  int            `json:"resources"`
	Existing   int            `json:"existing,omitempty"`
	Redirects  int            `json:"redirects"`
	Revisits   int            `json:"revisits"`
	Duplicates int            `json:"duplicates"`
	LeftOut    map[string]int `json:"leftout"`
	*summary.Summary
}

// ReportTotal reports what was written.
func (r *Run) ReportTotal(took time.Duration) error {
	n := &r.index.Counts
	s := summary.New(&r.tally, summary.Run{Mode: engine.MakeRelative, Written: true}, took)
	if r.console.JSON {
		return console.WriteJSON(r.console.Stderr, total{r.counts.pages, r.counts.resources, r.existing, n.Redirects, n.Revisits, n.Duplicates, n.Left, s})
	}
	parts := []string{console.Plural(r.counts.pages, "page"), console.Plural(r.counts.resources, "resource")}
	if n.Redirects > 0 {
		parts = append(parts, console.Plural(n.Redirects, "redirect"))
	}
	if n.Revisits > 0 {
		parts = append(parts, console.Plural(n.Revisits, "revisit"))
	}
	if n.Duplicates > 0 {
		parts = append(parts, console.Plural(n.Duplicates, "other capture")+" of the same URLs")
	}
	if sum, reasons := byNumber(n.Left); sum > 0 {
		parts = append(parts, fmt.Sprintf("%s left out (%s)", console.Plural(sum, "record"), reasons))
	}
	r.console.Report("%s", strings.Join(parts, ", "))
	if !r.Raw {
		s.Report(r.console)
	}
	return nil
}

// byNumber returns the sum of counts, and the counts as text, the largest first.
func byNumber(counts map[string]int) (sum int, text string) {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", counts[name], name)
		sum += counts[name]
	}
	return sum, strings.Join(names, "; ")
}
