package main

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/emersion/go-message"

	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// workTime is the processor time for which the work on a document is repeated.
const workTime = 100 * time.Millisecond

// A document is a file, or all files of a folder.
type document struct {
	name   string
	pieces [][]byte
	ext    string // the extension of the files
	size   int
}

// readDocument reads a file or a folder.
func readDocument(path string) (document, error) {
	d := document{name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	names, err := filepath.Glob(filepath.Join(path, "*"))
	if err != nil {
		return d, err
	}
	if len(names) == 0 {
		names = []string{path}
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return d, err
		}
		d.pieces, d.ext, d.size = append(d.pieces, data), filepath.Ext(name), d.size+len(data)
	}
	return d, nil
}

// A worker makes the function that does the work once.
type worker func(*document) (func() error, error)

// workers are what this program can measure in its own process.
var workers = map[string]worker{
	"walk":      walkTags,
	"rewrite":   rewriteLinks,
	"gomessage": readMessages,
	"neturl":    resolveByNetURL,
	"rfc1808":   resolveBy("rfc1808"),
	"rfc3986":   resolveBy("rfc3986"),
	"whatwg":    resolveBy("whatwg"),
}

// work measures a worker, and prints a line for each document: its name, the nanoseconds of one pass,
// and the number of bytes.
func work(w io.Writer, name string, paths []string) error {
	runtime.GOMAXPROCS(1)
	makeWork := workers[name]
	if makeWork == nil {
		return fmt.Errorf("%s: no such work", name)
	}
	for _, path := range paths {
		d, err := readDocument(path)
		if err != nil {
			return err
		}
		pass, err := makeWork(&d)
		if err != nil {
			return err
		}
		ns, err := timePasses(pass)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintf(w, "%s\t%.0f\t%d\n", d.name, ns, d.size)
	}
	return nil
}

// timePasses returns the processor time of one pass in nanoseconds. The first pass does not count.
func timePasses(pass func() error) (float64, error) {
	if err := pass(); err != nil {
		return 0, err
	}
	began, n := processorTime(), 0
	for processorTime()-began < workTime {
		if err := pass(); err != nil {
			return 0, err
		}
		n++
	}
	return float64(processorTime()-began) / float64(n), nil
}

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// each returns a function that calls do for each piece.
func (d *document) each(do func([]byte) error) (func() error, error) {
	return func() error {
		for _, piece := range d.pieces {
			if err := do(piece); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// walkTags finds each "<" and the next ">", the least that a reader of HTML can do.
func walkTags(d *document) (func() error, error) {
	return d.each(func(data []byte) error { walk(data); return nil })
}

func walk(rest []byte) {
	for i := 0; i >= 0; {
		if i = bytes.IndexByte(rest, '<'); i >= 0 {
			rest = rest[i:]
			if i = bytes.IndexByte(rest, '>'); i >= 0 {
				rest = rest[i:]
			}
		}
	}
}

// floor does the least that a rewriter must do: it reads a file, looks at each byte, and writes the file again.
func floor(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	walk(data)
	return os.WriteFile(to, data, 0o666)
}

// rewriteLinks makes links absolute by the library, with its defaults, into a buffer that is used again.
func rewriteLinks(d *document) (func() error, error) {
	types := map[string]rewrite.Type{".html": rewrite.HTML, ".xml": rewrite.XML, ".eml": rewrite.Message, ".mbox": rewrite.Mbox}
	t, ok := types[d.ext]
	if !ok {
		return nil, fmt.Errorf("%s: no type for files %s", d.name, d.ext)
	}
	rw, err := rewrite.New(rewrite.Options{Type: t, Base: baseURL})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	return d.each(func(data []byte) error {
		out.Reset()
		_, err := rw.Plan(data).WriteTo(&out)
		return err
	})
}

// readMessages reads messages by go-message: every part is decoded, and nothing is written. The
// messages of a mailbox are split before.
func readMessages(d *document) (func() error, error) {
	if d.ext == ".mbox" {
		d.pieces = splitMailbox(d.pieces[0])
	}
	return d.each(func(data []byte) error {
		if e, err := message.Read(bytes.NewReader(data)); e != nil && readable(err) {
			readEntity(e)
		}
		return nil
	})
}

// readEntity reads an entity to its end, or to where it cannot be read.
func readEntity(e *message.Entity) {
	parts := e.MultipartReader()
	if parts == nil {
		_, _ = io.Copy(io.Discard, e.Body)
		return
	}
	for {
		part, err := parts.NextPart()
		if part == nil || !readable(err) {
			return
		}
		readEntity(part)
	}
}

// readable reports whether an entity came with an error of go-message.
func readable(err error) bool {
	return err == nil || message.IsUnknownCharset(err) || message.IsUnknownEncoding(err)
}

// lines returns the lines of a document of references.
func (d *document) lines() [][]byte { return bytes.Split(bytes.TrimSpace(d.pieces[0]), []byte("\n")) }

// resolveBy resolves references by the library, into a buffer that is used again.
func resolveBy(dialect string) worker {
	return func(d *document) (func() error, error) {
		by, err := resolve.ParseDialect(dialect)
		if err != nil {
			return nil, err
		}
		base, refs, buf := by.Base(baseURL), d.lines(), []byte(nil)
		return func() error {
			for _, ref := range refs {
				buf, _ = base.Append(buf[:0], ref)
			}
			return nil
		}, nil
	}
}

// resolveByNetURL resolves references by net/url. The base is parsed once.
func resolveByNetURL(d *document) (func() error, error) {
	base, err := url.Parse(baseURL)
	var refs []string
	for _, ref := range d.lines() {
		refs = append(refs, string(ref))
	}
	return func() error {
		for _, ref := range refs {
			if u, err := base.Parse(ref); err == nil {
				_ = u.String()
			}
		}
		return nil
	}, err
}
