package manifest

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"path"
	"strings"
)

// An Index finds the last record of each file. The zero value is ready to use.
type Index struct {
	at map[key]int64 // the offset of the record
}

// A key is a hash of a path and a range. It is long enough that no two files have the same key.
type key [16]byte

// keyOf returns the key of a file, or of a part of one.
func keyOf(path string, part *Range) key {
	h := sha256.New()
	if part != nil {
		var bounds [16]byte
		binary.BigEndian.PutUint64(bounds[:8], uint64(part.Start))
		binary.BigEndian.PutUint64(bounds[8:], uint64(part.End))
		h.Write([]byte{0}) // no path contains a NUL
		h.Write(bounds[:])
	}
	io.WriteString(h, path)
	return key(h.Sum(nil)[:16])
}

// Add adds a record at an offset of the manifest. If a file in place has got a new name, the record is
// found by both names, and by those that mail readers give to a message.
func (x *Index) Add(r *Record, offset int64, inPlace bool) {
	if x.at == nil {
		x.at = make(map[key]int64)
	}
	names := []string{r.Name.String()}
	if inPlace {
		if r.Output != nil {
			names = append(names, r.Output.Name.String())
		}
		for _, name := range names {
			if message, ok := messageOf(name); ok {
				names = append(names, message)
			}
		}
	}
	for _, name := range names {
		x.at[keyOf(name, r.Range)] = offset
	}
}

// messageOf returns what the paths of a message in a Maildir have in common when mail readers move it from
// new to cur and change its flags. No path of a file is like that.
func messageOf(name string) (message string, ok bool) {
	dir, base := path.Split(name)
	folder := path.Clean(dir)
	if is := path.Base(folder); is != "cur" && is != "new" {
		return "", false
	}
	base, _, _ = strings.Cut(base, ":2,")
	return path.Dir(folder) + "//" + base, true
}

// Len returns the number of names.
func (x *Index) Len() int { return len(x.at) }

// Offset returns the offset of the last record of a file, or of a part of one.
func (x *Index) Offset(name string, part *Range) (offset int64, ok bool) {
	if offset, ok = x.at[keyOf(name, part)]; ok {
		return offset, true
	}
	if message, is := messageOf(name); is {
		offset, ok = x.at[keyOf(message, part)]
	}
	return offset, ok
}

// ReadRecord reads the record at an offset of a manifest.
func ReadRecord(r io.ReaderAt, offset int64) (*Record, error) {
	lines := lineReader{r: bufio.NewReaderSize(io.NewSectionReader(r, offset, math.MaxInt64-offset), 4<<10)}
	text, _, err := lines.next()
	if err != nil {
		return nil, fmt.Errorf("reading the record at %d: %w", offset, err)
	}
	l := new(Line)
	if err := l.parse(text); err != nil {
		return nil, err
	}
	if l.Record == nil {
		return nil, fmt.Errorf("no record at %d", offset)
	}
	return l.Record, nil
}
