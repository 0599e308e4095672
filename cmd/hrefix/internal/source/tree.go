package source

import (
	"bufio"
	"bytes"
	"errors"
	"html"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/tempfile"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A Tree is the file system of a bundle: its members by their paths. Package addressbook takes it for a
// directory, so that documents in a bundle have URLs, and their links lead to other members. A Tree is
// safe for concurrent use.
//
// A member is a file, directory or link in a bundle. Its path is its name as a path of package fs:
// without "./" at the start and "/" at the end. Some members have no path: their names are absolute,
// have "..", or are not valid, or a directory in their path is a file, too. If several files have the same
// path, links may lead to the path, but no document gets a URL by it: programs that extract the bundle
// differ in which file they keep.
//
// The names of members are read once, from the list that a zip archive has at its end, or from the
// headers in a tar archive. The first time that a page is read, all pages are copied to one temporary
// file. No file gets the name of a member. A member takes about 60 bytes and its name,
// [format.Limits] bound what is decompressed, and the temporary file takes no more than maxPages bytes.
type Tree struct {
	bundle  *format.Format
	coding  *format.Coding // nil unless the file is compressed
	at      io.ReaderAt
	length  int64     // of the file
	closer  io.Closer // nil if nothing needs closing
	charset string    // the charset of documents, if it is known
	limits  format.Limits

	members []member // sorted by path
	odd     []string // the names of files that have no path, or share their path with other files

	once sync.Once
	// The pages, after once: they are in a temporary file, in these ranges.
	pages *tempfile.File
	spans map[string]span
	size  int64
	err   error // why some or all pages could not be read
}

// A member is a member of a bundle that has a path. It implements [fs.FileInfo].
type member struct {
	path  string
	size  int64
	mode  fs.FileMode
	link  string
	twice bool // several files have the path
}

func (m *member) Name() string       { return path.Base(m.path) }
func (m *member) Size() int64        { return m.size }
func (m *member) Mode() fs.FileMode  { return m.mode }
func (m *member) ModTime() time.Time { return time.Time{} }
func (m *member) IsDir() bool        { return m.mode.IsDir() }
func (m *member) Sys() any           { return nil }

// A span is a range of bytes.
type span struct{ start, size int64 }

// OpenTree opens a file as the tree of a bundle. If typ is Auto, the bundle may have any type. If the file is no such
// bundle, the Tree is nil.
func OpenTree(name string, typ detect.Type, charset string, limits format.Limits) (*Tree, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := in.Stat()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	t := treeOf(in, info.Size(), typ, charset, limits)
	if t == nil {
		return nil, in.Close()
	}
	t.closer = in
	if err := t.list(); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return t, nil
}

// IsBundle reports whether a file is a bundle of the type t, or any bundle if t is Auto.
func IsBundle(name string, t detect.Type, limits format.Limits) bool {
	in, err := os.Open(name)
	if err != nil {
		return false // the run reports the error
	}
	defer in.Close() // the file was only read
	info, err := in.Stat()
	return err == nil && treeOf(in, info.Size(), t, "", limits) != nil
}

// heads are buffers for the starts of files. Most files are no bundles.
var heads = sync.Pool{New: func() any { return new([headSize]byte) }}

// treeOf returns the tree of the bundle in a file that is open and has length bytes, or nil if it is no bundle of the type
// typ. The tree has no members yet: see list.
func treeOf(at io.ReaderAt, length int64, typ detect.Type, charset string, limits format.Limits) *Tree {
	t := &Tree{bundle: typ.Container(), at: at, length: length, charset: charset, limits: limits}
	buf := heads.Get().(*[headSize]byte)
	defer heads.Put(buf)
	n, _ := at.ReadAt(buf[:], 0) // a later read returns the error
	head := buf[:n]
	t.coding = container.Coding(head[:min(n, container.CodingMagicSize)])
	if t.bundle == nil && t.coding != nil {
		r := t.reader()
		defer r.Close() // the file was only read
		head, _ = bufio.NewReaderSize(r, headSize).Peek(headSize)
	}
	if t.bundle == nil {
		t.bundle = container.Magic(head)
	}
	if t.bundle == nil || t.bundle.List == nil {
		return nil
	}
	return t
}

// reader returns a reader of the bundle from its start. If the file is not compressed, the reader
// can read it at random.
func (t *Tree) reader() io.ReadCloser {
	raw := io.NewSectionReader(t.at, 0, t.length)
	if t.coding != nil {
		return t.coding.Open(raw, format.Options{Limits: t.limits})
	}
	return plain{raw}
}

// A plain is a file that is not compressed.
type plain struct{ *io.SectionReader }

func (plain) Close() error { return nil }

// list reads the names of the members. Of several members with one path it keeps the last, like most
// programs that extract bundles.
func (t *Tree) list() error {
	r := t.reader()
	entries, err := t.bundle.List(r, format.Options{Limits: t.limits})
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	t.members = make([]member, 0, len(entries))
	for _, e := range entries {
		if p, ok := pathOf(e.Name); ok {
			t.members = append(t.members, member{path: p, size: e.Size, mode: e.Mode, link: e.Link})
		} else if !e.Mode.IsDir() {
			t.odd = append(t.odd, e.Name)
		}
	}
	slices.SortStableFunc(t.members, func(x, y member) int { return strings.Compare(x.path, y.path) })
	kept := t.members[:0]
	for _, m := range t.members {
		last := len(kept) - 1
		if last < 0 || kept[last].path != m.path {
			kept = append(kept, m)
			continue
		}
		m.twice = kept[last].twice
		if !m.IsDir() || !kept[last].IsDir() {
			t.odd = append(t.odd, m.path)
			m.twice = true
		}
		kept[last] = m
	}
	clear(t.members[len(kept):])
	t.members = kept
	for i := range kept {
		if m := &kept[i]; !m.IsDir() && t.isInFile(m.path) {
			t.odd = append(t.odd, m.path)
		}
	}
	return nil
}

// read calls do with the path and the text of each file for which want returns true. Files that are
// larger than most bytes are left out.
func (t *Tree) read(most int, want func(path string, head func() []byte) bool, do func(path string, text []byte) error) (err error) {
	r := t.reader()
	defer func() { err = errors.Join(err, r.Close()) }()
	wanted := func(name string, head func() []byte) (bool, string) {
		p, ok := pathOf(name)
		return ok && want(p, head), ""
	}
	members := t.bundle.Open(r, format.Options{MaxMember: most, Limits: t.limits, Document: wanted})
	if c, ok := members.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	var m format.Member
	for {
		switch err := members.Next(&m); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if p, ok := pathOf(m.Name); ok && !m.NoDocument && !m.Large && !m.Continued && m.Defect == "" {
			if err := do(p, m.Document()); err != nil {
				return err
			}
		}
	}
}

// readSmall returns the texts of the files with these paths, by their paths. Files of more than 64 KiB are left out. An
// error leaves out the files after it; it is reported when the members are read.
func (t *Tree) readSmall(paths ...string) map[string][]byte {
	const most = 64 << 10
	texts, wanted := make(map[string][]byte), make(map[string]bool)
	for _, p := range paths {
		wanted[p] = true
	}
	err := t.read(most, func(p string, _ func() []byte) bool { return wanted[p] }, func(p string, text []byte) error {
		texts[p] = bytes.Clone(text)
		return nil
	})
	if err != nil {
		return nil
	}
	return texts
}

// Close closes the bundle.
func (t *Tree) Close() (err error) {
	if t.pages != nil {
		err = t.pages.Close()
	}
	if t.closer != nil {
		err = errors.Join(err, t.closer.Close())
	}
	return err
}

// find returns the member with a path, or nil.
func (t *Tree) find(p string) *member {
	if i := t.search(p); i < len(t.members) && t.members[i].path == p {
		return &t.members[i]
	}
	return nil
}

// search returns the number of the first member whose path is not before p.
func (t *Tree) search(p string) int {
	return sort.Search(len(t.members), func(i int) bool { return t.members[i].path >= p })
}

// isInFile reports whether a directory in a path is a file, or a symbolic link.
func (t *Tree) isInFile(p string) bool {
	for p = path.Dir(p); p != "."; p = path.Dir(p) {
		if m := t.find(p); m != nil && !m.IsDir() {
			return true
		}
	}
	return false
}

// Path returns the path of a member by its name. ok is false if the member has no path, or shares it
// with other files.
func (t *Tree) Path(name string) (p string, ok bool) {
	if p, ok = pathOf(name); !ok {
		return p, false
	}
	m := t.find(p)
	return p, m != nil && !m.twice && !t.isInFile(p)
}

// pathOf returns the path that the name of a member stands for. ok is false if the name is not valid as a path, or is
// the path of the top.
func pathOf(name string) (path string, ok bool) {
	const longest = 4096 // the longest path that Linux opens
	for strings.HasPrefix(name, "./") {
		name = name[len("./"):]
	}
	name = strings.TrimSuffix(name, "/")
	return name, fs.ValidPath(name) && name != "." && len(name) <= longest && strings.IndexByte(name, 0) < 0
}

// skips reports whether a member is left unchanged because of its name: it is in a directory of version
// control, whose files an edit would break.
func skips(name string) bool {
	for dir := range strings.SplitSeq(name, "/") {
		if dirpath.IsVersionControl(dir) {
			return true
		}
	}
	return false
}

// Has reports whether the bundle has a file with a path.
func (t *Tree) Has(p string) bool {
	m := t.find(p)
	return m != nil && m.mode.IsRegular()
}

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
			names[name] = fs.FileInfoToDirEntry(m)
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
		return m, nil
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
	return &openMember{member: m, tree: t}, nil
}

// An openMember is a file that is open. It reads the pages of its bundle when it is read.
type openMember struct {
	*member
	tree *Tree
	text io.Reader
}

func (f *openMember) Stat() (fs.FileInfo, error) { return f.member, nil }
func (f *openMember) Close() error               { return nil }

// Read implements [io.Reader].
func (f *openMember) Read(b []byte) (int, error) {
	if f.text == nil {
		t := f.tree
		t.once.Do(t.readPages)
		at, ok := t.spans[f.path]
		if !ok && t.err != nil {
			return 0, t.err
		}
		if f.text = bytes.NewReader(nil); ok {
			f.text = io.NewSectionReader(t.pages, at.start, at.size)
		}
	}
	return f.text.Read(b)
}

// directory returns the information of a directory that is itself no member, but has members in it.
func directory(name string) fs.FileInfo {
	return &member{path: name, mode: fs.ModeDir | 0o755}
}

// maxPages is the maximum size of all pages of a bundle, and maxPage the maximum size of a page.
const (
	maxPages = 4 << 30
	maxPage  = 256 << 20
)

var errTooMuch = errors.New("the pages of the archive are too large to be kept")

// readPages copies the pages to a temporary file. Pages are the files that may have anchors, and the files that list
// the redirects of a site.
func (t *Tree) readPages() {
	t.spans = make(map[string]span)
	isPage := func(p string, head func() []byte) bool {
		switch path.Base(p) {
		case "_redirects", ".htaccess":
			return true
		}
		found := detect.Of(t.charset, p, head())
		return found.Known && (found.Type == detect.HTML || found.Type == detect.XML)
	}
	if t.pages, t.err = tempfile.New(); t.err == nil {
		t.err = t.read(maxPage, isPage, t.addPage)
	}
}

// addPage adds the text of a page.
func (t *Tree) addPage(p string, text []byte) error {
	if t.size+int64(len(text)) > maxPages {
		return errTooMuch
	}
	n, err := t.pages.Write(text)
	t.spans[p] = span{t.size, int64(len(text))}
	t.size += int64(n)
	return err
}

// savedPages are the texts of the files index.rdf in a bundle, by their paths. A MAFF file has a
// directory for each saved page, with such a file, which names the page and its URL.
type savedPages map[string][]byte

// savedPages returns the texts of the files index.rdf in the bundle, or nil without any.
func (t *Tree) savedPages() savedPages {
	var names []string
	for i := range t.members {
		if m := &t.members[i]; m.Name() == indexRDF {
			names = append(names, m.path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return t.readSmall(names...)
}

// has reports whether a file is a page or was saved with a page.
func (p savedPages) has(file string) bool {
	for dir := path.Dir(file); len(p) > 0; dir = path.Dir(dir) {
		if p[path.Join(dir, indexRDF)] != nil {
			return true
		}
		if dir == "." {
			return false
		}
	}
	return false
}

// origin returns the URL that the page with a path was retrieved from, or "" if no index.rdf names it.
func (p savedPages) origin(page string) string {
	url, _ := savedfrom.IndexRDF(p[path.Join(path.Dir(page), indexRDF)], path.Base(page))
	return url
}

// An EPUB is a zip file with some files that readers find by their names (EPUB 3.3 section 4.2).

const metaFolder = "META-INF/"

// ContainerName is the path of the container document, which names the package documents.
const ContainerName = metaFolder + "container.xml"

// IsBook reports whether the bundle is an EPUB. Its media type need not be the first file: readers
// accept books that zip programs have made.
func (t *Tree) IsBook() bool { return t.Has(ContainerName) }

// IsAside reports whether readers of an EPUB find a file by its name, so that no link needs to lead to it.
func (t *Tree) IsAside(path string) bool {
	return t.IsBook() && (path == "mimetype" || strings.HasPrefix(path, metaFolder))
}

// Package returns the path of the package document of an EPUB, which leads to all other files, or
// "".
func (t *Tree) Package() string {
	if t.IsBook() {
		for path := range Rootfiles(t.readSmall(ContainerName)[ContainerName]) {
			return path
		}
	}
	return ""
}

// Rootfiles yields the paths of the package documents that the text of a container document names, with
// their offsets. They are relative to the top of the book.
func Rootfiles(text []byte) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		s := xmlscan.New(text)
		for token := s.Next(); token.Kind != xmlscan.EOF; token = s.Next() {
			for i := range token.Attrs {
				a := &token.Attrs[i]
				if string(text[a.Local.Start:a.Local.End]) != "full-path" {
					continue
				}
				if !yield(html.UnescapeString(string(text[a.Value.Start:a.Value.End])), a.Value.Start) {
					return
				}
			}
		}
	}
}
