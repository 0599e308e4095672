package zip

import (
	"encoding/binary"
	"io"
	"io/fs"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/filekind"
)

// Format is the row of zip files in the table of package container.
var Format = format.Format{
	Name:       "zip",
	Kind:       format.Files,
	Extensions: []string{".zip", ".epub", ".maff"},
	Magic:      detect,
	Other:      func(name string) bool { _, other := filekind.Package(name); return other },
	Open:       func(file io.Reader, o format.Options) format.Reader { return newReader(file, o) },
	Encoded:    true,
	List:       list,
	Indexed:    true,
}

// detect reports whether a file begins as a zip file that is not known to be of another use, such
// as office files and packages of programs.
func detect(head []byte) bool {
	k, _ := filekind.Magic(head)
	switch k {
	case filekind.Zip, filekind.EPUB:
		return isLocal(head)
	case filekind.EmptyZip:
		return len(head) >= endSize && format.IsZero(head[4:20])
	}
	return false
}

// isLocal reports whether a file begins with a local header whose name and method are possible. Text
// may begin with the signature, too.
func isLocal(head []byte) bool {
	const methods = 100 // all are below
	if len(head) < localSize {
		return false
	}
	method, name := binary.LittleEndian.Uint16(head[8:]), binary.LittleEndian.Uint16(head[26:])
	return method < methods && name > 0
}

// list implements [format.Format].List.
func list(file io.Reader, _ format.Options) ([]format.Entry, error) {
	f, err := open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := f.directory()
	if err != nil {
		return nil, err
	}
	all := make([]format.Entry, 0, len(d.places))
	w := newWindow(f)
	for _, p := range d.places {
		r, err := d.record(w, p)
		if err != nil {
			return nil, err
		}
		all = append(all, format.Entry{Name: string(r.name), Size: int64(min(r.size.n, 1<<63-1)), Mode: r.mode()})
	}
	return all, nil
}

// mode returns the type of an entry. Only entries that are made by Unix have one, except for
// directories, whose names end in "/".
func (r *record) mode() fs.FileMode {
	const (
		unix, macOS = 3, 19
		msDOS       = 0
		dosFolder   = 0x10
	)
	switch {
	case len(r.name) > 0 && r.name[len(r.name)-1] == '/':
		return fs.ModeDir
	case r.madeBy == unix || r.madeBy == macOS:
		return unixType(r.attributes >> 16)
	case r.madeBy == msDOS && r.attributes&dosFolder != 0 && r.size.n == 0:
		return fs.ModeDir
	}
	return 0
}

// unixType returns the type of a file by its mode in Unix. A mode of 0 is that of a program that
// wrote none.
func unixType(mode uint32) fs.FileMode {
	switch mode & 0xf000 {
	case 0x8000, 0:
		return 0
	case 0x4000:
		return fs.ModeDir
	case 0xa000:
		return fs.ModeSymlink
	}
	return fs.ModeIrregular
}
