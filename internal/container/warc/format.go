package warc

import (
	"bytes"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// Format is the row of WARC and ARC in the table of package container.
var Format = format.Format{
	Name:       "warc",
	Extensions: []string{".warc", ".arc"},
	Magic:      detect,
	Open:       func(file io.Reader, o format.Options) format.Reader { return newReader(file, o) },
	Encoded:    true,
	Kind:       format.Records,
	Cuts:       &format.Cuts{Head: maxLine, Begins: begins, Find: find, Places: places, Units: true},
}

// detect reports whether a file begins with a record. A byte order mark and blank lines may come first.
func detect(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(mark)), "\r\n")
	return isWARC(head) || isARC(head)
}

// isARC reports whether a file begins with the first record of an ARC file.
func isARC(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, "\r\n"), []byte("filedesc://"))
}

// IsARC reports whether a web archive whose text begins with head is an ARC file.
func IsARC(head []byte) bool { return beginsARC(head[:min(len(head), maxLine)]) }

// beginsARC reports whether a file that has the format is an ARC file. The first record of one
// may be missing or damaged.
func beginsARC(head []byte) bool {
	head = bytes.TrimLeft(head, "\r\n")
	if isARC(head) || isWARC(head) {
		return isARC(head)
	}
	_, ok := parseARC(head[:lineLength(head)])
	return ok || findRecord(head, false) < 0 && findRecord(head, true) >= 0
}
