package manifest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A Set is several manifests of one piece of work, such as those of its shards. Of the records of a
// file, one counts: the last one, but not one of a run that failed or was stopped if another manifest
// has a result. Close must be called.
type Set struct {
	Header Header // the first one

	files []*setFile
	at    map[key]place // the record that counts for each file
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
}

// A place is where a record is.
type place struct {
	file   int32 // the index of its manifest
	offset int64
}

// OpenSet opens manifests. The error names the manifest, and says what to do.
func OpenSet(names []string) (*Set, error) {
	s := &Set{at: make(map[key]place)}
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
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	f := &setFile{name: name, file: file}
	s.files = append(s.files, f)
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(errors.New("is not a regular file: give the name of one"), err)
	}
	f.scan, err = Read(file, func(l *Line) error { return s.add(f, l) })
	switch {
	case errors.Is(err, ErrNoManifest) || err == nil && len(f.sections) == 0:
		return errors.New("is not a manifest: give the FILE of a --manifest")
	case err != nil:
		return err
	}
	f.sections[len(f.sections)-1].end = f.scan.Size
	return nil
}

// add adds a line of f, the manifest that was opened last.
func (s *Set) add(f *setFile, l *Line) error {
	last := len(f.sections) - 1
	switch {
	case l.Header != nil:
		if last >= 0 {
			f.sections[last].end = l.Offset
		}
		f.sections = append(f.sections, Section{Header: *l.Header, start: l.Offset})
		return s.check(l.Header)
	case l.End != nil:
		f.sections[last].End = l.End
	default:
		return s.addRecord(l)
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

// addRecord adds a record of the manifest that was opened last. It returns an error if another
// manifest has another result for the file.
func (s *Set) addRecord(l *Line) error {
	k, now := keyOf(l.Record.Name.String(), l.Record.Range), place{int32(len(s.files) - 1), l.Offset}
	before, ok := s.at[k]
	if !ok || before.file == now.file {
		s.at[k] = now
		return nil
	}
	other, err := ReadRecord(s.files[before.file].file, before.offset)
	if err != nil {
		return err
	}
	if l.Record.Outcome == Begun && other.Outcome != Begun {
		return nil
	}
	if r := l.Record; r.IsDone() && other.IsDone() && !sameResult(r, other) {
		return fmt.Errorf("%s has another result in %s: leave one of the manifests out", r.Name, s.files[before.file].name)
	}
	if l.Record.IsDone() || !other.IsDone() {
		s.at[k] = now
	}
	return nil
}

// IsDone reports whether a record says that a file is done.
func (r *Record) IsDone() bool { return r.Outcome != Begun && r.Outcome != Failed }

// sameResult reports whether two records of one file have the same result.
func sameResult(a, b *Record) bool {
	if a.Output == nil || b.Output == nil {
		return a.Output == b.Output && a.Digest == b.Digest
	}
	return a.Output.Digest == b.Output.Digest && a.Output.Name.String() == b.Output.Name.String()
}

// Sections calls visit for each run, with the name of its manifest, in the order of the manifests.
func (s *Set) Sections(visit func(manifest string, run *Section)) {
	for _, f := range s.files {
		for i := range f.sections {
			visit(f.name, &f.sections[i])
		}
	}
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
		if s.at[keyOf(l.Record.Name.String(), l.Record.Range)] == (place{int32(file), l.Offset}) {
			if err := visit(l, text); err != nil {
				return err
			}
		}
	}
}

// WriteTo writes one manifest with the records that count. The runs of one shard in a manifest become
// one run, which has ended if the last one has.
func (s *Set) WriteTo(w io.Writer) (n int64, err error) {
	out := bufio.NewWriter(w)
	put := func(text []byte) error {
		m, err := out.Write(text)
		n += int64(m)
		return err
	}
	for i, f := range s.files {
		for _, runs := range byShard(f.sections) {
			last := runs[len(runs)-1]
			if err := put(appendLine(nil, &last.Header)); err != nil {
				return n, err
			}
			for _, run := range runs {
				if err := s.section(i, run, func(_ *Line, text []byte) error { return errors.Join(put(text), put([]byte("\n"))) }); err != nil {
					return n, err
				}
			}
			if last.End != nil {
				if err := put(appendLine(nil, last.End)); err != nil {
					return n, err
				}
			}
		}
	}
	return n, out.Flush()
}

// byShard returns the sections of each shard, in the order of their first ones.
func byShard(sections []Section) (all [][]*Section) {
	at := make(map[string]int)
	for j := range sections {
		run := &sections[j]
		i, ok := at[run.Header.Shard]
		if !ok {
			i = len(all)
			at[run.Header.Shard], all = i, append(all, nil)
		}
		all[i] = append(all[i], run)
	}
	return all
}

// Remarks returns what the user should know of the set: lines that cannot be read, shards that are
// missing, and runs that did not come to their end.
func (s *Set) Remarks() (remarks []string) {
	for _, f := range s.files {
		if f.scan.Torn > 0 {
			remarks = append(remarks, f.name+": its last line is not whole: a run is writing it, or was killed")
		}
		if f.scan.Bad > 0 {
			remarks = append(remarks, f.name+": "+f.scan.badLines())
		}
	}
	return append(remarks, s.unfinished()...)
}

// unfinished returns remarks on shards without a run that came to its end.
func (s *Set) unfinished() (remarks []string) {
	ended, of := make(map[string]bool), make(map[int]bool)
	names := make(map[string]string)
	s.Sections(func(name string, run *Section) {
		shard := run.Header.Shard
		ended[shard], names[shard] = run.End != nil, name
		if _, n, ok := strings.Cut(shard, "/"); ok {
			number, _ := strconv.Atoi(n)
			of[number] = true
		}
	})
	for shard, done := range ended {
		if !done {
			remarks = append(remarks, names[shard]+": its last run did not come to its end: run it again")
		}
	}
	slices.Sort(remarks)
	if len(of) > 1 {
		return append(remarks, "the manifests differ in the number of shards")
	}
	for n := range of {
		remarks = append(remarks, missing(n, ended)...)
	}
	return remarks
}

// missing returns a remark if some of n shards are not in a set.
func missing(n int, there map[string]bool) []string {
	const most = 20
	var lacks []string
	for i := 1; i <= n && len(lacks) <= most && n <= 1<<20; i++ {
		if shard := fmt.Sprintf("%d/%d", i, n); !has(there, shard) {
			lacks = append(lacks, shard)
		}
	}
	switch {
	case len(lacks) == 0:
		return nil
	case len(lacks) > most:
		return []string{"shards are missing, such as " + strings.Join(lacks[:3], ", ")}
	}
	return []string{"shards are missing: " + strings.Join(lacks, ", ")}
}

func has(m map[string]bool, key string) bool {
	_, ok := m[key]
	return ok
}
