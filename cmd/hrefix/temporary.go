package main

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

// temporaryName is the name of a temporary: of which process, and which of its own.
const (
	temporaryPrefix = ".hrefix-"
	temporaryName   = temporaryPrefix + "%d-%d"
)

// isTemporary reports whether that is the name of a temporary.
func isTemporary(name string) bool {
	_, _, ok := parseTemporary(name)
	return ok
}

func parseTemporary(name string) (process, number int, ok bool) {
	if !strings.HasPrefix(name, temporaryPrefix) { // as hardly any
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(name, temporaryName, &process, &number)
	ok = n == 2 && process > 0 && number >= 0 && name == fmt.Sprintf(temporaryName, process, number)
	return process, number, ok
}

// temporaries are those of a run. Their numbers begin anywhere, so that they are not
// those of one that had the same process number.
type temporaries struct {
	begin    sync.Once
	first    int64
	next     atomic.Int64
	live     sync.Map     // of *temporary, those that are not committed yet
	changing sync.RWMutex // held for reading while one is put there, or gets its name
	swept    sync.Map     // names of folders in which there is nothing more to remove
}

func (t *temporaries) init() {
	t.begin.Do(func() {
		t.first = rand.Int64N(1 << 30)
		t.next.Store(t.first)
	})
}

// name returns the name of a new temporary.
func (t *temporaries) name() string {
	t.init()
	return fmt.Sprintf(temporaryName, os.Getpid(), t.next.Add(1)-1)
}

// made reports whether a file of that name is a temporary of this run.
func (t *temporaries) made(name string) bool {
	t.init()
	process, number, ok := parseTemporary(name)
	return ok && process == os.Getpid() && t.first <= int64(number) && int64(number) < t.next.Load()
}

// removeAll removes the temporaries that there are. None can be created or committed
// from then on.
func (t *temporaries) removeAll() {
	t.changing.Lock()
	t.live.Range(func(key, _ any) bool {
		one := key.(*temporary)
		one.folder.Remove(one.name)
		return true
	})
}

// A temporary is a file that is written beside the one whose place it takes. It is
// locked as long as it has no other name, so that a later run knows what was left
// behind: the system unlocks what belongs to a process that ends, however it ends.
type temporary struct {
	all    *temporaries
	file   *os.File // nil once it is closed
	folder *folder
	name   string
	info   fs.FileInfo // of the source, nil for a file that has none
}

// createBeside creates a temporary in a folder, with what belongs to the source but
// its content. What was left behind there is removed first: it may take the room that
// is needed. The standard library's os.Root keeps all that there, whatever symbolic
// links there are, which no library for atomic writes does.
func (c *command) createBeside(in *folder, s *source) (*temporary, error) {
	t, err := c.createIn(in, s.info)
	if err == nil {
		copyAttrs(t.file, s.in)
	}
	return t, err
}

// createIn creates a temporary in a folder for a file like that of info, nil for a new
// one.
func (c *command) createIn(in *folder, info fs.FileInfo) (*temporary, error) {
	c.temps.sweep(in)
	for try := 0; ; try++ {
		t := &temporary{all: &c.temps, folder: in, name: c.temps.name(), info: info}
		err := t.create()
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return nil, err
		}
	}
}

// create creates the file. The error is [fs.ErrExist] if that name cannot be had.
func (t *temporary) create() (err error) {
	t.all.changing.RLock()
	defer t.all.changing.RUnlock()
	perm := fs.FileMode(0o600) // until it has those of the source
	if t.info == nil {
		perm = 0o666
	}
	t.file, err = t.folder.OpenFile(t.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, perm)
	if err != nil {
		return err
	}
	// Before it is locked, another run may take it for left behind.
	if err := lock(t.file, os.Getpid()); errors.Is(err, errInUse) || err == nil && !t.folder.has(t.name, t.file) {
		return errors.Join(fs.ErrExist, t.discard())
	}
	t.all.live.Store(t, nil)
	return nil
}

// close ends the content: all of it is on the disk then. A file that is locked stays
// open.
func (t *temporary) close() error {
	err := t.file.Sync()
	if t.info != nil {
		err = errors.Join(t.file.Chmod(t.info.Mode().Perm()), err)
	}
	if !locks {
		err = errors.Join(err, t.shut())
	}
	if err == nil && t.info != nil {
		err = t.folder.Chtimes(t.name, t.info.ModTime(), t.info.ModTime())
	}
	return err
}

func (t *temporary) shut() (err error) {
	if t.file != nil {
		err = t.file.Close()
		t.file = nil
	}
	return err
}

// errLost is the error of a commit if the temporary is not there any more: somebody
// else removed it, or a run did so where locks do not hold.
var errLost = errors.New("not written: its temporary file was removed by somebody else: try again")

// commit gives a temporary whose content has ended its name unless ready, asked
// before, returns an error. Then it is removed.
func (t *temporary) commit(name string, ready func() error) error {
	err := ready()
	if err == nil {
		err = t.rename(name)
	}
	if err != nil {
		return errors.Join(err, t.discard())
	}
	t.all.live.Delete(t)
	t.shut() // its content has ended before
	return nil
}

func (t *temporary) rename(name string) error {
	t.all.changing.RLock()
	defer t.all.changing.RUnlock()
	err := t.folder.Rename(t.name, name)
	if errors.Is(err, fs.ErrNotExist) {
		return errLost
	}
	return err
}

// discard removes a temporary that is not committed.
func (t *temporary) discard() error {
	t.all.live.Delete(t)
	err := t.folder.Remove(t.name)
	t.shut() // it is not wanted
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
