package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A bookFlags are the flags that say which file has which URL, as given.
type bookFlags struct {
	roots     []string
	rootHosts []string
	maps      []string
	index     []string
	cleanURLs bool
	names     []string
}

func (f *bookFlags) add(set *pflag.FlagSet) {
	set.StringArrayVar(&f.roots, "root", nil, "`URL=DIR` of a site: each file in DIR gets the base of its path there; may be repeated")
	set.StringArrayVar(&f.rootHosts, "root-hosts", nil, "directory `DIR` with a directory for each host, as wget -r writes it; https=DIR if the files are from https")
	set.StringArrayVar(&f.maps, "map", nil, "`FILE` with lines of a URL, a TAB and the path of the file with that URL; - is stdin, and auto is what saved pages say")
	set.StringSliceVar(&f.index, "index", []string{"index.html"}, "with --root: `NAME` of the files that have the URL of their directory, or several in order: index.html,default.htm")
	set.BoolVar(&f.cleanURLs, "clean-urls", false, "with --root: the URL of a.html is that of a")
	set.StringSliceVar(&f.names, "names", nil, "with --root: `RULES` by which a program made names of URLs: "+strings.Join(addressbook.NameRules(), ", "))
}

// hasBook reports whether a flag says which file has which URL.
func (f *bookFlags) hasBook() bool {
	return len(f.roots)+len(f.rootHosts)+len(f.maps) > 0
}

// errNoBook returns the error of a verb that needs a flag such as --root. If a path looks like a mirror, the
// error shows the command with the right flag.
func (c *command) errNoBook(verb string) error {
	needs := verb + " needs to know which files are which URLs"
	for _, path := range c.paths {
		if t, known := detect.TypeOf(container.TrimCoding(path), nil); known && t.HasRecords() && exists(path) {
			return fmt.Errorf("%s: %s is a web archive: \"hrefix extract -o %s %[2]s\" writes its pages as files that link to each other", needs, console.ShellWord(path), console.ShellWord(cmp.Or(c.flags.output, "DIR")))
		}
		if flag, host := mirrorFlag(path); host != "" {
			at := slices.Index(c.args, c.verb) + 1
			why := host + " is named like a host: if it is one"
			if flag[0] == "--map" {
				why = "HTTrack made " + path + ", and noted URLs in its pages"
			}
			return fmt.Errorf("%s: %s, write: hrefix %s", needs, why, console.ShellWords(slices.Insert(slices.Clone(c.args), at, flag...)))
		}
	}
	return fmt.Errorf("%s: give --root URL=DIR, or --map FILE", needs)
}

// mirrorFlag returns the flag that gives the files in dir their URLs, with its value: --map for a mirror by HTTrack,
// --root-hosts for a directory of hosts, and --root if dir itself is named like a host. host is the path of the first
// directory in dir that is named like a host, or the name of dir. It is "" if dir is none of these.
func mirrorFlag(dir string) (flag []string, host string) {
	host, _, err := hostIn(dir)
	if err != nil {
		return nil, "" // the path is no directory
	}
	if host != "" && source.IsMirror(dir) {
		return []string{"--map", autoMap}, host
	}
	if host != "" {
		return []string{"--root-hosts", dir}, host
	}
	if name := filepath.Base(absolute(dir)); addressbook.LooksLikeHost(name) {
		return []string{"--root", "http://" + strings.Replace(name, "+", ":", 1) + "/=" + dir}, name
	}
	return nil, ""
}

// hostIn returns the path of the first directory in dir that is named like a host, or "". only reports whether dir
// contains nothing but such directories.
func hostIn(dir string) (host string, only bool, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false, err
	}
	isHost := func(e os.DirEntry) bool { return e.IsDir() && addressbook.LooksLikeHost(e.Name()) }
	first := slices.IndexFunc(entries, isHost)
	if first < 0 {
		return "", false, nil
	}
	other := func(e os.DirEntry) bool { return !isHost(e) }
	return filepath.Join(dir, entries[first].Name()), !slices.ContainsFunc(entries, other), nil
}

// reportHosts reports directories that look like directories of hosts, as wget -r makes them, but
// count as the directory of one site.
func (c *command) reportHosts() {
	dirs := c.paths
	if c.flags.hasBook() {
		dirs = c.flags.siteDirs()
	}
	for _, dir := range dirs {
		host, only, _ := hostIn(dir) // a file contains no hosts
		isHost := func(other string) bool { return filepath.Clean(other) == host }
		if only && !slices.ContainsFunc(dirs, isHost) {
			c.Report("%s is named like a host, and counts as a directory of one site, %s: if wget -r made it, give --root-hosts %s", host, dir, console.ShellWord(dir))
		}
	}
}

// openBook returns the book of trees with the given tops, and the conflicts of its entries. others
// are the trees of files in no other tree. If locations is set, files without another URL have
// their location as their URL.
func (c *command) openBook(tops, others []string, locations bool) (*addressbook.Book, []addressbook.Conflict, error) {
	f := &c.flags
	found, err := c.origins()
	if err != nil {
		return nil, nil, err
	}
	b, err := addressbook.New(addressbook.Options{
		Roots: f.roots, Hosts: f.rootHosts, Tops: append(tops, found.Trees...), Others: others, Locations: locations, Writes: c.verb == "abs" || c.verb == "pin" || c.verb == "rel",
		Index: f.index, CleanURLs: f.cleanURLs, Names: f.names, Bundle: c.openBundle, Links: pageLinks,
	})
	switch tree := new(addressbook.TreeError); {
	case errors.As(err, &tree):
		return nil, nil, fmt.Errorf("%s: %w", tree.Dir, cause.Of(tree.Err))
	case err != nil:
		return nil, nil, fmt.Errorf("--%w", err) // the error begins with the flag
	}
	if err = c.readMaps(b); err == nil {
		err = addOrigins(b, found)
	}
	var conflicts []addressbook.Conflict
	if err == nil {
		conflicts, err = b.Settle()
	}
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	if err := c.checkPaths(b); err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	c.reportOrigins(found, conflicts)
	return b, conflicts, nil
}

// checkPaths reports, once, what is odd about the book, and that it has no URL for any of the paths
// that are given. To make links relative, that is an error.
func (c *command) checkPaths(b *addressbook.Book) error {
	why := c.unknownPaths(b)
	if c.verb == "rel" && why != "" && (len(c.flags.maps) == 0 || c.flags.isAuto()) {
		return errors.New(why)
	}
	if c.flags.hasBook() && !c.flags.noHints {
		wrong, sure := b.WrongLevel(c.paths)
		if sure && (c.verb == "abs" || c.verb == "pin") {
			return errors.New(wrong + ", or --no-hints if the URL that you gave is right")
		}
		if wrong != "" {
			c.Report("%s", wrong)
		}
	}
	for _, remark := range b.Remarks() {
		c.Report("%s", remark)
	}
	if why != "" && c.verb != "map" {
		c.Report("%s", why)
	}
	if c.flags.hasBook() { // otherwise the links will show it
		c.reportHosts()
	}
	return nil
}

// unknownPaths returns a sentence if the book has no URL for any of the paths that are given, or "".
func (c *command) unknownPaths(b *addressbook.Book) string {
	f := &c.flags
	if !f.hasBook() || len(c.paths) == 0 || len(f.inputs.lists) > 0 || slices.Contains(c.paths, inputs.Stdin) {
		return ""
	}
	roots := f.rootDirs()
	if f.isAuto() {
		if c.verb == "rel" && len(roots) == 0 && !b.HasEntries() {
			return c.paths[0] + ": no page there says which URL it has: give --root URL=DIR and not --map auto"
		}
		return ""
	}
	for _, path := range c.paths {
		if !exists(path) || len(roots) == 0 && !c.inputs(nil).IsDir(path) {
			return ""
		}
		if slices.ContainsFunc(roots, func(dir string) bool { return isReallyIn(path, dir) || isReallyIn(dir, path) }) {
			return ""
		}
	}
	for e := range b.Entries() {
		if slices.ContainsFunc(c.paths, func(path string) bool { return isReallyIn(e.Path, path) }) {
			return ""
		}
	}
	if len(roots) == 0 {
		return "no line of --map names a file of " + c.paths[0] + ": paths are relative to the current directory"
	}
	return c.paths[0] + ": has no URL by --root or --map: give a root that it is in"
}

// isReallyIn does what isIn does, also by the paths without symbolic links.
func isReallyIn(path, dir string) bool { return isIn(path, dir) || inputs.IsIn(path, dir) }

// linkReader returns the Rewriter of pageLinks.
var linkReader = sync.OnceValues(func() (*engine.Rewriter, error) {
	return engine.New(engine.Options{Type: detect.HTML, Base: "http://page.invalid/", NoHints: true})
})

// pageLinks returns the first relative links in a page that depend on the URL of the page: none if the
// page has a base of its own. A few show the URL of a page as well as all, so it reads only the beginning of the page.
func pageLinks(page io.Reader) (links []string) {
	const mostBytes, mostLinks = 1 << 20, 1000
	src, err := io.ReadAll(io.LimitReader(page, mostBytes))
	if err != nil || detect.Of("", "page.html", src).Type != detect.HTML {
		return nil
	}
	rw, err := linkReader()
	if err != nil {
		return nil
	}
	rw.VisitReferences(engine.Piece{Source: src}, func(ref *engine.Reference) bool {
		if text := ref.Text; len(text) > 0 && text[0] != '#' && !ref.Base.IsAbsolute(text) && ref.Base.Layer == base.Retrieval {
			links = append(links, string(text))
		}
		return len(links) < mostLinks
	})
	return links
}

// readMaps adds the entries of the maps to the book.
func (c *command) readMaps(b *addressbook.Book) error {
	for _, name := range c.flags.maps {
		if name == autoMap {
			continue // see [addOrigins]
		}
		if err := c.readMap(b, name); err != nil {
			return err
		}
	}
	return nil
}

// readMap adds the entries of a map.
func (c *command) readMap(b *addressbook.Book, name string) error {
	if name == inputs.Stdin {
		if c.verb == "" || slices.Contains(c.paths, inputs.Stdin) || slices.Contains(c.flags.inputs.lists, inputs.Stdin) {
			return errors.New("--map -: stdin is a document or a list already: give the map as a file")
		}
		return b.ReadMap("stdin", c.stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("--map %s: %w", name, cause.Of(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fmt.Errorf("--map %s: %w", name, cause.Of(syscall.EISDIR))
	}
	return b.ReadMap(name, f)
}

// bookTops returns the trees of the book: its directories, and the bundles that are given as paths.
func (c *command) bookTops() []string {
	isNoBundle := func(path string) bool { return !c.isBundle(path) }
	return append(c.bookDirs(), slices.DeleteFunc(slices.Clone(c.paths), isNoBundle)...)
}

// bookDirs returns the directories that are trees of the book: those that are given as paths, and with --map the
// current directory, if it has all of these directories.
func (c *command) bookDirs() (dirs []string) {
	for _, path := range c.paths {
		if info, err := os.Stat(path); path != inputs.Stdin && err == nil && info.IsDir() {
			dirs = append(dirs, path)
		}
	}
	elsewhere := func(dir string) bool { return !isIn(dir, ".") }
	if len(c.flags.maps) > 0 && !slices.ContainsFunc(dirs, elsewhere) {
		dirs = append(dirs, ".")
	}
	return dirs
}

// isIn reports whether a path is in a directory, or is the directory. Neither needs to exist.
func isIn(path, dir string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	top, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	return dirpath.Contains(top, abs)
}

// rootDirs returns the directories of --root and --root-hosts.
func (f *bookFlags) rootDirs() []string {
	dirs := f.siteDirs()
	for _, hosts := range f.rootHosts {
		_, dir := addressbook.ParseHosts(hosts)
		dirs = append(dirs, dir)
	}
	return dirs
}

// siteDirs returns the directories of --root.
func (f *bookFlags) siteDirs() (dirs []string) {
	for _, root := range f.roots {
		if _, dir, ok := strings.Cut(root, "="); ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// openBundle opens a file as the tree of a book. The tree is nil if the file is no bundle.
func (c *command) openBundle(path string) (fs.FS, error) {
	t, _ := detect.ParseType(c.flags.docType) // a wrong type is reported
	tree, err := source.OpenTree(path, t, c.flags.charset, c.flags.limits())
	if tree == nil || err != nil {
		return nil, cause.Of(err)
	}
	return tree, nil
}

// isBundle reports whether a path names a bundle.
func (c *command) isBundle(path string) bool {
	if info, err := os.Stat(path); path == inputs.Stdin || err != nil || !info.Mode().IsRegular() {
		return false
	}
	t, _ := detect.ParseType(c.flags.docType) // a wrong type is reported
	return source.IsBundle(path, t, c.flags.limits())
}
