// Package store reads and writes files by the file systems of Beam: local file systems, and object stores
// that are linked into the program.
//
// A file gets its name when it is complete. In a local file system it is written under a temporary name in the same
// directory, and renamed. An object store shows an object when its writer is closed.
package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // names without a scheme

	"github.com/hrefix/hrefix/internal/dirpath"
)

// IsLocal reports whether a name belongs to a local file system.
func IsLocal(name string) bool { return !strings.Contains(name, "://") }

// Join returns the name of a file in a directory, or in what an object store has instead.
func Join(dir, name string) string {
	if IsLocal(dir) {
		return filepath.Join(dir, filepath.FromSlash(name))
	}
	return strings.TrimSuffix(dir, "/") + "/" + name
}

// A Found is a file that a pattern names.
type Found struct {
	Name string
	Key  string // the path below the part of the pattern that has no wildcards
	In   bool   // the file was found in a local directory that the pattern names
	VCS  bool   // the file is in a directory of version control
}

// List returns the files that a pattern names. A local directory stands for all regular files in it.
func List(ctx context.Context, pattern string) ([]Found, error) {
	if IsDir(pattern) {
		return walk(pattern)
	}
	sys, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer sys.Close()
	names, err := sys.List(ctx, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	var found []Found
	root := rootOf(pattern)
	for _, name := range names {
		if IsLocal(name) {
			if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
				continue
			}
		}
		key := filepath.ToSlash(strings.TrimPrefix(name, root))
		found = append(found, Found{Name: name, Key: key})
	}
	slices.SortFunc(found, func(a, b Found) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// rootOf returns the common beginning of all names of a pattern: the part up to the last slash
// before a wildcard.
func rootOf(pattern string) string {
	if at := strings.IndexAny(pattern, `*?[\`); at >= 0 {
		pattern = pattern[:at]
	}
	return pattern[:strings.LastIndexByte(pattern, '/')+1]
}

// IsDir reports whether a name belongs to a local directory.
func IsDir(name string) bool {
	if !IsLocal(name) {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Root returns the directory that the keys of a pattern are below.
func Root(pattern string) string {
	if IsDir(pattern) {
		return pattern
	}
	return rootOf(pattern)
}

// walk returns the regular files in a directory, without unfinished files of runs of hrefix.
func walk(dir string) (found []Found, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || isTemporary(d.Name()) {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		key := filepath.ToSlash(rel)
		found = append(found, Found{Name: name, Key: key, In: true, VCS: isVersionControl(key)})
		return err
	})
	return found, err
}

// Names returns the names of the files in a directory, or in the corresponding place of an object store. A
// directory that does not exist has no files.
func Names(ctx context.Context, dir string) (names []string, err error) {
	if !IsLocal(dir) {
		found, err := List(ctx, Join(dir, "*"))
		for _, f := range found {
			names = append(names, f.Key)
		}
		return names, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// isVersionControl reports whether a file is in a directory of version control.
func isVersionControl(key string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(key), "/"), dirpath.IsVersionControl)
}

// Open opens a file for reading.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	sys, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	f, err := sys.OpenRead(ctx, name)
	if err != nil {
		return nil, errors.Join(err, sys.Close())
	}
	return &opened{f, sys}, nil
}

// An opened is a file and its file system.
type opened struct {
	io.ReadCloser
	sys filesystem.Interface
}

// Close closes the file.
func (o *opened) Close() error { return errors.Join(o.ReadCloser.Close(), o.sys.Close()) }

// At returns the local file with a name, to be read at any offset. It returns nil for other file systems.
func At(name string) (*os.File, error) {
	if !IsLocal(name) {
		return nil, nil
	}
	return os.Open(name)
}

// Stat returns the size of a file, and the time of its last change in nanoseconds of Unix, or 0.
func Stat(ctx context.Context, name string) (size, changed int64, err error) {
	if IsLocal(name) { // the file system of Beam leaves the file open
		info, err := os.Stat(name)
		if err != nil {
			return 0, 0, err
		}
		return info.Size(), info.ModTime().UnixNano(), nil
	}
	sys, err := filesystem.New(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	defer sys.Close()
	if size, err = sys.Size(ctx, name); err != nil {
		return 0, 0, err
	}
	if sys, ok := sys.(filesystem.LastModifiedGetter); ok {
		t, err := sys.LastModified(ctx, name)
		if err == nil {
			changed = t.UnixNano()
		}
		return size, changed, err
	}
	return size, 0, nil
}

// A Writer writes a file that gets its name at the end: exactly one of Commit and Abort has to be called.
type Writer struct {
	io.Writer
	name   string
	file   *os.File // nil unless the file is local
	object io.WriteCloser
	sys    filesystem.Interface
	cancel context.CancelFunc
}

// Create begins a file.
func Create(ctx context.Context, name string) (*Writer, error) {
	if IsLocal(name) {
		return createLocal(name)
	}
	sys, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	w, err := sys.OpenWrite(ctx, name)
	if err != nil {
		cancel()
		return nil, errors.Join(err, sys.Close())
	}
	return &Writer{Writer: w, name: name, object: w, sys: sys, cancel: cancel}, nil
}

// temporary returns a temporary name beside name.
func temporary(name string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // Read never fails
	return filepath.Join(filepath.Dir(name), ".hrefix-"+hex.EncodeToString(b[:])+".tmp")
}

// isTemporary reports whether temporary has made a name.
func isTemporary(name string) bool {
	ok, _ := filepath.Match(".hrefix-????????????????.tmp", name)
	return ok
}

func createLocal(name string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(temporary(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return &Writer{Writer: f, name: name, file: f}, nil
}

// Rename changes the name that the file will get. It has no effect in an object store.
func (w *Writer) Rename(name string) { w.name = name }

// Commit gives the file its name. A file that has the name is replaced.
func (w *Writer) Commit() error {
	if w.file == nil {
		err := w.object.Close()
		w.cancel()
		return errors.Join(err, w.sys.Close())
	}
	err := w.file.Close()
	if err == nil {
		err = os.Rename(w.file.Name(), w.name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(w.file.Name()))
	}
	return nil
}

// Abort removes what was written. It reports no error, because it is called after another error.
func (w *Writer) Abort() {
	if w.file != nil {
		_ = w.file.Close()
		_ = os.Remove(w.file.Name())
		return
	}
	w.cancel() // before Close, so that an object store does not show the object
	_ = w.object.Close()
	_ = w.sys.Close()
}

// copyTo writes the content of a file to w.
func copyTo(ctx context.Context, w *Writer, name string) error {
	r, err := Open(ctx, name)
	if err != nil {
		return err
	}
	defer r.Close() // the file was only read
	from := io.Reader(r)
	if o, ok := r.(*opened); ok {
		from = o.ReadCloser // an os.File, which the kernel copies
	}
	_, err = io.Copy(w.Writer, from)
	return err
}

// Remove removes a file. One that does not exist is no error.
func Remove(ctx context.Context, name string) error {
	if IsLocal(name) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	sys, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer sys.Close()
	if r, ok := sys.(filesystem.Remover); ok {
		return r.Remove(ctx, name)
	}
	return nil
}

// Time returns the time for nanoseconds of Unix, or the zero time for 0.
func Time(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

// RemoveAll removes a local directory with all that is in it, and the named files of an object store.
func RemoveAll(ctx context.Context, dir string, names []string) error {
	if IsLocal(dir) {
		return os.RemoveAll(dir)
	}
	for _, name := range names {
		if err := Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
