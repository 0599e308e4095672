package tar

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/hrefix/hrefix/internal/container/format"
)

// maxHeaders is how many bytes the headers of one file may have.
const maxHeaders = 1 << 20

// A file is a file in an archive, as its headers describe it.
type file struct {
	headers int // the size of the headers in bytes, and the offset of the data
	main    int // the offset of the header that is not an extended header
	kind    byte
	name    string
	link    string // the target of a link
	mode    int64
	size    int64 // the size of the data
	full    int64 // the size of the file, which may have holes
	sparse  bool
	records records

	longName, longLink string
}

// errEnd is the error of read if zero bytes take the place of a header.
var errEnd = errors.New("the archive ends")

// read reads the headers of a file. text begins with the first header. If text is too short, need is
// the required number of bytes, and read has to be called again with at least so many bytes. Otherwise need is 0.
// The error is errEnd at the end of the archive, or says why the headers cannot be read.
func (f *file) read(text []byte) (need int, err error) {
	for need == 0 && err == nil && f.main < 0 {
		if f.headers+blockSize > maxHeaders {
			return 0, fmt.Errorf("headers of one file with more than %d bytes", maxHeaders)
		}
		if need = f.headers + blockSize; len(text) >= need {
			need, err = f.header(text)
		}
	}
	if need == 0 && err == nil {
		need, err = f.rest(text)
	}
	return need, err
}

// newFile returns a file whose headers are not read yet.
func newFile() file { return file{main: -1, records: records{size: -1, sparseSize: -1}} }

// header reads the header at the offset f.headers of text. Its results are the results of read.
func (f *file) header(text []byte) (need int, err error) {
	b := block(text[f.headers:][:blockSize])
	if b[0] == 0 && format.IsZero(b) {
		return 0, errEnd
	}
	if _, ok := b.check(); !ok {
		return 0, errors.New("a header whose checksum is wrong")
	}
	size, err := number(b.field(sizeField))
	if err != nil || size > maxSize {
		return 0, errors.New("a header whose size cannot be")
	}
	switch kind := b[typeAt]; kind {
	case longName, longLink, paxHeader, solarisPAX, globalPAX:
		return f.extended(kind, text, size)
	}
	f.main, f.size = f.headers, size
	f.headers += blockSize
	return 0, f.set(b)
}

// extended reads the data of a header that comes before the header of the file: a long name, or
// records. size is the size of the data. The results are the results of read.
func (f *file) extended(kind byte, text []byte, size int64) (need int, err error) {
	start := f.headers + blockSize
	if int64(start)+padded(size) > maxHeaders {
		return 0, fmt.Errorf("headers of one file with more than %d bytes", maxHeaders)
	}
	end := start + int(padded(size))
	if len(text) < end {
		return end, nil
	}
	data := text[start : start+int(size)]
	switch kind {
	case longName:
		f.longName = string(untilNUL(data))
	case longLink:
		f.longLink = string(untilNUL(data))
	default:
		r, err := parseRecords(data, start)
		switch {
		case err != nil:
			return 0, err
		case kind == globalPAX && (r.size >= 0 || r.sparse):
			return 0, errors.New("a global header that gives the size of files, which readers take in different ways")
		case kind == globalPAX:
		case f.records.seen:
			return 0, errors.New("two extended headers for one file, which readers take in different ways")
		default:
			f.records = r
		}
	}
	f.headers = end
	return 0, nil
}

// set sets the fields of f by the header b and the extended headers.
func (f *file) set(b block) error {
	f.kind = b[typeAt]
	f.name = cmp.Or(f.longName, f.records.sparseName, f.records.path, b.name())
	f.link = cmp.Or(f.longLink, f.records.link, b.text(linkField))
	f.mode, _ = number(b.field(modeField)) // an invalid mode does not matter here
	if f.records.size >= 0 {
		f.size = f.records.size
	}
	if f.kind == oldFile && strings.HasSuffix(f.name, "/") {
		f.kind = directory
	}
	switch f.kind {
	case symLink, charDevice, blockDevice, directory, namedPipe:
		f.size = 0 // these files have no data, whatever the header says
	}
	f.full, f.sparse = f.size, f.records.sparse
	if f.records.sparseSize >= 0 {
		f.full = f.records.sparseSize
	}
	if f.kind == sparseFile {
		if string(b.field(magicField)) != "ustar " {
			return errors.New("a sparse file that is not one of GNU tar")
		}
		f.sparse = true
		f.full, _ = number(b.field(sparseSize)) // an invalid size does not matter, either
	}
	if f.size > maxSize {
		return errors.New("an extended header whose size cannot be")
	}
	return nil
}

// rest reads the blocks after the header of the file: the map of a sparse file, or the next header,
// which shows whether a hard link has data. Its results are the results of read.
func (f *file) rest(text []byte) (need int, err error) {
	switch {
	case f.kind == sparseFile:
		return f.sparseMap(text)
	case f.kind != hardLink || f.size == 0:
		return 0, nil
	case len(text) < f.headers+blockSize:
		return f.headers + blockSize, nil
	}
	// Most readers take no data for a hard link (POSIX.1-1988), but pax may write some
	// (POSIX.1-2001). libarchive decides in this way, too.
	next := block(text[f.headers:][:blockSize])
	if _, ok := next.check(); ok || format.IsZero(next) {
		f.size, f.full = 0, 0
	}
	return 0, nil
}

// sparseMap reads the blocks that have the rest of the map of a sparse file. Its results are the
// results of read.
func (f *file) sparseMap(text []byte) (need int, err error) {
	more := text[f.main+moreSparse] != 0
	if n := f.headers - f.main; n > blockSize {
		more = text[f.headers-blockSize+moreInMap] != 0
	}
	for ; more; more = text[f.headers-blockSize+moreInMap] != 0 {
		switch {
		case f.headers+blockSize > maxHeaders:
			return 0, fmt.Errorf("headers of one file with more than %d bytes", maxHeaders)
		case len(text) < f.headers+blockSize:
			return f.headers + blockSize, nil
		}
		f.headers += blockSize
	}
	return 0, nil
}

// entry returns the file as an entry of a list.
func (f *file) entry() format.Entry {
	e := format.Entry{Name: f.name, Size: f.full, Mode: fs.FileMode(f.mode) & fs.ModePerm, Link: f.link}
	switch f.kind {
	case oldFile, regularFile, contiguous, sparseFile:
		e.Link = ""
	case hardLink: // a hard link has the mode of the other file
	case symLink:
		e.Mode |= fs.ModeSymlink
	case directory:
		e.Mode |= fs.ModeDir
		e.Link = ""
	case charDevice:
		e.Mode |= fs.ModeDevice | fs.ModeCharDevice
	case blockDevice:
		e.Mode |= fs.ModeDevice
	case namedPipe:
		e.Mode |= fs.ModeNamedPipe
	default:
		e.Mode |= fs.ModeIrregular
	}
	return e
}

// list implements [format.Format].List. An unreadable header ends the list, as it ends the members.
// The error comes from reading the file.
func list(file io.Reader, _ format.Options) ([]format.Entry, error) {
	in := format.Buffer{Source: file}
	var all []format.Entry
	for len(in.Peek(1)) > 0 {
		f, err := readFile(&in)
		if err != nil {
			break
		}
		all = append(all, f.entry())
		in.Pass(int64(f.headers) + padded(f.size))
	}
	if err := in.ErrAt("tar"); err != nil && err != io.EOF {
		return all, err
	}
	return all, nil
}
