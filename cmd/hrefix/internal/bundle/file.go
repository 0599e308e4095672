package bundle

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// A File is a bundle in a file that can be read at random.
type File struct {
	Options
	coding *format.Coding // nil unless the file is compressed
	at     io.ReaderAt
	size   int64
	closer io.Closer // nil if nothing needs closing
}

// Options say how bundles are read.
type Options struct {
	// Format is the format, or nil if the content of the file decides.
	Format *format.Format
	// Charset is the charset of documents, if it is known.
	Charset string
	// Limits are the limits for compressed files.
	Limits format.Limits
}

// Open opens a file. If it is no bundle, the File is nil.
func Open(name string, o Options) (*File, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := in.Stat()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	f := New(in, info.Size(), o)
	if f == nil {
		return nil, in.Close()
	}
	f.closer = in
	return f, nil
}

// New returns the bundle in a file that is open and has size bytes, or nil if it is no bundle. Closing
// the File does not close at.
func New(at io.ReaderAt, size int64, o Options) *File {
	f := &File{Options: o, at: at, size: size}
	buf := heads.Get().(*[headSize]byte)
	defer heads.Put(buf)
	n, _ := at.ReadAt(buf[:], 0) // a later read returns the error
	head := buf[:n]
	f.coding = container.Coding(head[:min(n, container.CodingMagicSize)])
	if f.Format == nil {
		f.Format = f.detect(head)
	}
	if f.Format == nil || f.Format.List == nil {
		return nil
	}
	return f
}

// headSize is the number of bytes that show the format of a file.
const headSize = 64 << 10

// heads are buffers for the starts of files. Most files are no bundles.
var heads = sync.Pool{New: func() any { return new([headSize]byte) }}

// detect returns the format of the file by its content, or nil. It decodes the head of a file that is
// compressed.
func (f *File) detect(head []byte) *format.Format {
	if f.coding != nil {
		r := f.reader()
		defer r.Close() // the file was only read
		head, _ = bufio.NewReaderSize(r, headSize).Peek(headSize)
	}
	return container.Magic(head)
}

// Close closes the file.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}

// reader returns a reader of the bundle from its start. If the file is not compressed, the reader
// can read it at random.
func (f *File) reader() io.ReadCloser {
	raw := io.NewSectionReader(f.at, 0, f.size)
	if f.coding != nil {
		return f.coding.Open(raw, format.Options{Limits: f.Limits})
	}
	return plain{raw}
}

// A plain is a file that is not compressed.
type plain struct{ *io.SectionReader }

func (plain) Close() error { return nil }

// read calls do with the path and the text of each file for which want returns true. Files that are
// larger than most bytes are left out.
func (f *File) read(most int, want func(path string, head func() []byte) bool, do func(path string, text []byte) error) (err error) {
	r := f.reader()
	defer func() { err = errors.Join(err, r.Close()) }()
	wanted := func(name string, head func() []byte) (bool, string) {
		p, ok := pathOf(name)
		return ok && want(p, head), ""
	}
	members := f.Format.Open(r, format.Options{MaxMember: most, Limits: f.Limits, Document: wanted})
	if c, ok := members.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	var m format.Member
	for {
		switch err := members.Next(&m); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if p, ok := pathOf(m.Name); ok && !m.NoDocument && !m.Large && !m.Continued && m.Defect == "" {
			if err := do(p, m.Document()); err != nil {
				return err
			}
		}
	}
}

// Read returns the texts of the files with these paths, by their paths. Files that are larger than most
// bytes are left out.
func (f *File) Read(most int, paths ...string) (map[string][]byte, error) {
	texts := make(map[string][]byte)
	wanted := make(map[string]bool, len(paths))
	for _, p := range paths {
		wanted[p] = true
	}
	err := f.read(most, func(p string, _ func() []byte) bool { return wanted[p] }, func(p string, text []byte) error {
		texts[p] = bytes.Clone(text)
		return nil
	})
	return texts, err
}
