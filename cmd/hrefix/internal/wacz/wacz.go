package wacz

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

// An Archive is a web archive in a WACZ file.
type Archive struct {
	Name string // the path of the archive in the zip file, after the path of a WACZ file around it
	Size int64  // the size in bytes
	Err  error  // why the archive cannot be read, or nil

	file       *zip.File
	start, end int64 // the range of its bytes in the zip file
}

// extensions are the extensions of web archives.
var extensions = []string{".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"}

// isArchive reports whether a name in a zip file is the name of a web archive.
func isArchive(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "archive/") && slices.ContainsFunc(extensions, func(ext string) bool {
		return strings.HasSuffix(name, ext)
	})
}

// isWACZ reports whether a name in a zip file is the name of a WACZ file. Collections of crawls are WACZ
// files of WACZ files, in any directory.
func isWACZ(name string) bool { return strings.EqualFold(path.Ext(name), ".wacz") }

// maxDepth is the maximum depth of nested WACZ files.
const maxDepth = 8

// Archives returns the web archives in a WACZ file, and in the WACZ files in it, in the order of its list.
func Archives(file io.ReaderAt, size int64) ([]*Archive, error) { return archivesIn(file, size, 0) }

// archivesIn does what Archives does, for a WACZ file that is inside depth other WACZ files.
func archivesIn(file io.ReaderAt, size int64, depth int) ([]*Archive, error) {
	z, err := zip.NewReader(file, size)
	if err != nil && !(z != nil && errors.Is(err, zip.ErrInsecurePath)) { // the paths are not used
		return nil, fmt.Errorf("%w: it may be cut short: copy it again", err)
	}
	var all []*Archive
	for _, f := range z.File {
		if isArchive(f.Name) || isWACZ(f.Name) {
			all = append(all, newArchive(f, size))
		}
	}
	if len(all) == 0 {
		return nil, errors.New("a WACZ file without a web archive: its directory archive has no WARC file")
	}
	refuseShared(all)
	var flat []*Archive
	for _, a := range all {
		if !isWACZ(a.Name) {
			flat = append(flat, a)
			continue
		}
		flat = append(flat, a.within(file, depth+1)...)
	}
	return flat, nil
}

// within returns the web archives in a WACZ file that is in file, or the WACZ file itself with an error.
func (a *Archive) within(file io.ReaderAt, depth int) []*Archive {
	var all []*Archive
	switch {
	case a.Err != nil:
	case a.file.Method != zip.Store:
		a.Err = errors.New("compressed in another WACZ file, where it should be stored: unzip it first")
	case depth > maxDepth:
		a.Err = fmt.Errorf("in more than %d other WACZ files: unzip it first", maxDepth)
	default:
		all, a.Err = archivesIn(io.NewSectionReader(file, a.start, a.Size), a.Size, depth)
	}
	if a.Err != nil {
		return []*Archive{a}
	}
	for _, in := range all {
		in.Name = a.Name + "/" + in.Name
	}
	return all
}

// newArchive returns the web archive that the file f of a zip file holds. size is the size of the zip file.
func newArchive(f *zip.File, size int64) *Archive {
	a := &Archive{Name: f.Name, Size: int64(f.UncompressedSize64), file: f}
	a.start, a.Err = f.DataOffset()
	a.end = a.start + int64(f.CompressedSize64)
	switch {
	case a.Err != nil:
		a.Err = fmt.Errorf("%w: the WACZ file is broken: copy it again", a.Err)
	case f.Flags&1 != 0:
		a.Err = errors.New("encrypted: unzip it first")
	case f.Method != zip.Store && f.Method != zip.Deflate:
		a.Err = fmt.Errorf("compressed by method %d of zip: unzip it first", f.Method)
	case a.Size < 0 || a.end < a.start || a.end > size || f.Method == zip.Store && f.CompressedSize64 != f.UncompressedSize64:
		a.Err = errors.New("its size in the WACZ file is wrong: copy that again")
	}
	return a
}

// refuseShared sets the errors of archives that share bytes with an earlier archive in the file.
func refuseShared(all []*Archive) {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b *Archive) int { return cmp.Compare(a.start, b.start) })
	end := int64(0)
	for _, a := range sorted {
		switch {
		case a.Err != nil:
		case a.start < end:
			a.Err = errors.New("shares bytes with another archive of the WACZ file, which is broken: copy it again")
		default:
			end = a.end
		}
	}
}

// Open returns a reader of the archive, which must be closed. It reads no more than the limits
// allow.
func (a *Archive) Open(limits format.Limits) (io.ReadCloser, error) {
	if a.Err != nil {
		return nil, a.Err
	}
	r, err := a.file.Open()
	if err != nil {
		return nil, err
	}
	if a.file.Method == zip.Store {
		return r, nil
	}
	limits = limits.WithDefaults()
	return &limited{r, limits, limits.Text(a.end - a.start)}, nil
}

// A limited reads at most n more bytes.
type limited struct {
	io.ReadCloser
	limits format.Limits
	n      int64
}

// Read implements [io.Reader].
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.n -= int64(n); l.n < 0 {
		return max(0, n+int(l.n)), l.limits.Exceeded()
	}
	return n, err
}
