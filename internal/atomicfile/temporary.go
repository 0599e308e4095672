package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
)

// Prefix begins the names of temporaries.
const Prefix = ".hrefix-"

// nameFormat is that of the name of a temporary: of which process, and which of its own.
const nameFormat = Prefix + "%d-%d"

// IsTemporary reports whether that is the name of a temporary.
func IsTemporary(name string) bool {
	_, _, ok := parseName(name)
	return ok
}

func parseName(name string) (process, number int, ok bool) {
	if !strings.HasPrefix(name, Prefix) { // as hardly any
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(name, nameFormat, &process, &number)
	ok = n == 2 && process > 0 && number >= 0 && name == fmt.Sprintf(nameFormat, process, number)
	return process, number, ok
}

// Temporaries are those of a run. The zero value has none. It is safe for concurrent
// use. Their numbers begin anywhere, so that they are not those of a run that had the
// same process number.
type Temporaries struct {
	begin    sync.Once
	first    int64
	next     atomic.Int64
	live     sync.Map     // of *File, those that are not committed yet
	changing sync.RWMutex // held for reading while one is put there, or gets its name
	swept    sync.Map     // names of folders in which there is nothing more to remove
}

func (t *Temporaries) init() {
	t.begin.Do(func() {
		t.first = rand.Int64N(1 << 30)
		t.next.Store(t.first)
	})
}

// name returns the name of a new temporary.
func (t *Temporaries) name() string {
	t.init()
	return fmt.Sprintf(nameFormat, os.Getpid(), t.next.Add(1)-1)
}

// Made reports whether a file of that name is a temporary of this run.
func (t *Temporaries) Made(name string) bool {
	t.init()
	process, number, ok := parseName(name)
	return ok && process == os.Getpid() && t.first <= int64(number) && int64(number) < t.next.Load()
}

// RemoveAll removes the temporaries that there are. None can be created or committed
// from then on.
func (t *Temporaries) RemoveAll() {
	t.changing.Lock()
	t.live.Range(func(key, _ any) bool {
		one := key.(*File)
		one.folder.Remove(one.name)
		return true
	})
}

// CreateLike creates a temporary in a folder for what takes the place of a file that is
// open, with its extended attributes.
func (t *Temporaries) CreateLike(in *Folder, src *os.File, info fs.FileInfo) (*File, error) {
	f, err := t.Create(in, info)
	if err == nil {
		copyAttrs(f.file, src)
	}
	return f, err
}

// Create creates a temporary in a folder for a file with the permissions and the time
// of info, nil for a new one. What was left behind there is removed first. The standard
// library's os.Root keeps all that there, whatever symbolic links there are, which no
// library for atomic writes does.
func (t *Temporaries) Create(in *Folder, info fs.FileInfo) (*File, error) {
	t.sweep(in)
	for try := 0; ; try++ {
		f := &File{all: t, folder: in, name: t.name(), info: info}
		err := f.create()
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return nil, err
		}
	}
}

// A File is a temporary. It is written, ended, and committed or discarded.
type File struct {
	all    *Temporaries
	file   *os.File // nil once it is closed
	folder *Folder
	name   string
	info   fs.FileInfo // of the source, nil for a file that has none
	drop   fs.FileMode // permissions of the source that it does not get
}

// create creates the file. The error is [fs.ErrExist] if that name cannot be had.
func (f *File) create() (err error) {
	f.all.changing.RLock()
	defer f.all.changing.RUnlock()
	perm := fs.FileMode(0o600) // until it has those of the source
	if f.info == nil {
		perm = 0o666
	}
	f.file, err = f.folder.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, perm)
	if err != nil {
		return err
	}
	// Before it is locked, another run may take it for left behind.
	if err := lock(f.file, os.Getpid()); errors.Is(err, ErrInUse) || err == nil && !f.folder.has(f.name, f.file) {
		return errors.Join(fs.ErrExist, f.Discard())
	}
	f.all.live.Store(f, nil)
	return nil
}

// Write implements [io.Writer].
func (f *File) Write(b []byte) (int, error) { return f.file.Write(b) }

// Chmod gives the file other permissions.
func (f *File) Chmod(perm fs.FileMode) error { return f.file.Chmod(perm) }

// What a temporary may not get of its source.
var (
	ErrOwner = errors.New("its owner or its group could not be kept")
	ErrACL   = errors.New("its access control list could not be kept")
)

// Resemble gives the file the owner, the group and the access control list of its source,
// which is open, as far as that can be done: the error is [ErrACL] or else [ErrOwner] if it
// cannot. Nobody may do more with the file than with the source even then.
func (f *File) Resemble(src *os.File) error {
	owner, list := setOwner(f.file, f.info), copyACL(f.file, src)
	var err error
	if owner != nil {
		f.drop |= fs.ModeSetuid | fs.ModeSetgid
		err = ErrOwner
	}
	if list != nil {
		f.drop |= 0o070 // with a list, the most that anybody on it has
		err = ErrACL
	}
	return err
}

// End ends the content: all of it is on the disk then. A file that is locked stays open.
func (f *File) End() error {
	err := f.file.Sync()
	if f.info != nil {
		const kept = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
		err = errors.Join(f.file.Chmod(f.info.Mode()&kept&^f.drop), err)
	}
	if !locks {
		err = errors.Join(err, f.shut())
	}
	if err == nil && f.info != nil {
		err = f.folder.Chtimes(f.name, f.info.ModTime(), f.info.ModTime())
	}
	return err
}

func (f *File) shut() (err error) {
	if f.file != nil {
		err = f.file.Close()
		f.file = nil
	}
	return err
}

// errLost is the error of a commit if the temporary is not there any more: somebody
// else removed it, or a run did so where locks do not hold.
var errLost = errors.New("not written: its temporary file was removed by somebody else: try again")

// Commit gives a file that has ended its name unless ready, asked before, returns an
// error. Then it is removed.
func (f *File) Commit(name string, ready func() error) error {
	err := ready()
	if err == nil {
		err = f.rename(name)
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	f.all.live.Delete(f)
	f.shut() // its content has ended before
	return nil
}

func (f *File) rename(name string) error {
	f.all.changing.RLock()
	defer f.all.changing.RUnlock()
	err := f.folder.Rename(f.name, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if f.file != nil && f.folder.has(name, f.file) {
		return nil // a signal came in when it was done, and it was tried again
	}
	return errLost
}

// Discard removes a file that is not committed.
func (f *File) Discard() error {
	f.all.live.Delete(f)
	err := f.folder.Remove(f.name)
	f.shut() // it is not wanted
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
