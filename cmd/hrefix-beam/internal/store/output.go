package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
)

// An Output is where results go.
type Output struct {
	Dir   string // the directory, or the place in an object store
	Aside string // a directory in Dir for incomplete files
	Force bool   // files of other content are replaced
	Gzip  bool   // results are compressed: their text counts, since the members are the members of the parts
}

// ErrExists is the error of a result if there is a file of that name with other content.
var ErrExists = errors.New("exists, and has other content")

// Concat writes the contents of files, one after the other, to a new file. If a local file has only one part,
// it becomes a hard link, if the file system has hard links. A file with the same content counts as the
// result: a runner may have tried the bundle before.
func (o *Output) Concat(ctx context.Context, name string, parts []string) error {
	return o.put(ctx, name, parts, true)
}

// Copy does what Concat does with one file. The new file is a real copy.
func (o *Output) Copy(ctx context.Context, name, from string) error {
	return o.put(ctx, name, []string{from}, false)
}

func (o *Output) put(ctx context.Context, name string, parts []string, link bool) error {
	to := Join(o.Dir, name)
	switch same, err := o.isSame(ctx, to, parts); {
	case err != nil:
		return err
	case same:
		return nil
	}
	if !IsLocal(to) {
		return o.write(ctx, to, parts)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if link && len(parts) == 1 && !o.Force && os.Link(parts[0], to) == nil {
		return nil
	}
	aside := filepath.Join(o.Aside, filepath.Base(temporary(to)))
	if err := o.write(ctx, aside, parts); err != nil {
		return err
	}
	err := o.rename(aside, to)
	if errors.Is(err, fs.ErrExist) { // another worker has created the file meanwhile, perhaps for the same bundle
		_, err = o.isSame(ctx, to, parts)
	}
	_ = os.Remove(aside) // the file may have got the name
	return err
}

// rename gives a file its name. Without Force, the error is [fs.ErrExist] if there is a file called
// to.
func (o *Output) rename(from, to string) error {
	if !o.Force {
		if err := os.Link(from, to); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := os.Lstat(to); err == nil { // this file system has no hard links
			return fs.ErrExist
		}
	}
	return os.Rename(from, to)
}

// write writes the contents of files to a file.
func (o *Output) write(ctx context.Context, name string, parts []string) error {
	w, err := Create(ctx, name)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := copyTo(ctx, w, part); err != nil {
			w.Abort()
			return err
		}
	}
	return w.Commit()
}

// isSame reports whether a file exists and its content is the contents of the parts, one after the other.
// Unless Force is set, the error is ErrExists for a file with other content.
func (o *Output) isSame(ctx context.Context, name string, parts []string) (bool, error) {
	exists, err := Exists(ctx, name)
	if err != nil || !exists {
		return false, err
	}
	same, err := o.hasContent(ctx, name, parts)
	if err == nil && !same && !o.Force {
		err = fmt.Errorf("%s: %w", name, ErrExists)
	}
	return same, err
}

// Exists reports whether there is a file, or anything else, called name.
func Exists(ctx context.Context, name string) (bool, error) {
	if IsLocal(name) {
		_, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	found, err := List(ctx, name)
	return len(found) > 0, err
}

// hasContent reports whether the content of a file is the contents of the parts, one after the
// other.
func (o *Output) hasContent(ctx context.Context, name string, parts []string) (bool, error) {
	if IsLocal(name) {
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			return false, err
		}
	}
	there, own := &reader{ctx: ctx, names: []string{name}}, &reader{ctx: ctx, names: parts}
	defer there.Close()
	defer own.Close()
	if !o.Gzip {
		return isEqual(there, own)
	}
	a, err := gunzip(there)
	if err != nil {
		return false, nil // the file is no list of an earlier run
	}
	b, err := gunzip(own)
	if err != nil {
		return false, err
	}
	same, err := isEqual(a, b)
	if there.err == nil && own.err == nil {
		err = nil // the file may be compressed in another way than ours
	}
	return same, err
}

// gunzip returns a reader for the text of a gzip file. An empty file has no text.
func gunzip(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err == io.EOF {
		return r, nil
	}
	return z, err
}

// A reader reads files, one after the other.
type reader struct {
	ctx   context.Context
	names []string
	file  io.ReadCloser
	err   error // the error of opening or reading a file
}

// Read implements [io.Reader].
func (r *reader) Read(b []byte) (n int, err error) {
	for {
		if r.file == nil && len(r.names) == 0 {
			return 0, io.EOF
		}
		if r.file == nil {
			if r.file, r.err = Open(r.ctx, r.names[0]); r.err != nil {
				return 0, r.err
			}
			r.names = r.names[1:]
		}
		if n, err = r.file.Read(b); err != io.EOF {
			r.err = err
			return n, err
		}
		r.Close()
		if n > 0 {
			return n, nil
		}
	}
}

// Close closes the file that is open, which was only read.
func (r *reader) Close() {
	if r.file != nil {
		_ = r.file.Close()
		r.file = nil
	}
}

// isEqual reports whether two readers have the same bytes.
func isEqual(a, b io.Reader) (bool, error) {
	const size = 64 << 10
	one, other := make([]byte, size), make([]byte, size)
	for {
		n, err := fill(one, a)
		m, err2 := fill(other, b)
		switch {
		case err != nil || err2 != nil:
			return false, errors.Join(err, err2)
		case !bytes.Equal(one[:n], other[:m]):
			return false, nil
		case n < size:
			return true, nil
		}
	}
}

// fill reads until b is full, or until the end of r.
func fill(b []byte, r io.Reader) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = r.Read(b[n:])
		n += m
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// IsIn reports whether a local file is in a local directory, or is it. Symbolic links are followed, and a directory may
// be mounted in several places. Neither needs to exist.
func IsIn(name, dir string) bool {
	if !IsLocal(name) || !IsLocal(dir) {
		return false
	}
	real := realPath(name)
	if rel, err := filepath.Rel(realPath(dir), real); err == nil && filepath.IsLocal(rel) {
		return true
	}
	info, err := os.Stat(dir)
	for last := ""; err == nil && real != last; last, real = real, filepath.Dir(real) {
		if up, err := os.Stat(real); err == nil && os.SameFile(up, info) {
			return true
		}
	}
	return false
}

// realPath returns the absolute path of a file without symbolic links. Its last elements need not exist.
func realPath(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return filepath.Clean(name)
	}
	for dir, rest := abs, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return abs
		}
	}
}
