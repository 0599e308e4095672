package zip

import (
	stdzip "archive/zip"
	"encoding/binary"
	"io"
	"io/fs"
	"strings"

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

// detect reports whether a file begins as a zip file without another known use. Office files and
// packages of programs have another use.
func detect(head []byte) bool {
	local, empty := isLocal(head), len(head) >= endSize && format.IsZero(head[4:20])
	if !local && !empty {
		return false // before the table of signatures is searched: most files are documents
	}
	switch k, _ := filekind.Magic(head); k {
	case filekind.Zip, filekind.EPUB:
		return local
	case filekind.EmptyZip:
		return empty
	}
	return false
}

// isLocal reports whether a file begins with a local header whose name and method are possible. Text
// may begin with the signature, too.
func isLocal(head []byte) bool {
	const methods = 100 // the numbers of all methods are below
	if len(head) < localSize {
		return false
	}
	method, name := binary.LittleEndian.Uint16(head[8:]), binary.LittleEndian.Uint16(head[26:])
	return method < methods && name > 0
}

// list implements [format.Format].List.
func list(from io.Reader, _ format.Options) ([]format.Entry, error) {
	f, err := open(from)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := f.directory()
	if err != nil {
		return nil, err
	}
	all := make([]format.Entry, len(d.zip.File))
	for i, e := range d.zip.File {
		all[i] = format.Entry{Name: e.Name, Size: int64(min(e.UncompressedSize64, 1<<63-1)), Mode: mode(&e.FileHeader)}
	}
	return all, nil
}

// mode returns the type of an entry.
func mode(h *stdzip.FileHeader) fs.FileMode {
	if strings.HasSuffix(h.Name, "/") {
		return fs.ModeDir
	}
	return h.Mode().Type()
}
