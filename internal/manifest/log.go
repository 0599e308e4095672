package manifest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
)

// MaxLine is the maximum number of bytes in a line.
const MaxLine = 1 << 20

// ErrNoManifest is the error of reading a file that does not begin with a header.
var ErrNoManifest = errors.New("is not a manifest")

// ErrNewer is the error of reading a manifest of a form that is not known yet.
var ErrNewer = errors.New("a later version of hrefix wrote it: use that version, or give another manifest")

// A Line is a header, a record or an end: one of the three pointers is set.
type Line struct {
	Header *Header
	Record *Record
	End    *End
	Offset int64 // the offset in the manifest
}

// Read calls visit for each line, and returns the size of all lines. Bytes after the last line are a part
// of a line that a killed run has left. The error is [ErrNoManifest], [ErrNewer], or says what to do.
func Read(r io.Reader, visit func(*Line) error) (size int64, err error) {
	lines := bufio.NewReaderSize(r, MaxLine)
	for n := 1; ; n++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case err == io.EOF && n == 1 && len(text) > 0: // the first line is written at once
			return 0, ErrNoManifest
		case err == io.EOF:
			return size, nil
		case err != nil && err != bufio.ErrBufferFull:
			return size, err
		}
		l := &Line{Offset: size}
		size += int64(len(text))
		if err != nil {
			err = fmt.Errorf("it has more than %d bytes", MaxLine)
		} else {
			err = l.parse(text)
		}
		switch {
		case errors.Is(err, ErrNewer):
			return size, err
		case n == 1 && (err != nil || l.Header == nil):
			return size, ErrNoManifest
		case err != nil:
			return size, fmt.Errorf("line %d cannot be read (%w): remove it, and its file is done again", n, err)
		}
		if err := visit(l); err != nil {
			return size, err
		}
	}
}

// parse sets the object of the line.
func (l *Line) parse(text []byte) error {
	var is struct {
		Manifest *int  `json:"manifest"`
		End      *bool `json:"end"`
	}
	if !bytes.HasPrefix(text, []byte(`{"path`)) { // most lines begin with the path
		if err := json.Unmarshal(text, &is); err != nil {
			return err
		}
	}
	var err error
	switch {
	case is.Manifest != nil:
		l.Header = new(Header)
		if err = json.Unmarshal(text, l.Header); err == nil {
			err = l.Header.check()
		}
	case is.End != nil:
		l.End = new(End)
		err = json.Unmarshal(text, l.End)
	default:
		l.Record = new(Record)
		if err = json.Unmarshal(text, l.Record); err == nil {
			err = l.Record.check()
		}
	}
	return err
}

// A Log is a manifest that was read, and finds the last record of each file. In memory, a file takes some 60
// bytes: a hash of its path, and the offset of its record. It is safe for concurrent use.
type Log struct {
	Runs   []*Header // the last one is Header
	Header *Header   // the header of the last run; nil if the manifest is empty
	Ended  bool      // the last run came to its end
	Size   int64     // the size of all lines

	Seconds, CPUSeconds float64 // the seconds of all finished runs

	r  io.ReaderAt
	mu sync.Mutex
	at map[Key]int64 // the offset of the record
}

// ReadLog reads a manifest.
func ReadLog(r io.ReaderAt) (*Log, error) {
	g := &Log{r: r, at: make(map[Key]int64)}
	var err error
	g.Size, err = Read(g.reader(), func(l *Line) error {
		switch {
		case l.Header != nil:
			g.Runs, g.Header, g.Ended = append(g.Runs, l.Header), l.Header, false
		case l.End != nil:
			g.Ended, g.Seconds, g.CPUSeconds = true, g.Seconds+l.End.Seconds, g.CPUSeconds+l.End.CPUSeconds
		default:
			g.Add(l.Record, l.Offset)
		}
		return nil
	})
	return g, err
}

// reader returns a reader of all bytes.
func (g *Log) reader() io.Reader { return io.NewSectionReader(g.r, 0, 1<<62) }

// A Key is a hash of a path. It is long enough that no two files have the same key.
type Key [16]byte

// KeyOf returns the key of a file.
func KeyOf(path string) Key {
	sum := sha256.Sum256([]byte(path))
	return Key(sum[:16])
}

// key returns the key of the file of a record by one of its names. If the record is about a range
// of the file, the key includes the range.
func (r *Record) key(name string) Key {
	if r.Range != nil {
		name = fmt.Sprintf("%s\x00%d-%d", name, r.Range.Start, r.Range.End) // a NUL cannot be in a path
	}
	return KeyOf(name)
}

// Add adds a record at an offset of the manifest. If a file in place has got a new name, the record is
// found by both names, and by the names that mail readers give to a message.
func (g *Log) Add(r *Record, offset int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	names := []string{r.Name.String()}
	if g.Header.InPlace() {
		after := r.Result().Name.String()
		names = append(names, messageOf(names[0]), after, messageOf(after))
	}
	for _, name := range slices.Compact(names) {
		g.at[r.key(name)] = offset
	}
}

// messageOf returns the part of the path of a message in a Maildir that stays the same when mail readers
// move the message from new to cur and change its flags. No file has such a path. It returns other paths
// as they are.
func messageOf(name string) string {
	dir, base := path.Split(name)
	folder := path.Clean(dir)
	if is := path.Base(folder); is != "cur" && is != "new" {
		return name
	}
	base, _, _ = strings.Cut(base, ":2,")
	return path.Dir(folder) + "//" + base
}

// Find returns the last record of a file, or nil.
func (g *Log) Find(name string) (*Record, error) {
	g.mu.Lock()
	offset, ok := g.at[KeyOf(name)]
	if !ok {
		offset, ok = g.at[KeyOf(messageOf(name))]
	}
	g.mu.Unlock()
	if !ok {
		return nil, nil
	}
	r := new(Record)
	if err := json.NewDecoder(io.NewSectionReader(g.r, offset, MaxLine)).Decode(r); err != nil {
		return nil, fmt.Errorf("reading the record at %d: %w", offset, err)
	}
	return r, r.check()
}

// Records calls visit with the last record of each file.
func (g *Log) Records(visit func(*Record) error) error {
	_, err := Read(g.reader(), func(l *Line) error {
		if l.Record == nil {
			return nil
		}
		name := l.Record.Name.String()
		if g.Header.InPlace() { // the name that all records of the file have
			name = messageOf(l.Record.Result().Name.String())
		}
		if g.at[l.Record.key(name)] != l.Offset {
			return nil
		}
		return visit(l.Record)
	})
	return err
}
