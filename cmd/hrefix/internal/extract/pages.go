package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

// Pages that were saved as messages (MHTML) are extracted, too: the page becomes a file at the top of
// the directory, and its resources go into a directory beside it. A page is held in memory.

// readPage returns the page in an archive.
func (r *Run) readPage(a *archive) (p *mhtml.Page, err error) {
	var text bytes.Buffer
	most := int64(r.Engine.MaxDocument)
	err = a.decoded(new(r.options()), func(n int64) { r.Read(2 * n) }, func(in *bufio.Reader) error {
		from := io.Reader(in)
		if most > 0 {
			from = io.LimitReader(in, most+1)
		}
		if _, err := text.ReadFrom(from); err != nil {
			return a.broken(err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if most > 0 && int64(text.Len()) > most {
		return nil, fmt.Errorf("%s: larger than %d bytes: give a larger --max-document", a.name, most)
	}
	base := filepath.Base(container.TrimCoding(a.name))
	ext := path.Ext(base)
	alone := strings.EqualFold(ext, ".mht") || strings.EqualFold(ext, ".mhtml")
	p, ok := mhtml.Parse(text.Bytes(), strings.TrimSuffix(base, ext), alone, r.names, mhtml.Options{BaseFields: r.Engine.BaseFields, BaseSchemes: r.Engine.BaseSchemes})
	if !ok {
		return nil, fmt.Errorf("%s: a message that is no saved page: give pages in MHTML (multipart/related), or web archives", a.name)
	}
	return p, nil
}

// writePages writes the pages of all messages. It reports files that cannot be written, and continues
// with the others unless the disk is full.
func (r *Run) writePages() error {
	for _, a := range r.messages {
		p, err := r.readPage(a)
		r.Done()
		if err != nil {
			r.report(err)
			continue
		}
		r.tally.Notes += len(p.Notes)
		for _, n := range p.Notes {
			part := ""
			if n.Part != "" {
				part = "part " + n.Part + ": "
			}
			r.console.Remark(a.name, n.Text, fmt.Sprintf("%sbyte %d: %s: what is there is extracted", part, n.Offset, n.Text))
		}
		for _, f := range p.Files {
			if err := r.writePart(a, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// writePart writes the file of a part.
func (r *Run) writePart(a *archive, f *mhtml.File) error {
	if f.Err != nil {
		r.console.Remark(a.name, "not decoded", fmt.Sprintf("part %s: not decoded to its end: %v", f.Part, f.Err))
	}
	err := r.out.write(f.Path, time.Time{}, func(w io.Writer) error { return r.writeContent(w, a, f) })
	if err != nil {
		return r.notWritten(f.Path, err)
	}
	if f.URL != "" {
		r.pageURLs = append(r.pageURLs, [2]string{f.URL, f.Path})
	}
	r.total.count(f.Kind)
	if !r.console.JSON {
		return nil
	}
	return console.WriteJSON(r.console.Stdout, line{URL: f.URL, Path: r.out.pathOf(f.Path), Archive: a.name, Part: f.Part, Offset: int64(f.Offset)})
}

// writeContent writes a part, with its links leading to the other files of its page.
func (r *Run) writeContent(w io.Writer, a *archive, f *mhtml.File) error {
	d := &document{text: f.Text, kind: f.Kind, charset: f.Charset, options: r.Engine}
	d.options.Tree, d.options.Charset = f.Tree(), ""
	if !f.HasBase() { // without the URL of the page, links that lead to no part stay as they are
		d.options.Missing = decide.MissingKeep
	}
	declares, err := r.rewrite(w, d, &r.tally, func(n *engine.Note) {
		r.console.Remark(a.name, n.Code, fmt.Sprintf("part %s: %s", f.Part, n.Text))
	})
	if declares {
		r.total.Declared++
	}
	return err
}
