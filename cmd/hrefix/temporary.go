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

// isTemporary reports whether a file of that name is what a run left behind that
// ended without warning.
func isTemporary(name string) bool {
	_, _, ok := parseTemporary(name)
	return ok
}

func parseTemporary(name string) (process, number int, ok bool) {
	if !strings.HasPrefix(name, temporaryPrefix) { // as hardly any
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(name, temporaryName, &process, &number)
	return process, number, n == 2 && name == fmt.Sprintf(temporaryName, process, number)
}

// temporaries are those of a run. Their numbers begin anywhere, so that they are not
// those of one that had the same process number.
type temporaries struct {
	begin    sync.Once
	first    int64
	next     atomic.Int64
	live     sync.Map     // of *temporary, those that are not committed yet
	creating sync.RWMutex // held for reading while one is created and put there
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

// removeAll removes the temporaries that there are. None can be created from then on.
func (t *temporaries) removeAll() {
	t.creating.Lock()
	t.live.Range(func(key, _ any) bool {
		one := key.(*temporary)
		one.folder.Remove(one.name)
		return true
	})
}

// A temporary is a file that is written beside the one whose place it takes.
type temporary struct {
	all    *temporaries
	file   *os.File // nil once it is closed
	folder *folder
	name   string
	info   fs.FileInfo // of the source
}

// createBeside creates a temporary in a folder, with what belongs to the source but
// its content. The standard library's os.Root keeps it there, whatever symbolic
// links there are, which no library for atomic writes does.
func (c *command) createBeside(in *folder, s *source) (*temporary, error) {
	for try := 0; ; try++ {
		t := &temporary{all: &c.temps, folder: in, name: c.temps.name(), info: s.info}
		err := t.create()
		switch {
		case err == nil:
			copyAttrs(t.file, s.in)
			return t, nil
		case !errors.Is(err, fs.ErrExist) || try == 100:
			return nil, err
		}
	}
}

func (t *temporary) create() (err error) {
	t.all.creating.RLock()
	defer t.all.creating.RUnlock()
	t.file, err = t.folder.OpenFile(t.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, 0o600)
	if err == nil {
		t.all.live.Store(t, nil)
	}
	return err
}

// close ends the content: all of it is on the disk then.
func (t *temporary) close() error {
	err := errors.Join(t.file.Chmod(t.info.Mode().Perm()), t.file.Sync(), t.file.Close())
	t.file = nil
	if err == nil {
		err = t.folder.Chtimes(t.name, t.info.ModTime(), t.info.ModTime())
	}
	return err
}

// commit gives a closed temporary its name unless ready, asked before, returns an
// error. Then it is removed.
func (t *temporary) commit(name string, ready func() error) error {
	err := ready()
	if err == nil {
		err = t.folder.Rename(t.name, name)
	}
	if err != nil {
		return errors.Join(err, t.discard())
	}
	t.all.live.Delete(t)
	return nil
}

// discard removes a temporary that is not committed.
func (t *temporary) discard() error {
	if t.file != nil {
		t.file.Close() // it is not wanted
	}
	t.all.live.Delete(t)
	return t.folder.Remove(t.name)
}
