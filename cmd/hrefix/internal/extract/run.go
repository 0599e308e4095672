package extract

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

// Options are options of a run.
type Options struct {
	Archives []string       // the files to read
	Output   string         // the directory to write to
	Map      string         // the file of the map
	Force    bool           // replace files that exist
	Raw      bool           // leave links as they are
	Date     time.Time      // the date to which captures should be near; zero means the last captures
	Engine   engine.Options // the options for making links relative
	Unread   bool           // count what looks like a link and is not read
	Limits   format.Limits
	Jobs     int         // the number of files that are written at once, at least 1
	Read     func(int64) // is called with the number of bytes of each read
	Done     func()      // is called after each archive
}

// A Run extracts the captures of archives: New, Check, Open, Scan, Write, WriteMap, ReportTotal and
// Close, in this order.
type Run struct {
	Options
	console  *console.Console
	temps    *atomicfile.Temporaries
	index    *crawl.Index
	archives []*archive
	messages []*archive    // the messages with saved pages
	names    *crawl.Folder // names the files of the messages
	pageURLs [][2]string   // the URLs and paths of the files of the messages
	inputs   []fs.FileInfo // the infos of all given files
	opened   []io.Closer   // WACZ files
	mapInfo  fs.FileInfo   // the info of the map before the run, or nil
	out      *output

	errors   int             // errors that were reported
	existing string          // the path of the first file that was not written because it existed
	lost     map[string]bool // paths of files that could not be written
	total    total
	tally    summary.Tally
}

// New returns a run.
func New(o Options, c *console.Console, temps *atomicfile.Temporaries) *Run {
	r := &Run{Options: o, console: c, temps: temps, index: crawl.New(o.Date), lost: make(map[string]bool), names: crawl.NewFolder()}
	r.total.Counts = &r.index.Counts
	return r
}

// Check reports files that are no archives, and leaves them out. If no archive is left, the error is
// [console.ErrReported]. Check also returns an error if the file of the map is an input.
func (r *Run) Check() error {
	for _, name := range r.Archives {
		if info, err := os.Stat(name); err == nil {
			r.inputs = append(r.inputs, info)
		}
		all, opened, err := find(name)
		r.report(err)
		if opened != nil {
			r.opened = append(r.opened, opened)
		}
		r.archives = append(r.archives, all...)
	}
	r.archives = slices.DeleteFunc(r.archives, func(a *archive) bool {
		isMessage := false
		err := a.decoded(new(r.options()), func(int64) {}, func(text *bufio.Reader) error {
			if isMessage = a.isMessage(text); isMessage {
				return nil
			}
			return a.check(text, r.Engine.Type)
		})
		if isMessage {
			r.messages = append(r.messages, a)
			return true
		}
		r.report(err)
		return err != nil
	})
	if len(r.archives)+len(r.messages) == 0 {
		return console.ErrReported
	}
	if info, err := os.Stat(r.Map); err == nil {
		if isAmong(info, r.inputs) {
			return fmt.Errorf("%s: the map would replace an input: give another file as --map", r.Map)
		}
		r.mapInfo = info
	}
	return nil
}

// Open opens the directory, and makes it if it does not exist.
func (r *Run) Open() (err error) {
	r.out, err = r.openOutput(r.Output)
	return err
}

// Scan reads the heads of all records. It reports archives that it cannot read to the end, and
// continues with the others.
func (r *Run) Scan() {
	// With more garbage, an index of a million captures would take more than 300 MB.
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	for i, a := range r.archives {
		s := scanner{index: r.index, number: uint32(i)}
		err := a.each(r.Engine.Type, r.options(), r.Read, s.visit)
		a.failed, a.whole = err != nil, s.first != nil && s.first.Offset < 0
		r.report(err)
		for _, e := range s.pending {
			s.settle(e)
		}
	}
	r.index.Settle()
}

// options returns the options for reading archives.
func (r *Run) options() format.Options { return format.Options{Limits: r.Limits} }

// report reports an error, and counts it.
func (r *Run) report(err error) {
	if err != nil {
		r.errors++
		r.console.ReportError(err)
	}
}

// Close closes the directory. It returns [console.ErrReported] if something failed.
func (r *Run) Close() error {
	for _, f := range r.opened {
		_ = f.Close() // the file was only read
	}
	err := r.out.close()
	if err == nil && r.errors > 0 {
		return console.ErrReported
	}
	return err
}

// notWritten reports that the file at a path of the directory was not written, or counts it if the file existed. It
// returns [console.ErrReported] if the run must not continue, because the disk is full.
func (r *Run) notWritten(path string, err error) error {
	name := r.out.pathOf(path)
	if errors.Is(err, errExists) {
		r.total.Existing++
		r.existing = cmp.Or(r.existing, name)
		return nil
	}
	r.lost[path] = true
	r.report(fmt.Errorf("%s: %w", name, cause.Of(err)))
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EROFS) {
		return console.ErrReported
	}
	return nil
}

// writeMissingPage writes the page that links to missing files lead to, if there is such a link.
func (r *Run) writeMissingPage() {
	if r.tally.AllMarked() == 0 {
		return
	}
	err := r.out.write(decide.MissingName(1), time.Time{}, func(t io.Writer) error {
		_, err := t.Write(decide.MissingPage)
		return err
	})
	if err != nil && !errors.Is(err, errExists) {
		r.report(fmt.Errorf("%s: %w", r.out.pathOf(decide.MissingName(1)), cause.Of(err)))
	}
}
