package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Prefix begins the names of temporaries.
const Prefix = ".hrefix-"

// nameFormat is the format of the name of a temporary: the process, and a number.
const nameFormat = Prefix + "%d-%d"

// linkSuffix follows the name of a temporary in the temporary name of a link.
const linkSuffix = ".link"

// IsTemporary reports whether name has the form of the name of a temporary, or of a link that is
// made beside a temporary.
func IsTemporary(name string) bool {
	_, _, ok := parseName(strings.TrimSuffix(name, linkSuffix))
	return ok
}

func parseName(name string) (process int, number int64, ok bool) {
	if !strings.HasPrefix(name, Prefix) { // a quick check: most names have no such prefix
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(name, nameFormat, &process, &number)
	ok = n == 2 && process > 0 && number >= 0 && name == fmt.Sprintf(nameFormat, process, number)
	return process, number, ok
}

// Temporaries are the temporaries of a run. The zero value is ready to use. It is safe for
// concurrent use.
//
// If several runs share the work, the number in a name shows which of them made the temporary. Each
// run removes only its own orphans, because locks may work on one machine only.
type Temporaries struct {
	share, of int64        // the number of this run, from 0, and the number of all runs, or 0 and 0: see Share
	live      sync.Map     // *File, the files that are not committed yet
	changing  sync.RWMutex // held for reading while a file is added to live, or is renamed
	swept     sync.Map     // names of folders whose orphans were removed
	unsynced  sync.Map     // errors of folders that could not be synced, by name
}

// Share makes this run share the work with other runs. number is the number of this run, from 1, and
// of the number of all runs. It must be called before any other method.
func (t *Temporaries) Share(number, of int) { t.share, t.of = int64(number-1), int64(of) }

// name returns the name of a new temporary. Its number is random, so that it differs from those of an earlier run with
// the same process number.
func (t *Temporaries) name() string {
	of := max(t.of, 1)
	return fmt.Sprintf(nameFormat, os.Getpid(), rand.Int64N(max(1, 1<<30/of))*of+t.share)
}

// MayRemove reports whether this run removes an orphan called name, or a link beside that orphan.
// Other runs that share the work do not remove it.
func (t *Temporaries) MayRemove(name string) bool {
	_, number, ok := parseName(strings.TrimSuffix(name, linkSuffix))
	return ok && number%max(t.of, 1) == t.share
}

// Made reports whether name is the name of a temporary of this run that is not committed yet, or of a link beside it.
func (t *Temporaries) Made(name string) (is bool) {
	if !IsTemporary(name) { // a quick check
		return false
	}
	name = strings.TrimSuffix(name, linkSuffix)
	t.live.Range(func(key, _ any) bool {
		is = key.(*File).name == name
		return !is
	})
	return is
}

// RemoveAll removes all temporaries. After that, no temporary can be created or committed.
func (t *Temporaries) RemoveAll() {
	t.changing.Lock()
	t.live.Range(func(key, _ any) bool {
		one := key.(*File)
		one.folder.Remove(one.name)
		return true
	})
}

// Create creates a temporary in a folder, for a file with the permissions and the times of info, or
// for a file without a source if info is nil. It first removes orphans in the folder. Symbolic
// links cannot lead out of the folder, because of os.Root. No library for atomic writes uses os.Root.
func (t *Temporaries) Create(in *Folder, info fs.FileInfo) (*File, error) {
	t.Sweep(in)
	for try := 0; ; try++ {
		f := &File{all: t, folder: in, name: t.name(), info: info}
		if info != nil {
			f.mode, f.time = info.Mode(), info.ModTime()
			f.read, _ = timesOf(info)
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

// Dotlock creates the file that locks a mailbox for programs that deliver mail. The name of the file is the name
// of the mailbox and ".lock", and its content begins with the number of this process. [File.Discard] removes it.
// If the file exists, the error is [fs.ErrExist], unless a killed run of hrefix left the file: then Dotlock
// removes it first. After any other error no file is left, which would keep mail from being delivered.
func (t *Temporaries) Dotlock(in *Folder, mailbox string) (*File, error) {
	f := &File{all: t, folder: in, name: mailbox + DotlockSuffix}
	err := f.create()
	if errors.Is(err, fs.ErrExist) && in.RemoveDotlock(mailbox) {
		err = f.create()
	}
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f, "%d%s", os.Getpid(), dotlockMark); err != nil {
		return nil, errors.Join(err, f.Discard())
	}
	return f, nil
}

// dotlockMark ends the content of a dotlock of hrefix. Other programs read only the number before it.
const dotlockMark = " hrefix\n"

// RemoveDotlock removes the dotlock of a mailbox if hrefix made it and no process uses it, and reports
// whether it was removed.
func (f *Folder) RemoveDotlock(mailbox string) bool {
	name := mailbox + DotlockSuffix
	file, err := f.openToLock(name)
	if err != nil {
		return false
	}
	defer file.Close() // the file was only read
	if !f.has(name, file) {
		return false // the name may belong to a named pipe now, and reading the pipe could wait forever
	}
	text, _ := io.ReadAll(io.LimitReader(file, 64))
	number, ours := strings.CutSuffix(string(text), dotlockMark)
	process, err := strconv.Atoi(number)
	return ours && err == nil && lock(file, process) == nil && f.has(name, file) && f.Remove(name) == nil
}

// DotlockSuffix ends the name of the file that locks a mailbox.
const DotlockSuffix = ".lock"

// A File is a temporary. It is written, ended, and committed or discarded.
type File struct {
	all    *Temporaries
	file   *os.File // nil when the file is closed
	folder *Folder
	name   string
	info   fs.FileInfo // the info of the source when it was read; nil without a source
	mode   fs.FileMode // the mode of the source at the end
	drop   fs.FileMode // permissions of the source that the file does not get
	time   time.Time   // the time that the file gets at the end, or zero
	read   time.Time   // the access time of the file at the end, or zero
}

// create creates the file. The error is [fs.ErrExist] if the name is taken.
func (f *File) create() (err error) {
	f.all.changing.RLock()
	defer f.all.changing.RUnlock()
	perm := fs.FileMode(0o600) // the permissions until the file gets the permissions of the source
	if f.info == nil {
		perm = 0o666
	}
	f.all.live.Store(f, nil)
	f.file, err = f.folder.OpenFile(f.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|nonblock, perm)
	if err != nil {
		f.all.live.Delete(f)
		return err
	}
	// Another run may remove the file as an orphan before it is locked.
	if err := lock(f.file, os.Getpid()); errors.Is(err, ErrInUse) || err == nil && !f.folder.has(f.name, f.file) {
		return errors.Join(fs.ErrExist, f.Discard())
	}
	return nil
}

// Write implements [io.Writer].
func (f *File) Write(b []byte) (int, error) { return f.file.Write(b) }

// Open opens the file for reading, after [File.End], and returns its file info.
func (f *File) Open() (*os.File, fs.FileInfo, error) { return f.folder.OpenRead(f.name) }

// Chmod sets the permissions of the file.
func (f *File) Chmod(perm fs.FileMode) error { return f.file.Chmod(perm) }

// SetTime sets the time that the file gets at the end.
func (f *File) SetTime(t time.Time) { f.time, f.read = t, t }

// Attributes of the source that a temporary may not get.
var (
	ErrOwner = errors.New("its owner or its group could not be kept: run hrefix as its owner and group, or as root")
	ErrACL   = errors.New("its access control list could not be kept")
)

// Resemble gives the file the extended attributes, the owner, the group and the access control list
// that its source has now. src is the open source. [File.End] then gives the file the permissions
// that the source has now. The error is [ErrACL] if the access control list cannot be kept, or else
// [ErrOwner] if the owner or the group cannot be kept. Even then, nobody gets more rights to the
// file than to the source.
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

// End gives the file the permissions and both times of its source, and syncs it, so that the whole
// content is on the disk before the file gets its name. To mail readers, a mailbox has new mail if
// its access time is before its modification time. A locked file stays open.
func (f *File) End() error {
	if f.info != nil {
		if err := f.file.Chmod(f.mode & kept &^ f.drop); err != nil {
			return err
		}
	}
	if !posix { // the file is closed here, since writing to an open file changes its time there
		if err := errors.Join(f.file.Sync(), f.shut()); err != nil {
			return err
		}
	}
	if !f.time.IsZero() {
		if err := f.folder.Chtimes(f.name, f.read, f.time); err != nil {
			return err
		}
	}
	if posix {
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

// errLost is the error of a commit if the temporary no longer exists: another program removed it,
// or another run did on a file system without locks.
var errLost = errors.New("not written: another program removed its temporary file: try again")

// Commit renames a file to name, after [File.End]. It first calls ready. If ready or the
// renaming fails, Commit removes the file and returns the error.
func (f *File) Commit(name string, ready func() error) error {
	err := ready()
	if err == nil {
		f.all.changing.RLock()
		err = f.folder.Rename(f.name, name)
		if errors.Is(err, fs.ErrNotExist) {
			err = errLost
			if f.file != nil && f.folder.has(name, f.file) {
				err = nil // the file was renamed before a signal arrived, and the call was repeated
			}
		}
		f.all.changing.RUnlock()
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	f.all.live.Delete(f)
	f.folder.changedBy(f.all)
	f.shut() // End has written all content
	return nil
}

// CommitNew gives the file an unused name, after [File.End]. The error is [fs.ErrExist] if the name is taken,
// even if another process has just taken it: unlike renaming, a link replaces no file. After any error the
// temporary is as it was. Some file systems have no links.
func (f *File) CommitNew(name string) error {
	f.all.changing.RLock()
	err := f.folder.Link(f.name, name)
	f.all.changing.RUnlock()
	if err != nil {
		return err
	}
	f.folder.changedBy(f.all)
	return f.Discard() // removes the other name of the file
}

// Retire removes the file called old, which the committed file replaces under another name. It
// first syncs the folder, so that at least one of the two names is always on the disk.
func (f *File) Retire(old string) error {
	err := f.folder.Sync()
	if err == nil {
		err = f.folder.Remove(old)
	}
	f.folder.changedBy(f.all)
	return err
}

// Discard removes a file that is not committed.
func (f *File) Discard() error {
	err := f.folder.Remove(f.name)
	f.all.live.Delete(f)
	f.shut() // the content is not needed
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
