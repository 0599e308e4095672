package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hrefix/hrefix/internal/filelock"
)

// A Manifest is one that a run uses. It is safe for concurrent use.
type Manifest struct {
	header  Header
	remarks []string

	mu    sync.Mutex
	file  *os.File
	size  int64 // bytes of whole lines
	torn  bool  // a part of a line may follow
	index Index
	past  past
	taken map[key]bool // see Claim
}

// Open opens the manifest of that name for a run, and creates it if it does not exist. It creates no
// target of a symbolic link, because the maker of the link would choose the place. It locks the manifest, cuts off a line that a killed run did not finish, and appends the header. The error says
// what to do. It is [ErrOptions] if the manifest is one of other options.
func Open(name string, h Header) (*Manifest, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file: give the name of one")
	}
	created := errors.Is(err, fs.ErrNotExist)
	if to, err := os.Readlink(name); err == nil && created {
		return nil, fmt.Errorf("is a symbolic link whose target does not exist (%s): restore the target, or give another name", to)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	h.Manifest, h.Time = Form, time.Now().UTC().Truncate(time.Second)
	m := &Manifest{header: h, file: file}
	err = m.begin()
	if err == nil && created {
		err = syncDir(filepath.Dir(name))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return m, nil
}

// begin locks and reads the manifest, and appends the header.
func (m *Manifest) begin() error {
	switch err := filelock.Lock(m.file); {
	case errors.Is(err, filelock.ErrInUse):
		return errors.New("another run uses it: wait for its end, or give another manifest")
	case err != nil:
		m.remark("cannot be locked here: let no other run use it")
	}
	if err := m.read(); err != nil {
		return err
	}
	if err := m.append(&m.header); err != nil {
		return err
	}
	return m.file.Sync()
}

// read reads the lines of earlier runs.
func (m *Manifest) read() error {
	version, tree := m.header.Version, m.header.Tree
	s, err := Read(m.file, func(l *Line) error {
		switch {
		case l.Header != nil && l.Header.Fingerprint != m.header.Fingerprint:
			return m.otherOptions(l.Header)
		case l.Header != nil:
			version, tree = l.Header.Version, l.Header.Tree
			m.past.add(l.Header, &m.header, l.Offset)
		case l.Record != nil:
			m.index.Add(l.Record, l.Offset, m.header.InPlace())
		}
		return nil
	})
	switch {
	case errors.Is(err, ErrNoManifest):
		return errors.New("exists, and is not a manifest: give another name")
	case errors.Is(err, ErrNewer):
		return fmt.Errorf("%w: use that version, or give another manifest", err)
	case err != nil:
		return err
	}
	m.past.endLast(&m.header, s.Size)
	if err := m.past.check(&m.header); err != nil {
		return err
	}
	m.remarks = append(m.remarks, m.past.remarks(&m.header)...)
	if version != m.header.Version {
		m.remark(fmt.Sprintf("the last run was of hrefix %s, whose results may differ from those of this version", version))
	}
	if tree != m.header.Tree {
		m.remark("the names of files have changed since the last run, and links may lead to them: all files are done again")
	}
	if s.Bad > 0 {
		m.remark(s.badLines() + ": their files are done again")
	}
	m.size = s.Size
	if m.torn = s.Torn > 0; m.torn {
		m.remark("its last line was cut off: it is not whole, because a run was killed")
	}
	return m.cut()
}

// ErrOptions is the error of a manifest of other options, or of another verb.
var ErrOptions = errors.New("other options")

// An optionsError is an ErrOptions whose text names the options.
type optionsError string

func (e optionsError) Error() string    { return string(e) }
func (e optionsError) Is(to error) bool { return to == ErrOptions }

// otherOptions returns the error for a manifest of other options.
func (m *Manifest) otherOptions(of *Header) error {
	if of.Verb != m.header.Verb {
		return optionsError(fmt.Sprintf("is a manifest of %s: give another one for %s", of.Verb, m.header.Verb))
	}
	var which []string
	for _, name := range Differing(of, &m.header) {
		which = append(which, fmt.Sprintf("--%s (%s before, %s now)", name, optionText(of.Options[name]), optionText(m.header.Options[name])))
	}
	return optionsError(fmt.Sprintf("is a manifest of other options: %s: give the same, or another manifest", strings.Join(which, ", ")))
}

// optionText returns the values of an option for a message.
func optionText(values []string) string {
	switch {
	case len(values) == 0:
		return "not given"
	case len(values) == 1 && values[0] == "true":
		return "given"
	}
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = strconv.Quote(value)
	}
	return strings.Join(quoted, " and ")
}

func (m *Manifest) remark(text string) { m.remarks = append(m.remarks, text) }

// Remarks returns what the user should know of the manifest.
func (m *Manifest) Remarks() []string { return m.remarks }

// Header returns the header of the run.
func (m *Manifest) Header() *Header { return &m.header }

// Len returns the number of files of earlier runs, and of this one.
func (m *Manifest) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.index.Len()
}

// Find returns the last record of a file, or of a part of one, or nil. In place, a file may have got a
// new name: Find finds its record by both names.
func (m *Manifest) Find(path string, part *Range) (*Record, error) {
	m.mu.Lock()
	offset, ok := m.index.Offset(path, part)
	m.mu.Unlock()
	if !ok {
		return nil, nil
	}
	return ReadRecord(m.file, offset)
}

// Claim reports whether it is called for a path for the first time.
func (m *Manifest) Claim(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := keyOf(path, nil)
	if m.taken[k] {
		return false
	}
	if m.taken == nil {
		m.taken = make(map[key]bool)
	}
	m.taken[k] = true
	return true
}

// Add appends a record. It sets its time, version and tree.
func (m *Manifest) Add(r *Record) error {
	r.Time, r.Version, r.Tree = time.Now().UTC().Truncate(time.Millisecond), m.header.Version, m.header.Tree
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.size
	err := m.append(r)
	if err == nil {
		m.index.Add(r, at, m.header.InPlace())
	}
	return err
}

// End appends the end of the run.
func (m *Manifest) End(e End) error {
	e.End, e.Time = true, time.Now().UTC().Truncate(time.Second)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.append(&e); err != nil {
		return err
	}
	return m.file.Sync()
}

// append appends a line by one call. If that fails, the manifest is as before.
func (m *Manifest) append(object any) error {
	line := appendLine(nil, object)
	if len(line) > MaxLine {
		return fmt.Errorf("a line would have %d bytes, and may have %d", len(line), MaxLine)
	}
	if err := m.cut(); err != nil {
		return err
	}
	if _, err := m.file.Write(line); err != nil {
		m.torn = true
		return errors.Join(err, m.cut())
	}
	m.size += int64(len(line))
	return nil
}

// cut cuts off a part of a line that could not be written to its end.
func (m *Manifest) cut() error {
	if !m.torn {
		return nil
	}
	if err := m.file.Truncate(m.size); err != nil {
		return err
	}
	m.torn = false
	return nil
}

// Sync writes the lines to the disk.
func (m *Manifest) Sync() error { return m.file.Sync() }

// Close unlocks and closes the manifest.
func (m *Manifest) Close() error { return m.file.Close() }

// Info returns the file info of the manifest.
func (m *Manifest) Info() (fs.FileInfo, error) { return m.file.Stat() }

// syncDir writes the names in a directory to the disk. File systems that cannot do that have no
// error that all systems share, so errors are ignored.
func syncDir(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return nil // it may be written, and not read
	}
	defer dir.Close()
	_ = dir.Sync()
	return nil
}
