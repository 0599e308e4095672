package bundle

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// ReadDir implements [fs.ReadDirFS].
func (t *Tree) ReadDir(dir string) ([]fs.DirEntry, error) {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	names := make(map[string]fs.DirEntry)
	for i := t.search(prefix); i < len(t.members) && strings.HasPrefix(t.members[i].path, prefix); {
		m := &t.members[i]
		name, _, below := strings.Cut(m.path[len(prefix):], "/")
		if !below {
			names[name] = fs.FileInfoToDirEntry(info{m})
			i++
			continue
		}
		if names[name] == nil { // otherwise a member has this path itself
			names[name] = fs.FileInfoToDirEntry(directory(name))
		}
		i = t.search(prefix + name + "0") // the byte after "/"
	}
	all := make([]fs.DirEntry, 0, len(names))
	for _, e := range names {
		all = append(all, e)
	}
	slices.SortFunc(all, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	return all, nil
}

// Stat implements [fs.StatFS].
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	if m := t.find(name); m != nil {
		return info{m}, nil
	}
	i := t.search(name + "/")
	if name == "." || i < len(t.members) && strings.HasPrefix(t.members[i].path, name+"/") {
		return directory(path.Base(name)), nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

// Lstat implements [fs.ReadLinkFS].
func (t *Tree) Lstat(name string) (fs.FileInfo, error) { return t.Stat(name) }

// ReadLink implements [fs.ReadLinkFS].
func (t *Tree) ReadLink(name string) (string, error) {
	m := t.find(name)
	if m == nil || m.mode.Type() != fs.ModeSymlink {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return m.link, nil
}

// Open implements [fs.FS]. Only pages can be read: other files are empty.
func (t *Tree) Open(name string) (fs.File, error) {
	m := t.find(name)
	if m == nil || !m.mode.IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &opened{member: m, tree: t}, nil
}

// An opened is a file that is open. It reads the pages of its bundle when it is read.
type opened struct {
	*member
	tree *Tree
	text io.Reader
}

func (f *opened) Stat() (fs.FileInfo, error) { return info{f.member}, nil }
func (f *opened) Close() error               { return nil }

// Read implements [io.Reader].
func (f *opened) Read(b []byte) (int, error) {
	if f.text == nil {
		var err error
		if f.text, err = f.tree.page(f.path); err != nil {
			return 0, err
		}
	}
	return f.text.Read(b)
}

// An info is the information of a member.
type info struct{ m *member }

func (i info) Name() string       { return path.Base(i.m.path) }
func (i info) Size() int64        { return i.m.size }
func (i info) Mode() fs.FileMode  { return i.m.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.m.mode.IsDir() }
func (i info) Sys() any           { return nil }

// directory returns the information of a directory that is no member, but has some in it.
func directory(name string) fs.FileInfo {
	return info{&member{path: name, mode: fs.ModeDir | 0o755}}
}

// page returns the text of the page with a path. It is empty for other files.
func (t *Tree) page(p string) (io.Reader, error) {
	t.once.Do(func() { t.texts = t.readPages() })
	if text := t.texts.get(p); text != nil {
		return text, nil
	}
	if t.texts.err != nil {
		return nil, t.texts.err
	}
	return bytes.NewReader(nil), nil
}
