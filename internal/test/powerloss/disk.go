package powerloss

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Disk is a directory and its files, with the changes that have certainly reached the disk, and
// the changes that may have reached it. Use [Load] to make one.
type Disk struct {
	Root string // the absolute path of the directory in calls, if it differs from the path given to Load

	root    *inode
	files   map[int]*openFile // open files by descriptor
	changed bool
}

// Changed reports whether anything has changed since the last call of Changed, on the disk
// or as programs see it.
func (d *Disk) Changed() bool {
	changed := d.changed
	d.changed = false
	return changed
}

// An inode is a file or a directory.
type inode struct {
	isDir bool

	data    []byte  // content of a file, as programs see it
	stable  []byte  // content that is certainly on the disk
	pending []write // writes that may be on the disk
	mode    fs.FileMode
	modes   []fs.FileMode // the modes that the file may have on the disk

	names       map[string]*inode // names in a directory, as programs see them
	stableNames map[string]*inode
	changes     []change // changes that may be on the disk
}

// A write is a write to a file. For a truncation data is nil, and at is the new size.
type write struct {
	at   int
	data []byte
}

// A change maps changed names in a directory to their inodes, or to nil if they are
// removed. Either the whole change is on the disk or nothing of it.
type change map[string]*inode

// An openFile is the open file of a descriptor.
type openFile struct {
	*inode
	at int // the offset of the next write
}

// Load returns a Disk with the files of a directory, all of which are on the disk.
func Load(dir string) (*Disk, error) {
	d := &Disk{Root: dir, files: make(map[int]*openFile)}
	var err error
	d.root, err = load(dir)
	return d, err
}

func load(name string) (*inode, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	n := newInode(info.IsDir(), info.Mode().Perm())
	if !n.isDir {
		n.data, err = os.ReadFile(name)
		n.stable = n.data
		return n, err
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if n.names[e.Name()], err = load(filepath.Join(name, e.Name())); err != nil {
			return nil, err
		}
	}
	n.stableNames = maps.Clone(n.names)
	return n, nil
}

func newInode(isDir bool, mode fs.FileMode) *inode {
	n := &inode{isDir: isDir, mode: mode, modes: []fs.FileMode{mode}}
	if isDir {
		n.names, n.stableNames = make(map[string]*inode), make(map[string]*inode)
	}
	return n
}

// write writes to a file.
func (n *inode) write(w write) {
	n.data = w.apply(n.data)
	n.pending = append(n.pending, w)
}

// apply returns data after the write.
func (w write) apply(data []byte) []byte {
	end := w.at + len(w.data)
	out := make([]byte, max(len(data), end))
	copy(out, data)
	copy(out[w.at:], w.data)
	if w.data == nil {
		out = out[:w.at]
	}
	return out
}

// change changes names in a directory.
func (n *inode) change(c change) {
	for name, to := range c {
		if to == nil {
			delete(n.names, name)
		} else {
			n.names[name] = to
		}
	}
	n.changes = append(n.changes, c)
}

// Apply applies the changes of a call.
func (d *Disk) Apply(c Call) error {
	do, ok := calls[c.Name]
	if !ok {
		return fmt.Errorf("%s: is not modelled", c)
	}
	if do == nil {
		return nil
	}
	d.changed = d.changed || c.Name != "close"
	if err := do(d, c); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// calls has the effects of calls. Those with nil change nothing that the model covers.
var calls = map[string]func(*Disk, Call) error{
	"openat":     (*Disk).open,
	"close":      func(d *Disk, c Call) error { delete(d.files, number(c.Args[0])); return nil },
	"write":      (*Disk).write,
	"pwrite64":   (*Disk).write,
	"ftruncate":  func(d *Disk, c Call) error { return d.truncate(c.Args[0], number(c.Args[1])) },
	"fsync":      (*Disk).sync,
	"fdatasync":  (*Disk).sync,
	"fchmod":     func(d *Disk, c Call) error { return d.chmod(d.descriptor(c.Args[0]), c.Args[1]) },
	"fchmodat":   func(d *Disk, c Call) error { return d.chmod(d.find(c.Args[0], c.Args[1]), c.Args[2]) },
	"fchmodat2":  func(d *Disk, c Call) error { return d.chmod(d.find(c.Args[0], c.Args[1]), c.Args[2]) },
	"mkdirat":    (*Disk).mkdir,
	"renameat":   (*Disk).rename,
	"renameat2":  (*Disk).rename,
	"linkat":     (*Disk).link,
	"unlinkat":   (*Disk).unlink,
	"execve":     nil,
	"access":     nil,
	"chdir":      nil,
	"dup":        nil,
	"dup2":       nil,
	"epoll_ctl":  nil,
	"eventfd2":   nil,
	"faccessat":  nil,
	"fchown":     nil,
	"fcntl":      nil,
	"flistxattr": nil, "fgetxattr": nil, "fsetxattr": nil, "fremovexattr": nil,
	"flock":         nil,
	"fstat":         nil,
	"fstatfs":       nil,
	"getcwd":        nil,
	"getdents64":    nil,
	"ioctl":         nil,
	"lseek":         nil,
	"mmap":          nil, // mmap of files that are only read
	"newfstatat":    nil,
	"pread64":       nil,
	"read":          nil,
	"readlink":      nil,
	"readlinkat":    nil,
	"statx":         nil,
	"utimensat":     nil,
	"epoll_create1": nil, "epoll_pwait": nil, "epoll_pwait2": nil,
	"landlock_create_ruleset": nil, "landlock_add_rule": nil, "landlock_restrict_self": nil,
}

// number returns the number in an argument, or -1 if it is not a number.
func number(arg string) int {
	n, err := strconv.ParseInt(arg, 0, 64)
	if err != nil {
		return -1
	}
	return int(n)
}

// descriptor returns the inode of a descriptor, or nil if it is not on this disk.
func (d *Disk) descriptor(arg string) *inode {
	if f := d.files[number(arg)]; f != nil {
		return f.inode
	}
	return nil
}

// parent returns the directory of the last name in a path, and that name. The directory is
// nil if it is not on this disk.
func (d *Disk) parent(dirfd, name string) (*inode, string) {
	at := d.descriptor(dirfd)
	if dirfd == "AT_FDCWD" {
		at = d.root
	}
	if path.IsAbs(name) {
		rel, err := filepath.Rel(d.Root, name)
		if err != nil || strings.HasPrefix(rel, "..") {
			return nil, ""
		}
		at, name = d.root, rel
	}
	dir, last := path.Split(path.Clean(name))
	for _, one := range strings.Split(dir, "/") {
		if one != "" && at != nil {
			at = at.names[one]
		}
	}
	return at, last
}

// find returns the inode at a path, or nil if it is not on this disk.
func (d *Disk) find(dirfd, name string) *inode {
	at, last := d.parent(dirfd, name)
	if at == nil || last == "." {
		return at
	}
	return at.names[last]
}

func (d *Disk) open(c Call) error {
	at, last := d.parent(c.Args[0], c.Args[1])
	if at == nil {
		delete(d.files, c.Result)
		return nil
	}
	n := d.find(c.Args[0], c.Args[1])
	flags := strings.Split(c.Args[2], "|")
	if n == nil {
		if !slices.Contains(flags, "O_CREAT") {
			return fmt.Errorf("no such file in the model")
		}
		n = newInode(false, fs.FileMode(number(c.Args[3])))
		at.change(change{last: n})
	} else if slices.Contains(flags, "O_TRUNC") {
		n.write(write{})
	}
	d.files[c.Result] = &openFile{inode: n}
	if slices.Contains(flags, "O_APPEND") {
		d.files[c.Result].at = len(n.data)
	}
	return nil
}

func (d *Disk) write(c Call) error {
	f := d.files[number(c.Args[0])]
	if f == nil {
		return nil // standard output, or a pipe
	}
	data := []byte(c.Args[1])[:c.Result]
	if len(c.Args) == 4 { // pwrite64
		f.inode.write(write{number(c.Args[3]), data})
		return nil
	}
	f.inode.write(write{f.at, data})
	f.at += len(data)
	return nil
}

func (d *Disk) truncate(fd string, size int) error {
	if n := d.descriptor(fd); n != nil {
		n.write(write{at: size})
	}
	return nil
}

// sync puts all changes of an inode on the disk.
func (d *Disk) sync(c Call) error {
	n := d.descriptor(c.Args[0])
	if n == nil {
		return nil
	}
	n.stable, n.pending = slices.Clone(n.data), nil
	n.modes = []fs.FileMode{n.mode}
	if n.isDir {
		n.stableNames, n.changes = maps.Clone(n.names), nil
	}
	return nil
}

func (d *Disk) chmod(n *inode, mode string) error {
	if n != nil {
		n.mode = fs.FileMode(number(mode)) & fs.ModePerm
		n.modes = append(n.modes, n.mode)
	}
	return nil
}

func (d *Disk) mkdir(c Call) error {
	if at, last := d.parent(c.Args[0], c.Args[1]); at != nil {
		at.change(change{last: newInode(true, fs.FileMode(number(c.Args[2])))})
	}
	return nil
}

func (d *Disk) rename(c Call) error {
	from, old := d.parent(c.Args[0], c.Args[1])
	to, name := d.parent(c.Args[2], c.Args[3])
	if from != to {
		return fmt.Errorf("from one directory to another: is not modelled")
	}
	if from != nil {
		from.change(change{old: nil, name: from.names[old]})
	}
	return nil
}

func (d *Disk) link(c Call) error {
	from := d.find(c.Args[0], c.Args[1])
	if to, name := d.parent(c.Args[2], c.Args[3]); to != nil {
		to.change(change{name: from})
	}
	return nil
}

func (d *Disk) unlink(c Call) error {
	if at, last := d.parent(c.Args[0], c.Args[1]); at != nil {
		at.change(change{last: nil})
	}
	return nil
}
