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
	unsynced sync.Map     // errors of folders that could not be brought to the disk, by name
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

// Create creates a temporary in a folder. It is for a file with the permissions and the
// time of info, or for one without a source if info is nil. Orphans in the folder are
// removed first. The standard library's os.Root keeps all this in the folder, whatever
// symbolic links there are, which no library for atomic writes does.
func (t *Temporaries) Create(in *Folder, info fs.FileInfo) (*File, error) {
	t.sweep(in)
	for try := 0; ; try++ {
		f := &File{all: t, folder: in, name: t.name(), info: info}
		if info != nil {
			f.mode = info.Mode()
		}
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
	info   fs.FileInfo // of the source when it was read, nil for a file that has none
	mode   fs.FileMode // of the source now
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

// Resemble gives the file the extended attributes, the owner, the group and the access
// control list that its source, which is open, has now, and has [File.End] give it the
// permissions that the source has now. The error is [ErrACL] or else [ErrOwner] if one of
// these cannot be kept. Nobody may do more with the file than with the source even then.
func (f *File) Resemble(src *os.File) error {
	now, err := src.Stat()
	if err != nil {
		now = f.info
	}
	f.mode = now.Mode()
	f.drop, err = attributesOf(src, now).give(f.file)
	return err
}

// kept are the bits of a mode that a file gets from its source.
const kept = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// End gives the file the permissions and the time of its source, and brings it to the
// disk: all of it is there when it gets its name. A file that is locked stays open.
func (f *File) End() error {
	if f.info != nil {
		if err := f.file.Chmod(f.mode & kept &^ f.drop); err != nil {
			return err
		}
	}
	if !locks { // what is written to an open file changes its time there
		if err := errors.Join(f.file.Sync(), f.shut()); err != nil {
			return err
		}
	}
	if f.info != nil {
		if err := f.folder.Chtimes(f.name, f.info.ModTime(), f.info.ModTime()); err != nil {
			return err
		}
	}
	if locks {
		return f.file.Sync()
	}
	return nil
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
	f.folder.changedBy(f.all)
	f.shut() // its content has ended before
	return nil
}

// Retire removes the file of the name old, whose place a committed file took under another
// name. That name is on the disk before: one of the two is there at any time.
func (f *File) Retire(old string) error {
	err := f.folder.Sync()
	if err == nil {
		err = f.folder.Remove(old)
	}
	f.folder.changedBy(f.all)
	return err
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
