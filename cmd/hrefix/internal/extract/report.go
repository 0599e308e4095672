package extract

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/addressbook"
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
	Part    string `json:"part,omitempty"` // the part of a message
	Offset  int64  `json:"offset"`
}

// printFile prints a file as JSON, if that is wanted.
func (r *Run) printFile(f *crawl.File, record *format.Record) error {
	if !r.console.JSON {
		return nil
	}
	a := r.archives[f.Body.Archive]
	l := line{URL: f.URL, Path: r.out.pathOf(f.Path), Status: f.Status, Archive: a.name, Record: record.ID, Offset: record.Offset}
	if a.whole {
		l.Offset = -1
	}
	if !f.Date.IsZero() {
		l.Date = f.Date.Format(time.RFC3339)
	}
	return console.WriteJSON(r.console.Stdout, l)
}

// WriteMap writes the map to the file Map of the options.
func (r *Run) WriteMap() error {
	dir, name := filepath.Split(r.Map)
	out, err := r.openOutput(cmp.Or(dir, "."))
	if err != nil {
		return err
	}
	if now, failed := os.Stat(r.Map); failed == nil && (r.mapInfo == nil || !os.SameFile(now, r.mapInfo)) {
		err = errors.New("the map is not written: this run has written a page or a resource of that name: give another file as --map")
	} else {
		err = out.write(name, time.Time{}, r.writeMap)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", r.Map, cause.Of(err))
	}
	return cmp.Or(err, out.close())
}

// writeMap writes the lines of the map.
func (r *Run) writeMap(to io.Writer) error {
	w := bufio.NewWriter(to)
	for f := range r.index.Files() {
		r.mapLine(w, f.URL, &f)
	}
	for url, f := range r.index.Aliases() {
		r.mapLine(w, url, &f)
	}
	for _, f := range r.pageURLs {
		r.mapLine(w, f[0], &crawl.File{Path: f[1]})
	}
	return w.Flush()
}

// mapLine writes the line of a URL, unless its file could not be written.
func (r *Run) mapLine(w *bufio.Writer, url string, f *crawl.File) {
	if r.lost[f.Path] {
		return
	}
	if f.Failed {
		url = addressbook.FailedMark + url
	}
	fmt.Fprintf(w, "%s\t%s\n", url, r.out.pathOf(f.Path))
}

// A total is the summary as JSON. The keys are stable.
type total struct {
	Pages     int `json:"pages"`
	Resources int `json:"resources"`
	Existing  int `json:"existing,omitempty"` // files that were not written because they existed
	*crawl.Counts
	Defective int `json:"defective,omitempty"` // records with defects
	Declared  int `json:"declared,omitempty"`  // pages with the charset of their header written into them
	Headers   int `json:"headers,omitempty"`   // pages that lose fields of their HTTP header
	*summary.Summary
}

// count counts a file that was written.
func (t *total) count(k crawl.Kind) {
	if k.IsPage() {
		t.Pages++
	} else {
		t.Resources++
	}
}

// ReportTotal reports the written files. It returns an error if there was nothing to write.
func (r *Run) ReportTotal(took time.Duration) error {
	n := &r.total
	n.Summary = summary.New(&r.tally, summary.Run{Mode: engine.MakeRelative, Written: true}, took)
	if r.console.JSON {
		if err := r.console.ReportJSON(n); err != nil {
			return err
		}
	} else {
		r.printTotal()
	}
	if n.Pages+n.Resources+n.Existing+n.Redirects+n.Revisits+len(n.LeftOut)+n.Defective > 0 {
		return nil
	}
	return fmt.Errorf("%s: no captures, so nothing was written", strings.Join(r.Archives, " "))
}

// Found returns the results of the run. Defects of records are notes, too.
func (r *Run) Found() *summary.Tally {
	found := r.tally
	found.Notes += r.total.Defective + r.total.Headers
	return &found
}

// printTotal reports the written files as text.
func (r *Run) printTotal() {
	n := &r.total
	r.console.EndNotes()
	parts := []string{console.Plural(n.Pages, "page"), console.Plural(n.Resources, "resource")}
	if n.Redirects > 0 {
		parts = append(parts, console.Plural(n.Redirects, "redirect"))
	}
	if n.Revisits > 0 {
		parts = append(parts, console.Plural(n.Revisits, "revisit"))
	}
	if n.Duplicates > 0 {
		parts = append(parts, console.Plural(n.Duplicates, "other capture")+" of the same URLs")
	}
	if sum, reasons := byNumber(n.LeftOut); sum > 0 {
		parts = append(parts, fmt.Sprintf("%s left out (%s)", console.Plural(sum, "record"), reasons))
	}
	if r.errors > 0 {
		parts = append(parts, console.Plural(r.errors, "error"))
	}
	r.console.Report("%s", strings.Join(parts, ", "))
	if n.Declared > 0 {
		r.console.Report("%s written with a meta element that has the charset of its header", console.Plural(n.Declared, "page"))
	}
	if !r.Raw {
		n.Summary.Report(r.console)
	}
}

// plurals are the reasons for leaving out several records.
var plurals = map[string]string{
	crawl.NoURL:       "have no URL of http, https or ftp",
	crawl.NotGET:      "answer another method than GET",
	crawl.Partial:     "are parts of files",
	crawl.NotModified: "report that nothing has changed",
	crawl.NoContent:   "have no content",
	crawl.NoOriginal:  "repeat captures that the archives lack",
	crawl.NoSource:    "are converted from records that are left out",
}

// byNumber returns the sum of counts, and the counts as text, the largest first.
func byNumber(counts map[string]int) (sum int, text string) {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range names {
		n := counts[name]
		if n > 1 {
			name = cmp.Or(plurals[name], name)
		}
		names[i] = fmt.Sprintf("%d %s", n, name)
		sum += n
	}
	return sum, strings.Join(names, "; ")
}
