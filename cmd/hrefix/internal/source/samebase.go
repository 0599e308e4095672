package source

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Each page has a URL of its own, so --base is right for one page only. A run that would give the
// same base to two pages, or to a page in a directory, is refused before anything is written.
// Messages have no URL of their own, but several senders. So a run that changes them in place, where a wrong base
// cannot be taken back, is refused, too; otherwise any number of them may get the base, with a hint: a filter must not fail.
//
// A walk over the inputs before the run looks for such pages. For most files their name is
// enough: an extension, or a directory of a Maildir, shows whether they are pages. Of the
// other files, the walk reads the first 64 KiB, as the run itself does. It does not see files
// in lists that can be read only once, or files that are created later. If these are pages,
// the run refuses them one by one.

// A pageRule says which pages may get the base of --base.
type pageRule uint8

const (
	anyPage   pageRule = iota // all pages: there is no --base, or --same-base is given
	givenPage                 // the pages that were not found in a directory
	noPage                    // no page
)

// CheckBase returns an error if --base would be the base of several pages among the inputs. It also
// sets the rule for pages that it cannot see, in lists that can be read only once.
func (o *Opener) CheckBase(in *inputs.Inputs) error {
	lists := rereadable(in.Lists)
	if o.pages = givenPage; len(lists) < len(in.Lists) {
		o.pages = noPage
	}
	o.inPlace = in.InPlace
	look := *in
	look.Lists, look.NewTree, look.Sweep, look.Shard = lists, "", false, nil
	alone := len(lists) == 0 && len(in.Args) == 1
	if len(lists) == 0 && len(in.Args) == 0 || alone && !in.IsDir(in.Args[0]) && !o.inPlace {
		return nil
	}
	var pages []*Source            // the first two pages
	dirs := new(commonDir)         // the common directory of all inputs
	for file := range look.All() { // the run reads the files again, and reports errors
		if file == nil || !file.IsRead() {
			continue
		}
		dirs.add(file)
		if !severalPages(pages) && !isAgain(pages, file) {
			if s := o.page(file); s != nil {
				pages = append(pages, s)
			}
		}
		file.Folder.Release()
		if severalPages(pages) && alone {
			break // all pages are in that one directory
		}
	}
	if !severalPages(pages) {
		return nil
	}
	return errSameBase(o.Base, dirs.path(), pages)
}

// severalPages reports whether these pages would get the same base. It is true for two pages, and
// for a page that was found in a directory, which may have more pages, or a mailbox.
func severalPages(pages []*Source) bool {
	return len(pages) > 1 || len(pages) == 1 && (pages[0].Found || pages[0].Type == detect.Mbox)
}

// isOne reports whether the pageRule of this run applies to the source.
func (o *Opener) isOne(s *Source) bool { return s.isPage() || o.inPlace && s.isMail() }

// isAgain reports whether a file that the user named is already among pages. A file that is named twice is
// one page, and may get the base.
func isAgain(pages []*Source, file *inputs.File) bool {
	if len(pages) == 0 || file.Found {
		return false
	}
	before, err := os.Stat(pages[0].Name)
	if err != nil {
		return false
	}
	now, err := os.Stat(file.Name)
	return err == nil && os.SameFile(before, now)
}

// rereadable returns the lists that can be read twice.
func rereadable(lists []string) (twice []string) {
	for _, list := range lists {
		info, err := os.Stat(list)
		if list != inputs.Stdin && err == nil && info.Mode().IsRegular() {
			twice = append(twice, list)
		}
	}
	return twice
}

// AddedEndings does what [addressbook.Book.AddedEndings] does for the inputs, as far as they can be read twice.
func (o *Opener) AddedEndings(in *inputs.Inputs) (n int, first string) {
	look := *in
	look.Lists, look.NewTree, look.Sweep, look.Shard = rereadable(in.Lists), "", false, nil
	for file := range look.All() { // the run reads the files again, and reports errors
		if file == nil || !file.IsRead() || file.Copied {
			continue
		}
		file.Folder.Release()
		// A file that is named may be a bundle, with files of its own.
		if file.Found && !addressbook.EndingsOf(filepath.Base(file.Name)).Added {
			continue
		}
		more, name := o.Book.AddedEndings(file.Name)
		n, first = n+more, cmp.Or(first, name)
	}
	return n, first
}

// page returns an input as a source if it counts as a page (see isOne), or nil. An input that can be read only once
// counts: its content is not examined.
func (o *Opener) page(file *inputs.File) *Source {
	s := &Source{File: file, Type: file.DirType}
	if s.isBackup() {
		return nil
	}
	byName, known := detect.TypeOf(container.TrimCoding(s.Name), nil)
	if s.Type == detect.Auto && known {
		s.Type = byName
	}
	document := s.Type != detect.Auto || !s.Found
	if o.Type != detect.Auto {
		s.Type = o.Type
	}
	switch {
	case s.Type != detect.Auto && !(document && o.isOne(s)):
		return nil
	case o.Type != detect.Auto && document || s.Folder == nil:
		return s
	}
	defer s.Close()
	if err := s.openFile(); err != nil {
		return nil // the run reports the error
	}
	if o.detect(s, s.In, o.Type, false); s.Document && o.isOne(s) {
		return s
	}
	return nil
}

// checkBase returns an error if a source is a page that must not get the base of --base, or a bundle: its pages must not
// get it.
func (o *Opener) checkBase(s *Source) error {
	switch {
	case o.pages == anyPage:
		return nil
	case s.Type.IsBundle():
		root := "store it in a file, and give --root " + console.ShellWord(rootURL(o.Base)+"=FILE")
		if s.Name != inputs.Stdin {
			root = "give --root " + console.ShellWord(rootURL(o.Base)+"="+s.Name)
		}
		return fmt.Errorf("--base %s: all pages in %s would get the same base: %s, or --same-base if that is meant", o.Base, s.DisplayName(), root)
	case o.pages == givenPage && !s.Found && s.Type != detect.Mbox || !o.isOne(s):
		return nil
	}
	dirs := new(commonDir)
	dirs.add(s.File)
	dir := dirs.path()
	if filepath.IsLocal(dir) && !s.Found {
		dir = "." // the files of a list are seldom all in the directory of this file
	}
	return fmt.Errorf("%s: left: %w", s.Name, errSameBase(o.Base, dir, []*Source{s}))
}

// errSameBase returns the error for pages that would get the same base: the first two pages, a page
// that was found in a directory, or a page of a list. The error suggests a flag that gives each page
// its own base. dir is a directory that holds all the pages.
func errSameBase(url, dir string, pages []*Source) error {
	first, all := pages[0], "all pages"
	if first.isMail() {
		all = "all messages"
	}
	why := all + " of a list would get the same base"
	switch {
	case first.Found:
		why = fmt.Sprintf("%s in %s would get the same base, such as %s", all, DirOf(first.File), first.Name)
	case first.Type == detect.Mbox:
		why = fmt.Sprintf("%s in %s would get the same base", all, first.Name)
	case len(pages) > 1:
		why = fmt.Sprintf("%s and %s would get the same base", first.Name, pages[1].Name)
	}
	if first.isMail() {
		return fmt.Errorf("--base %s: %s, which is wrong for messages from elsewhere: give --same-base if all come from there", url, why)
	}
	root := "--root " + console.ShellWord(rootURL(url)+"="+dir)
	switch hosts := adviseHosts(first.File, url); {
	case isMirrored(first.File):
		root = "--map auto"
	case hosts != "":
		root = hosts
	}
	return fmt.Errorf("--base %s: %s: give %s, or --same-base if that is meant", url, why, root)
}

// DirOf returns the directory given as an input in which f was found.
func DirOf(f *inputs.File) string {
	dir, below := strings.CutSuffix(filepath.ToSlash(f.Name), "/"+f.Rel)
	if !below || dir == "" {
		return "."
	}
	return filepath.FromSlash(dir)
}

// A commonDir is the innermost directory that contains, at any depth, all files that were
// added.
type commonDir struct {
	dir      string // absolute; "" before the first file
	given    string // the last directory that was added
	absolute bool   // an absolute name was added
}

// add adds the directory of a file, or the directory that was given as an input and in which the
// file was found.
func (c *commonDir) add(f *inputs.File) {
	given := filepath.Dir(f.Name)
	if f.Found {
		given = DirOf(f)
	}
	if c.dir != "" && given == c.given {
		return
	}
	abs, err := filepath.Abs(given)
	if err != nil {
		return // the current directory is gone, and the run will fail
	}
	c.given, c.absolute = given, c.absolute || filepath.IsAbs(given)
	if c.dir == "" {
		c.dir = abs
	}
	for !dirpath.Contains(c.dir, abs) && c.dir != filepath.Dir(c.dir) {
		c.dir = filepath.Dir(c.dir)
	}
}

// path returns the directory in the form to suggest to the user: relative to the current directory
// if all names are relative.
func (c *commonDir) path() string {
	if here, err := filepath.Abs("."); err == nil && !c.absolute {
		if rel, err := filepath.Rel(here, c.dir); err == nil {
			return rel
		}
	}
	return c.dir
}

// rootURL returns a URL for --root: url without query and fragment, and without a last
// segment that looks like the name of a file. A "=" becomes "%3D", since "=" ends the URL in
// the value of --root.
func rootURL(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	path := strings.Index(url, "://") + len("://")
	if cut := strings.LastIndexByte(url, '/') + 1; cut > path && strings.Contains(url[cut:], ".") {
		url = url[:cut]
	}
	return strings.ReplaceAll(url, "=", "%3D")
}

// adviseHosts returns the flag --root-hosts if one of the directories that lead to a file is named like a host, as
// wget -r names them, or "". The flag has the scheme of url.
func adviseHosts(f *inputs.File, url string) string {
	if !f.Found {
		return ""
	}
	dirs := strings.Split(f.Rel, "/")
	dirs = dirs[:len(dirs)-1]
	at := slices.IndexFunc(dirs, addressbook.LooksLikeHost)
	if at < 0 {
		return ""
	}
	scheme, _, _ := strings.Cut(url, "://")
	dir := filepath.Join(DirOf(f), filepath.Join(dirs[:at]...))
	return "--root-hosts " + console.ShellWord(addressbook.HostsSpec(scheme, dir))
}

// isMirrored reports whether HTTrack made the directory in which a file was found, or a directory in it on the way to
// the file. The name of the file may then differ from the name in its URL.
func isMirrored(f *inputs.File) bool {
	dirs := strings.Split(f.Rel, "/")
	for i := range dirs {
		if f.Found && IsMirror(filepath.Join(DirOf(f), filepath.Join(dirs[:i]...))) {
			return true
		}
	}
	return false
}

// IsMirror reports whether HTTrack made a directory.
func IsMirror(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "hts-cache"))
	return err == nil && info.IsDir()
}

// AdviseBase returns advice on how to give a base to a document without a base, and a key: advice with the same key is
// one note for many documents. A page found in a directory gets --root, since with -b all pages there would get the
// same base. canonical is the URL that the page gives for itself, or "".
func (s *Source) AdviseBase(canonical string) (advice, key string) {
	const told = ": the page says so"
	switch hosts := adviseHosts(s.File, canonical); {
	case s.bundle != nil:
		return s.bundle.adviseRoot()
	case s.Type.IsBundle():
		return s.adviseRoot()
	case s.Found && s.isPage() && s.HasBeside("hts-cache"):
		return ": HTTrack made this page, a list of its mirrors, which has no URL", "HTTrack"
	case s.Found && s.isPage() && isMirrored(s.File):
		return ": HTTrack gives files other names, and did not note the URL of this one: give --map FILE with its line, made of hts-cache", "HTTrack file"
	case s.Found && s.isPage() && hosts != "":
		return ": give " + hosts, hosts
	case s.Found && s.isPage():
		dir := DirOf(s.File)
		if root := rootFor(canonical, filepath.ToSlash(s.Rel)); root != "" {
			return ": give --root " + console.ShellWord(root+"="+dir) + told, "--root"
		}
		if canonical != "" {
			return ": the page says that it is " + canonical + ": give --map FILE with a line for it, or --root URL=" + console.ShellWord(dir) + " if the directory is one site", "--root"
		}
		if s.besideHosts {
			return ": it is beside the directories of the hosts, where files have no URL", "--root-hosts"
		}
		if !s.isInSite(dir) {
			return ": give --root URL=DIR for the directory of its site, or --map FILE", "--root"
		}
		return ": give --root URL=" + console.ShellWord(dir) + " if the directory is one site, or --map FILE", "--root"
	case s.isAmongMail():
		return ": give -b URL, but only if all messages come from there", "-b"
	case s.isMail():
		return ": give -b URL, but only if the message comes from there", "-b"
	case canonical != "":
		return ": give -b " + console.ShellWord(canonical) + told, "-b"
	}
	return ": give -b URL", "-b"
}

// isInSite reports whether the directory that was given may be the site that a page is from: the page is directly in it,
// or it has an index. Otherwise it may hold several sites, or pages that were saved one by one.
func (s *Source) isInSite(dir string) bool {
	if !strings.Contains(s.Rel, "/") {
		return true
	}
	for _, index := range []string{"index.html", "index.htm"} {
		if _, err := os.Stat(filepath.Join(dir, index)); err == nil {
			return true
		}
	}
	return false
}

// rootFor returns the URL of the root in which the file at a path has a URL: the URL without the path at its end.
// It returns "" if the URL does not end with the path.
func rootFor(url, path string) string {
	for _, end := range []string{path, strings.TrimSuffix(path, "index.html")} {
		root, ok := strings.CutSuffix(url, end)
		if ok && strings.HasSuffix(root, "/") && strings.Count(root, "/") > 2 && !strings.ContainsAny(root, "?=") {
			return root
		}
	}
	return ""
}

// Canonical returns the URL that a page gives for itself, or "" if no URL can be printed.
func (s *Source) Canonical(text []byte) string {
	const most = 500
	if s.Type != detect.HTML {
		return ""
	}
	url := savedfrom.Canonical(text)
	if len(url) > most || printable.String(url) != url {
		return ""
	}
	return url
}
