//go:build unix

package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// retrieved is the URL given as the retrieval URL of archives.
const retrieved = "http://retrieved.example/dir/page.mhtml"

// archiveDifferences names the file of the known differences between what an archive and
// its rewritten form load. Its format is that of the file of known differences between
// documents.
const archiveDifferences = "testdata/archives.txt"

// An archive is a single-file archive (RFC 2557).
type archive struct {
	name   string
	source []byte
	known  map[string]bool // the possible targets of its links, or nil if unknown
}

// A form is an archive as it was, or rewritten with certain options.
type form struct {
	source []byte
	base   string // the base of its main document according to hrefix, if any
	file   string
	shown  *shown // nil if the form is not read
}

// TestBrowserArchives compares what single-file archives load with what their rewritten
// forms load: without a base from outside and with one.
func TestBrowserArchives(t *testing.T) {
	b := start(t)
	started := time.Now()
	archives := slices.Concat(b.capture(t), handMade(t), saved(t))
	before := len(b.asked())
	all, errs := b.readArchives(t, archives)
	total, counts := newTally(), new(archiveCounts)
	for i := range archives {
		require.NoError(t, errs[i], archives[i].name)
		counts.add(all[i])
		for _, f := range all[i][1:] {
			if f.shown != nil {
				total.archive(&archives[i], &all[i][0], &f)
			}
		}
	}
	t.Log(counts)
	gains := 0
	for _, d := range total.differ {
		if strings.HasPrefix(d.Place, gained) {
			gains++
		}
	}
	t.Logf("%d references and facts compared, %d differences, %d of them gains, %v",
		total.compared, len(total.differ), gains, time.Since(started).Round(time.Second))
	checkDifferences(t, archiveDifferences, total.differ, func(name string) bool {
		name, _, _ = strings.Cut(name, ", frame")
		return slices.ContainsFunc(archives, func(a archive) bool { return a.name == name })
	})
	counts.check(t)
	checkAsked(t, b.asked()[before:])
}

// checkAsked fails if the browser requested a part of an archive. It ignores connections
// that the browser only prepares (CONNECT), as a page may ask for, and requests to the
// browser's maker, which get no answer.
func checkAsked(t *testing.T, urls []string) {
	for _, url := range urls {
		if !strings.HasPrefix(url, "//") && !strings.Contains(url, ".google.com/") && !strings.HasPrefix(url, updates) {
			t.Errorf("a request while archives were read: %s", url)
		}
	}
}

// updates is the URL from which Chromium requests updates once it has run for about a
// minute, regardless of its command line.
const updates = "http://update.googleapis.com/service/update2/"

// readArchives reads archives in all their forms, in two tabs.
func (b *browser) readArchives(t testing.TB, archives []archive) ([][]form, []error) {
	dir := t.TempDir()
	all, errs := make([][]form, len(archives)), make([]error, len(archives))
	next := make(chan int)
	var readers sync.WaitGroup
	for range 2 {
		tab := b.open(t, "http://doc.example")
		readers.Go(func() {
			for i := range next {
				all[i], errs[i] = tab.readForms(filepath.Join(dir, fmt.Sprint(i)), archives[i].source)
			}
		})
	}
	for i := range archives {
		next <- i
	}
	close(next)
	readers.Wait()
	return all, errs
}

// readForms reads the forms of an archive: unchanged, rewritten without a base, and
// rewritten with one. A form that equals the archive is not read. Each form has a path of
// its own, because the browser caches the parts of an archive by its path.
func (tab *tab) readForms(dir string, source []byte) ([]form, error) {
	forms := []form{{source: source}}
	for _, base := range []string{"", retrieved} {
		f, err := rewriteArchive(source, base)
		if err != nil {
			return nil, err
		}
		forms = append(forms, f)
	}
	for i := range forms {
		f := &forms[i]
		if i > 0 && bytes.Equal(f.source, source) {
			continue
		}
		f.file = filepath.Join(dir, fmt.Sprint(i), "page.mhtml")
		if err := f.write(); err != nil {
			return nil, err
		}
		var err error
		if f.shown, err = tab.readArchive(f.file); err != nil {
			return nil, fmt.Errorf("form %d: %w", i, err)
		}
	}
	return forms, nil
}

// rewriteArchive returns an archive with its links made absolute.
func rewriteArchive(source []byte, base string) (form, error) {
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: base})
	if err != nil {
		return form{}, err
	}
	var f form
	plan := rw.Visit(source, engine.Visitor{Document: func(d *engine.Document) {
		if f.base == "" && (d.MediaType == "text/html" || d.MediaType == "application/xhtml+xml") {
			f.base = d.Base.String()
		}
	}})
	f.source, err = plan.Bytes()
	return f, err
}

// write puts the form in its file.
func (f *form) write() error {
	if err := os.MkdirAll(filepath.Dir(f.file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(f.file, f.source, 0o600)
}
