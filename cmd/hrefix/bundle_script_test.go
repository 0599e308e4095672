package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// A bundled is a file of a bundle.
type bundled struct{ name, text string }

// bundleOf returns a bundle of files. The extension of its name is that of its format: .zip, .epub,
// .maff, .tar, .tgz, .tar.gz or .tar.zst.
func bundleOf(name string, files ...bundled) ([]byte, error) {
	var out bytes.Buffer
	switch filepath.Ext(name) {
	case ".zip", ".epub", ".maff":
		err := writeZip(&out, files)
		return out.Bytes(), err
	case ".tgz", ".gz":
		z := gzip.NewWriter(&out)
		err := errors.Join(writeTar(z, files), z.Close())
		return out.Bytes(), err
	case ".zst":
		z, err := zstd.NewWriter(&out)
		if err == nil {
			err = errors.Join(writeTar(z, files), z.Close())
		}
		return out.Bytes(), err
	}
	err := writeTar(&out, files)
	return out.Bytes(), err
}

func writeTar(to io.Writer, files []bundled) error {
	w := tar.NewWriter(to)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.text))})
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return w.Close()
}

// writeZip writes a zip archive. As in EPUB, a file mimetype is not compressed.
func writeZip(to io.Writer, files []bundled) error {
	z := zip.NewWriter(to)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		var w io.Writer
		var err error
		if f.name == "mimetype" {
			h.Method, h.CompressedSize64, h.UncompressedSize64 = zip.Store, uint64(len(f.text)), uint64(len(f.text))
			h.CRC32 = crc32.ChecksumIEEE([]byte(f.text))
			w, err = z.CreateRaw(h)
		} else {
			w, err = z.CreateHeader(h)
		}
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return z.Close()
}

// filesOf returns the files of a bundle.
func filesOf(name string, data []byte) (files []bundled, err error) {
	switch filepath.Ext(name) {
	case ".zip", ".epub", ".maff":
		return zipFiles(data)
	}
	text := io.Reader(bytes.NewReader(data))
	switch filepath.Ext(name) {
	case ".tgz", ".gz":
		text, err = gzip.NewReader(text)
	case ".zst":
		text, err = zstd.NewReader(text)
	}
	if err != nil {
		return nil, err
	}
	r := tar.NewReader(text)
	for {
		h, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if h.Typeflag == tar.TypeReg {
			files = append(files, bundled{h.Name, string(b)})
		}
	}
}

func zipFiles(data []byte) (files []bundled, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		files = append(files, bundled{f.Name, string(b)})
	}
	return files, nil
}

// bundledFiles returns the files below a directory, sorted by their paths.
func bundledFiles(dir string) (files []bundled, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		files = append(files, bundled{filepath.ToSlash(rel), string(text)})
		return err
	})
	slices.SortFunc(files, func(x, y bundled) int {
		return cmp.Or(-cmp.Compare(isFirst(x.name), isFirst(y.name)), strings.Compare(x.name, y.name))
	})
	return files, err
}

// isFirst returns 1 for the file that is the first in an EPUB.
func isFirst(name string) int {
	if name == "mimetype" {
		return 1
	}
	return 0
}

// bundleFile makes a bundle of the files in a directory: bundle DIR TO [NAME=FROM...]. Files FROM
// follow with other names.
func bundleFile(ts *testscript.TestScript, _ bool, args []string) {
	files, err := bundledFiles(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, arg := range args[2:] {
		name, from, _ := strings.Cut(arg, "=")
		files = append(files, bundled{name, ts.ReadFile(from)})
	}
	data, err := bundleOf(args[1], files...)
	ts.Check(errors.Join(err, os.WriteFile(ts.MkAbs(args[1]), data, 0o644)))
}

// unbundleFile prints the files of a bundle with their names: unbundle FROM TO.
func unbundleFile(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filesOf(args[0], []byte(ts.ReadFile(args[0])))
	ts.Check(err)
	var out bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&out, "%s:\n%s", f.name, f.text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o644))
}
