package manifest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
)

// A Set is several manifests, such as those of the shards of one piece of work. Close must be called.
type Set struct {
	Header Header // the first one

	files []*setFile
	dirs  []string // the directories of results
	at    map[fileKey]place
	own   map[key]own // of the manifest that is read
}

// A setFile is a manifest of a set.
type setFile struct {
	name     string
	file     *os.File
	sections []Section
	scan     Scan
}

// A Section is the lines of one run.
type Section struct {
	Header Header
	End    *End  // nil if the run did not come to its end
	start  int64 // of its first record
	end    int64 // of its last line
	dir    int32 // the index of the directory of its results
}

// A fileKey is a file of a set: its key and the index of the directory of its result.
type fileKey struct {
	key key
	dir int32
}

// A place is where the record that counts is.
type place struct {
	file   int32 // the index of its manifest
	offset int64
}

// An own record is the last one of a file in the manifest that is read.
type own struct {
	dir    int32
	offset int64
}

// OpenSet opens manifests. The error names the manifest, and says what to do.
func OpenSet(names []string) (*Set, error) {
	s := &Set{at: make(map[fileKey]place)}
	for _, name := range names {
		if err := s.open(name); err != nil {
			if path, ok := errors.AsType[*fs.PathError](err); ok {
				err = path.Err
			}
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.Close())
		}
	}
	return s, nil
}

// Close closes the manifests.
func (s *Set) Close() error {
	for _, f := range s.files {
		f.file.Close() // it was only read
	}
	return nil
}

func (s *Set) open(name string) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular(): // opening a pipe would wait for its writer
		return errors.New("is not a regular file: give the name of one")
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	f := &setFile{name: name, file: file}
	s.files = append(s.files, f)
	s.own = make(map[key]own)
	f.scan, err = Read(file, func(l *Line) error { return s.add(f, l) })
	switch {
	case errors.Is(err, ErrNoManifest) || err == nil && len(f.sections) == 0:
		return errors.New("is not a manifest: give the FILE of a --manifest")
	case err != nil:
		return err
	}
	f.sections[len(f.sections)-1].end = f.scan.Size
	return s.join()
}

// add adds a line of f, the manifest that was opened last.
func (s *Set) add(f *setFile, l *Line) error {
	last := len(f.sections) - 1
	switch {
	case l.Header != nil:
		if last >= 0 {
			f.sections[last].end = l.Offset
		}
		f.sections = append(f.sections, Section{Header: *l.Header, start: l.Offset, dir: s.dirOf(l.Header)})
		return s.check(l.Header)
	case l.End != nil:
		f.sections[last].End = l.End
	default:
		s.addRecord(l, &f.sections[last])
	}
	return nil
}

// check returns an error for a header of other options than those of the first one.
func (s *Set) check(h *Header) error {
	switch {
	case s.Header.Manifest == 0:
		s.Header = *h
	case h.Verb != s.Header.Verb:
		return fmt.Errorf("is a manifest of %s, and %s is one of %s: give those of one piece of work", h.Verb, s.files[0].name, s.Header.Verb)
	case h.Fingerprint != s.Header.Fingerprint:
		return fmt.Errorf("has other options than %s (--%s): give manifests of one piece of work", s.files[0].name, strings.Join(Differing(h, &s.Header), ", --"))
	}
	return nil
}

// dirOf returns the index of the directory of a run's results.
func (s *Set) dirOf(h *Header) int32 {
	dir := clean(h.Output)
	if h.InPlace() {
		dir = clean(h.Input)
	}
	i := slices.Index(s.dirs, dir)
	if i < 0 {
		i = len(s.dirs)
		s.dirs = append(s.dirs, dir)
	}
	return int32(i)
}

// addRecord adds a record of the manifest that was opened last. A file in place that got a new name has
// no file with the old one any more.
func (s *Set) addRecord(l *Line, run *Section) {
	k := l.Record.fileKey(&run.Header)
	if old := nameKey(l.Record.Name, l.Record.Range, &run.Header); old != k {
		delete(s.own, old)
	}
	s.own[k] = own{run.dir, l.Offset}
}

// fileKey returns the key of the file of a record: in place, that of its new name.
func (r *Record) fileKey(of *Header) key {
	name := r.Name
	if of.InPlace() {
		name = r.Result().Name
	}
	return nameKey(name, r.Range, of)
}

// nameKey returns the key of a file. In place, it is the same for all names that mail readers give to a
// message.
func nameKey(name Name, part *Range, of *Header) key {
	path := name.String()
	if message, ok := messageOf(path); ok && of.InPlace() {
		path = message
	}
	return keyOf(path, part)
}

// join adds the last record of each file in the manifest that was opened last. It returns an error if
// another manifest has another result for a file.
func (s *Set) join() (err error) {
	file, first := int32(len(s.files)-1), int64(math.MaxInt64)
	for k, o := range s.own {
		at, now := fileKey{k, o.dir}, place{file, o.offset}
		before, ok := s.at[at]
		if !ok {
			s.at[at] = now
			continue
		}
		counts, wrong := s.counts(now, before)
		if counts {
			s.at[at] = now
		}
		if wrong != nil && o.offset < first { // the first one is reported
			err, first = wrong, o.offset
		}
	}
	s.own = nil
	return err
}

// counts reports which of the records of a file in two manifests counts: one with a result, or else the
// later one.
func (s *Set) counts(now, before place) (bool, error) {
	r, err := ReadRecord(s.files[now.file].file, now.offset)
	if err != nil {
		return false, err
	}
	other, err := ReadRecord(s.files[before.file].file, before.offset)
	switch {
	case err != nil:
		return false, err
	case r.IsDone() != other.IsDone():
		return r.IsDone(), nil
	case r.IsDone() && !sameResult(r, other, s.Header.InPlace()):
		return false, fmt.Errorf("%s has another result in %s: leave one of the manifests out", r.Name, s.files[before.file].name)
	}
	return r.Time.After(other.Time), nil
}

// IsDone reports whether a record says that a file is done.
func (r *Record) IsDone() bool { return r.Outcome != Begun && r.Outcome != Failed }

// Result returns the result of a record. Without an output, it is the input.
func (r *Record) Result() *File {
	if r.Output != nil {
		return r.Output
	}
	return &File{Name: r.Name, State: r.State}
}

// sameResult reports whether two records of one file have the same result. In place, mail readers may
// have renamed it.
func sameResult(a, b *Record, inPlace bool) bool {
	x, y := a.Result(), b.Result()
	return x.Digest == y.Digest && (inPlace || x.Name.String() == y.Name.String())
}

// Records calls visit for the record of each file that counts, with its run, in the order of the
// manifests.
func (s *Set) Records(visit func(r *Record, run *Section) error) error {
	for i, f := range s.files {
		for j := range f.sections {
			run := &f.sections[j]
			err := s.section(i, run, func(l *Line, _ []byte) error { return visit(l.Record, run) })
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
	}
	return nil
}

// section calls visit for the records of a section that count, with their lines as text.
func (s *Set) section(file int, run *Section, visit func(*Line, []byte) error) error {
	lines := lineReader{r: bufio.NewReaderSize(io.NewSectionReader(s.files[file].file, run.start, run.end-run.start), 64<<10)}
	for offset := run.start; ; {
		text, size, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		l := &Line{Offset: offset}
		offset += size
		if l.parse(text) != nil || l.Record == nil {
			continue
		}
		if s.at[fileKey{l.Record.fileKey(&run.Header), run.dir}] == (place{int32(file), l.Offset}) {
			if err := visit(l, text); err != nil {
				return err
			}
		}
	}
}
