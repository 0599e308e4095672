package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/linktext"
)

// trees are the files that check looks for targets in.
type trees struct {
	book    *addressbook.Book
	charset string
	tops    []string
	limit   int64
	types   map[detect.Type]*engine.Rewriter // the readers of anchors, by the type of the file
}

// openTrees gives an opener the book of the trees of the arguments. It returns nil if the base is given by a flag, or
// if only stdin is read: the files around such a document are not known. Then the book has only the roots.
func (c *command) openTrees(o *source.Opener, args []string) (t *trees, err error) {
	if c.flags.baseGiven() {
		return nil, nil
	}
	tops, others := c.tops(args)
	switch {
	case len(tops)+len(others) == 0 && c.flags.hasBook():
		o.Book, _, err = c.openBook(c.bookTops(), nil, false)
		return nil, err
	case len(tops)+len(others) == 0:
		return nil, nil
	case c.flags.check.orphans && len(tops) == 0:
		return nil, fmt.Errorf("--orphans is for trees: give a directory")
	case c.flags.check.orphans && len(others) > 0:
		return nil, fmt.Errorf("--orphans: a file is in none of the directories (%s): give directories only", strings.Join(tops, " "))
	}
	if o.Book, _, err = c.openBook(tops, others, true); err != nil {
		return nil, err
	}
	o.Checks = true
	t = &trees{
		book: o.Book, charset: o.Charset, tops: append(tops, others...), limit: int64(o.MaxDocument),
		types: make(map[detect.Type]*engine.Rewriter),
	}
	for _, typ := range []detect.Type{detect.HTML, detect.XML} {
		opts := o.Options
		opts.Type, opts.Converted = typ, false // no tree: only the anchors and the redirects of these files are read
		if t.types[typ], err = engine.New(opts); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// tops returns the trees of the arguments and lists: the directories that are named, and for files
// in no such directory the current directory, or the directory of the file if it is elsewhere.
func (c *command) tops(args []string) (dirs, others []string) {
	given, elsewhere := make(map[string]bool), make(map[string]bool)
	var files []string
	for _, name := range slices.Concat(args, c.inputs(args).Listed()) {
		switch info, err := os.Stat(name); {
		case name == inputs.Stdin || err != nil:
		case !info.IsDir() && !c.isBundle(name):
			files = append(files, name)
		case !given[absolute(name)]:
			given[absolute(name)] = true
			dirs = append(dirs, name)
		}
	}
	for _, name := range files {
		if dirpath.AnyContains(given, absolute(name)) {
			continue
		}
		top := "."
		if !isIn(name, ".") {
			top = filepath.Dir(name)
		}
		if !elsewhere[top] {
			elsewhere[top] = true
			others = append(others, top)
		}
	}
	return dirs, others
}

// absolute does what filepath.Abs does. If the current directory is not known, it returns a clean
// path.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return filepath.Clean(name)
}

// pageFiles are the files that links of a page may lead to.
type pageFiles struct {
	*trees
	*addressbook.Place
}

// Lookup finds what a URL names in any tree.
func (f *pageFiles) Lookup(url string) addressbook.Target { return f.book.Lookup(url) }

// Local finds a file of a tree by its path in the file system.
func (f *pageFiles) Local(path string) addressbook.Target {
	p, err := f.book.Place(filepath.FromSlash(path))
	if err != nil || p == nil {
		return addressbook.Target{}
	}
	return p.LookupAt(p.Location())
}

// LinkOut returns the path of the symbolic link for which a target is missing.
func (t *trees) LinkOut(at addressbook.Target) (link string, ok bool) { return t.book.LinkOut(at) }

// Size returns the size of a file.
func (t *trees) Size(at addressbook.Target) int64 {
	file, err := t.book.Open(at)
	if err != nil {
		return -1
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return -1
	}
	return info.Size()
}

// Anchors calls visit for the anchors of a file.
func (t *trees) Anchors(at addressbook.Target, visit func(*engine.Anchor)) (ok bool) {
	t.read(at, func(rw *engine.Rewriter, src []byte) {
		ok = !slices.ContainsFunc(rw.VisitAnchors(engine.Piece{Source: src}, visit), func(n engine.Note) bool {
			return n.Code == engine.UnreadableEncoding
		})
	})
	return ok
}

// Scripts calls visit with the text of a file with anchors, and reports where that redirects its readers,
// if it does.
func (t *trees) Scripts(at addressbook.Target, visit func([]byte)) (to engine.Redirect, ok bool) {
	t.read(at, func(rw *engine.Rewriter, src []byte) {
		visit(src)
		to, ok = rw.Redirect(engine.Piece{Source: src})
	})
	return to, ok
}

// Text returns the path of a file, and the first most bytes of its text. After an error it returns the text before
// the error.
func (t *trees) Text(at addressbook.Target, most int64) (path string, text []byte) {
	path = t.book.Name(at)
	file, err := t.book.Open(at)
	if err != nil {
		return path, nil
	}
	defer file.Close()
	text, _ = io.ReadAll(io.LimitReader(file, most))
	return path, text
}

// read calls do with the text of a file that is HTML or XML. It does nothing if the file has another
// type, or cannot be read.
func (t *trees) read(at addressbook.Target, do func(*engine.Rewriter, []byte)) {
	file, err := t.book.Open(at)
	if err != nil {
		return
	}
	defer file.Close()
	buf := readBuffers.Get().(*bytes.Buffer)
	defer func() {
		if buf.Cap() <= 1<<20 {
			readBuffers.Put(buf)
		}
	}()
	buf.Reset()
	text := io.Reader(file)
	if t.limit > 0 {
		text = io.LimitReader(file, t.limit+1)
	}
	if n, err := buf.ReadFrom(text); err != nil || t.limit > 0 && n > t.limit {
		return
	}
	src := buf.Bytes()
	found := detect.Of(t.charset, at.Path, src)
	if rw := t.types[found.Type]; found.Known && rw != nil {
		do(rw, src)
	}
}

// readBuffers are the buffers of files that are read for their anchors.
var readBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// start sets the start pages of --orphans.
func (k *checking) start(args []string) error {
	f := &k.c.flags.check
	switch {
	case !f.orphans:
		return nil
	case k.trees == nil:
		return fmt.Errorf("--orphans is for trees: give a directory")
	}
	for _, name := range f.start {
		at, ok := k.trees.at(name)
		if !ok {
			return fmt.Errorf("--start %s: no file of the tree: give the path of a page in %s", name, strings.Join(args, " "))
		}
		k.checker.Start(at.ID)
	}
	if len(f.start) > 0 {
		return nil
	}
	for _, top := range k.trees.tops {
		at, ok := k.trees.at(top)
		if !ok && k.trees.hasContents(top) {
			continue // the checker starts there
		}
		if !ok {
			return fmt.Errorf("--orphans: %s has no index file: give the start pages as --start FILE", top)
		}
		k.checker.Start(at.ID)
	}
	return nil
}

// at finds the file with a path, or the index of a directory.
func (t *trees) at(name string) (at addressbook.Target, ok bool) {
	p, dir := t.placeOf(name)
	if p == nil {
		return at, false
	}
	location := p.Location()
	if dir {
		location = location[:strings.LastIndexByte(location, '/')+1]
	}
	at = p.LookupAt(location)
	return at, at.State == addressbook.File
}

// hasContents reports whether a directory or a bundle is a course or a manual that has its contents in a file by these
// names: IMS Content Packaging 1.1.4, Tin Can packages, Eclipse help; Devhelp, Qt Help, HTML Help, JavaHelp.
func (t *trees) hasContents(top string) bool {
	fsys := os.DirFS(top)
	if b := t.book.Bundle(top); b != nil {
		fsys = b.FS()
	}
	return slices.ContainsFunc([]string{"imsmanifest.xml", "tincan.xml", "toc.xml", "*.devhelp2", "*.qhp", "*.hhc", "*.jhm"}, func(pattern string) bool {
		found, err := fs.Glob(fsys, pattern)
		return err == nil && len(found) > 0
	})
}

// placeOf returns the place of a file, or of any file in a directory or a bundle. It returns nil if
// there is no place.
func (t *trees) placeOf(name string) (p *addressbook.Place, dir bool) {
	if b := t.book.Bundle(name); b != nil {
		if tree, ok := b.FS().(*source.Tree); ok && tree.Package() != "" {
			return b.Place(tree.Package()), false
		}
		return b.Place("index"), true
	}
	info, err := os.Stat(name)
	dir = err == nil && info.IsDir()
	if dir {
		name = filepath.Join(name, "index") // any name there
	}
	if p, err = t.book.Place(name); err != nil {
		return nil, false
	}
	return p, dir
}

// writeOrphans writes a finding for each file that no start page leads to.
func (k *checking) writeOrphans() error {
	for at := range k.trees.book.Files() {
		name := k.trees.book.Name(at)
		if !k.checker.IsOrphan(at.ID) || k.trees.isAside(at) {
			continue
		}
		f := findings.Finding{Link: linktext.Link{Doc: name, Reason: "orphan", Text: "no link leads here from a start page"}}
		write := findings.Write
		if !k.out.filter.Accepts("/"+at.Path, "") {
			write = findings.WriteLeftOut
		}
		if err := write(k.out.records, &f); err != nil {
			return err
		}
	}
	return nil
}

// isAside reports whether programs ask for a file without a link: a hidden file, a file with a well-known name, or a
// file that the format of its bundle names.
func (t *trees) isAside(at addressbook.Target) bool {
	switch path.Base(at.Path) {
	case "favicon.ico", "robots.txt", "sitemap.xml", "_redirects", "_headers":
		return true
	}
	if strings.HasPrefix(at.Path, ".") || strings.Contains(at.Path, "/.") {
		return true
	}
	tree, ok := t.book.FS(at).(*source.Tree)
	return ok && tree.IsAside(at.Path)
}
