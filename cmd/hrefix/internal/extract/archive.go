package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/wacz"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// An archive is a web archive, or a message with a saved page. It is read twice.
type archive struct {
	name   string        // the name for messages
	file   string        // the path of the file that is, or contains, the archive
	within *wacz.Archive // the archive within a WACZ file, or nil
	info   fs.FileInfo   // the info of the file when it was first read
	failed bool          // the first pass could not read the archive to its end
	whole  bool          // the file is compressed as a whole, so its records have no offsets
}

// headSize is the number of bytes by which an archive is recognised.
const headSize = 64 << 10

// open opens the archive, and checks that the file is the same one as before.
func (a *archive) open(limits format.Limits) (io.ReadCloser, error) {
	f, err := a.openFile()
	if err != nil || a.within == nil {
		return f, err
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", a.name, err)
	}
	r, err := a.within.Open(limits) // open the archive through the open file
	if err != nil {
		return nil, fmt.Errorf("%s: reading: %w", a.name, err)
	}
	return r, nil
}

// openFile opens the file, and checks that it is the same one as before.
func (a *archive) openFile() (*os.File, error) {
	info, err := os.Stat(a.file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", a.name, cause.Of(errors.Unwrap(err)))
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a directory: give the archives in it", a.name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is no regular file, and archives are read twice: store it in a file first", a.name)
	case a.info != nil && !atomicfile.Unchanged(a.info, info):
		return nil, fmt.Errorf("%s: %w", a.name, atomicfile.ErrChanged)
	}
	a.info = info
	f, err := os.Open(a.file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.name, cause.Of(errors.Unwrap(err)))
	}
	return f, nil
}

// each calls visit for each record. It calls read with the number of bytes of each read. visit must
// not keep the record.
func (a *archive) each(typ detect.Type, o format.Options, read func(int64), visit func(*warc.Content) error) error {
	return a.decoded(&o, read, func(text *bufio.Reader) error {
		if err := a.check(text, typ); err != nil {
			return err
		}
		in := io.Reader(text)
		switch { // unless the text is decoded, its size is known
		case o.Units != nil:
		case a.within != nil:
			in = sized{text, int(a.within.Size)}
		default:
			in = sized{text, int(a.info.Size())}
		}
		r := warc.NewRecords(in, o)
		for n := 0; ; n++ {
			c, err := r.Next()
			switch {
			case err == io.EOF && n == 0 && r.Skipped():
				return fmt.Errorf("%s: no record of a web archive is in it: give the right type by -t, or leave it out", a.name)
			case err == io.EOF && r.Cut():
				return fmt.Errorf("%s: reading: the file is cut short: what comes before is extracted: copy it again", a.name)
			case err == io.EOF:
				return nil
			case err != nil:
				return a.broken(err)
			}
			if err := visit(c); err != nil {
				return err
			}
		}
	})
}

// A sized is a reader of a text of a known size.
type sized struct {
	io.Reader
	size int
}

// Len returns the size of the whole text in bytes.
func (s sized) Len() int { return s.size }

// decoded calls do with the text of the archive. If the archive is compressed, it decompresses the
// text, and sets o.Units.
func (a *archive) decoded(o *format.Options, read func(int64), do func(*bufio.Reader) error) (err error) {
	f, err := a.open(o.Limits)
	if err != nil {
		return err
	}
	defer f.Close() // the file was only read
	text := bufio.NewReaderSize(counter{f, read}, headSize)
	if head, _ := text.Peek(container.CodingMagicSize); container.Coding(head) != nil {
		d := container.Coding(head).Open(text, *o)
		defer func() { err = errors.Join(err, d.Close()) }()
		o.Units = d
		text = bufio.NewReaderSize(d, headSize)
	}
	return do(text)
}

// isMessage reports whether a text is a message, by its beginning or by a name such as x.mht.
func (a *archive) isMessage(text *bufio.Reader) bool {
	head, _ := text.Peek(headSize) // readPage reports errors
	return a.within == nil && a.detect(head) == detect.Message
}

// detect returns the type of a text that begins with head.
func (a *archive) detect(head []byte) detect.Type {
	return detect.Of("", container.TrimCoding(a.name), head).Type
}

// check returns an error if a text is no web archive. t is the type of the text, or Auto if it is not
// known.
func (a *archive) check(text *bufio.Reader, t detect.Type) error {
	head, err := text.Peek(headSize)
	switch {
	case len(head) == 0 && err != io.EOF:
		return a.broken(err)
	case t == detect.Auto:
		t = a.detect(head)
	}
	if t.HasRecords() || len(head) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s: give web archives, in the format WARC, ARC or WACZ, or saved pages in MHTML", a.name, filekind.Of(container.TrimCoding(a.name), head).Name)
}

// find returns the archives that a file is or holds. It opens a WACZ file, which must be closed.
func find(name string) (all []*archive, opened io.Closer, err error) {
	a := &archive{name: name, file: name}
	f, err := a.openFile()
	if err != nil {
		return nil, nil, err
	}
	head := make([]byte, headSize)
	n, _ := f.ReadAt(head, 0) // the method each reports a read error
	if filekind.Of(name, head[:n]) != filekind.WACZ {
		return []*archive{a}, nil, f.Close()
	}
	list, err := wacz.Archives(f, a.info.Size())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: reading: %w", name, err), f.Close())
	}
	for _, one := range list {
		all = append(all, &archive{name: name + "/" + one.Name, file: name, info: a.info, within: one})
	}
	return all, f, nil
}

// broken returns the error of an archive that cannot be read to its end.
func (a *archive) broken(err error) error {
	return source.AdviseBroken(fmt.Errorf("%s: reading: %w", a.name, cause.Of(err)), ": what can be read is extracted")
}

// A counter counts the bytes that are read.
type counter struct {
	io.Reader
	read func(int64)
}

// Read implements [io.Reader].
func (c counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.read(int64(n))
	return n, err
}
