package httrack

import (
	"encoding/binary"
	"io"
	"strings"
)

// Archive returns the records of hts-cache/new.zip.
func Archive(r io.ReaderAt) Records {
	return func(yield func(Record) bool) {
		for at := int64(0); ; {
			h, ok := readHeader(r, at)
			if !ok {
				return
			}
			if rec, ok := h.record(); ok && !yield(rec) {
				return
			}
			if h.next <= at {
				return
			}
			at = h.next
		}
	}
}

// A header is the local header of a member of a zip file (APPNOTE.TXT section 4.3.7). Package
// archive/zip does not give its extra field, which differs from the one of the directory.
type header struct {
	name, extra string
	next        int64 // the offset of the next header
}

// readHeader reads the local header at an offset. ok is false if there is none, or if it does
// not give the size of its member.
func readHeader(r io.ReaderAt, at int64) (h header, ok bool) {
	const (
		size      = 30
		signature = "PK\x03\x04"
		streamed  = 1 << 3 // the sizes follow the data
		zip64     = 0xffffffff
	)
	var fixed [size]byte
	if n, _ := r.ReadAt(fixed[:], at); n < size || string(fixed[:4]) != signature {
		return h, false
	}
	flags := binary.LittleEndian.Uint16(fixed[6:])
	packed := binary.LittleEndian.Uint32(fixed[18:])
	names := int(binary.LittleEndian.Uint16(fixed[26:]))
	text := make([]byte, names+int(binary.LittleEndian.Uint16(fixed[28:])))
	if n, _ := r.ReadAt(text, at+size); n < len(text) || flags&streamed != 0 || packed == zip64 {
		return h, false
	}
	h.name, h.extra = string(text[:names]), string(text[names:])
	h.next = at + size + int64(len(text)) + int64(packed)
	return h, true
}

// record returns the record of a member. ok is false if the member has neither a file nor a
// redirect.
func (h *header) record() (rec Record, ok bool) {
	url, ok := makeURL(h.name)
	if !ok || strings.HasPrefix(h.extra, "PK") {
		return rec, false
	}
	rec = Record{URL: url, Path: toSlash(h.field("X-Save")), Failed: isFailure(h.field("X-StatusCode"))}
	switch {
	case isRedirect(h.field("X-StatusCode")):
		to, ok := redirectURL(url, h.field("Location"))
		return Record{URL: url, To: to}, ok
	case rec.Failed && rec.Path == "":
		rec.guesses = savedNames(url)
	}
	return rec, rec.Path != "" || rec.guesses != nil
}

// field returns the value of a line of the extra field, or "".
func (h *header) field(name string) string {
	for line := range strings.Lines(h.extra) {
		if value, ok := strings.CutPrefix(line, name+": "); ok {
			return strings.TrimRight(value, "\r\n")
		}
	}
	return ""
}

// toSlash returns a path with slashes. HTTrack writes no backslash in the name of a file, and on
// Windows it may write backslashes between names.
func toSlash(path string) string { return strings.ReplaceAll(path, `\`, "/") }
