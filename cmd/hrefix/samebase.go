package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/internal/gz"
	"github.com/hrefix/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/rewrite"
)

// A page has a URL of its own: --base is right for one page and wrong for the next. So a
// run that would give it to a page of a directory, or to two pages, is refused before
// anything is written. Messages have no URLs, and all of them may get one.
//
// Whether there are such pages is found by a walk over the inputs before the run. It reads
// names first: that of a directory of a Maildir, or an extension, says that most files are
// no pages. Of the others it reads the first 64 KiB, as the run itself will. Lists that can be
// read only once cannot be walked twice; nor is a file seen that appears after the walk.
// Pages among those are refused one by one.

// A pageRule says which pages may get the base of --base.
type pageRule uint8

const (
	anyPage   pageRule = iota // there is no --base, or it is meant for all
	givenPage                 // one that is no file of a directory
	noPage
)

// checkBase returns an error if --base would be the base of several pages. Of what it
// cannot know, it sets the rule for the run.
func (c *command) checkBase(o *options, args []string) error {
	f := &c.flags
	if !f.baseGiven() || f.sameBase {
		return nil
	}
	lists, all := f.rereadable()
	if o.pages = givenPage; !all {
		o.pages = noPage
	}
	in := c.inputs(args)
	in.Lists, in.NewTree, in.Sweep = lists, "", false
	if len(in.Lists) == 0 && (len(args) == 0 || len(args) == 1 && !isDir(args[0])) {
		return nil
	}
	var first *inputs.File
	for file := range in.All() { // an error will be met again
		if file == nil {
			continue
		}
		page := c.isPage(o, file)
		file.Folder.Release()
		switch {
		case !page:
		case file.Found:
			return sameBase(f.base, file)
		case first != nil:
			return sameBase(f.base, first, file)
		default:
			first = file
		}
	}
	return nil
}

// rereadable returns the lists that can be read twice, and whether those are all.
func (f *flags) rereadable() (lists []string, all bool) {
	all = true
	for _, list := range f.inputs.lists {
		info, err := os.Stat(list)
		if list == inputs.Stdin || err != nil || !info.Mode().IsRegular() {
			all = false
			continue
		}
		lists = append(lists, list)
	}
	return lists, all
}

// isPage reports whether an input is a page, or may be one since it can be read only once.
func (c *command) isPage(o *options, file *inputs.File) bool {
	s := &source{File: file, typ: file.Told}
	if s.isBackup(c.flags.backup.text) {
		return false
	}
	byName, known := rewrite.DetectType(gz.TrimExt(s.Name), nil)
	if s.typ == rewrite.Auto && known {
		s.typ = byName
	}
	document := s.typ != rewrite.Auto || !s.Found
	if o.Type != rewrite.Auto {
		s.typ = o.Type
	}
	switch {
	case s.typ != rewrite.Auto && !(document && s.isPage()):
		return false
	case o.Type != rewrite.Auto && document || s.Folder == nil:
		return true
	}
	defer s.Close()
	if err := s.openFile(); err != nil {
		return false // as the run will report
	}
	s.detect(s.in, c.flags.limits(), toRead, o.Type)
	return s.document && s.isPage()
}

// admits returns an error if a source is a page that must not get the base of --base.
func (o *options) admits(s *source) error {
	if o.pages == anyPage || o.pages == givenPage && !s.Found || !s.isPage() {
		return nil
	}
	return fmt.Errorf("%s: left: %w", s.Name, sameBase(o.Base, s.File))
}

// sameBase returns the error for pages that would get one base, with the command that
// gives each its own.
func sameBase(url string, pages ...*inputs.File) error {
	why, dir := "", ""
	switch first := pages[0]; {
	case len(pages) > 1:
		why = fmt.Sprintf("%s and %s would get the same base", first.Name, pages[1].Name)
		dir = commonDir(first.Name, pages[1].Name)
	case first.Found:
		dir = directoryOf(first)
		why = fmt.Sprintf("all pages in %s would get the same base, such as %s", dir, first.Name)
	default:
		dir = filepath.Dir(first.Name)
		why = "all pages of a list would get the same base"
	}
	root := shellWord(rootURL(url) + "=" + dir)
	return fmt.Errorf("--base %s: %s: give --root %s, or --same-base if that is meant", url, why, root)
}

// directoryOf returns the directory that was given, in which a file was found.
func directoryOf(f *inputs.File) string {
	dir, below := strings.CutSuffix(filepath.ToSlash(f.Name), "/"+f.Rel)
	if !below || dir == "" {
		return "."
	}
	return filepath.FromSlash(dir)
}

// commonDir returns the directory in which two files lie, at whatever depth.
func commonDir(a, b string) string {
	if filepath.IsAbs(a) != filepath.IsAbs(b) {
		return "."
	}
	dir := filepath.Dir(a)
	for {
		rel, err := filepath.Rel(dir, b)
		if err == nil && filepath.IsLocal(rel) || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// rootURL returns the URL for --root of the directory that a URL names: without query and
// fragment, without a last segment that looks like the name of a file, and with "%3D" for
// "=", at which the URL of a root ends.
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

// checkSameBase says what is wrong with --same-base.
func (f *flags) checkSameBase() error {
	if f.sameBase && !f.baseGiven() {
		return errors.New("--same-base is for --base: give -b URL too")
	}
	return nil
}
