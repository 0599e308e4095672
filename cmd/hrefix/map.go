package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/addressbook"
)

// A mapping is a file with its URL. The JSON keys are stable.
type mapping struct {
	URL  string `json:"url"`
	Path string `json:"path"`
	Rule string `json:"rule"`
	// Failed is whether the file has what a server answered instead of the page.
	Failed bool `json:"failed,omitempty"`
}

// printMap prints the URL and the path of each file that has a URL, in the form of --map. It
// reports URLs that several files have, and files that have several URLs.
func (c *command) printMap(_ *cobra.Command, args []string) error {
	if !c.flags.hasBook() {
		return c.errNoBook("map")
	}
	for _, arg := range args {
		if !exists(arg) {
			return fmt.Errorf("%s: no such file or directory", arg)
		}
	}
	b, conflicts, err := c.openBook(c.bookTops(), nil, false)
	if err != nil {
		return err
	}
	defer b.Close()
	m := &mapPrinter{c: c, book: b, out: bufio.NewWriter(c.Stdout)}
	m.files(args)
	for _, conflict := range conflicts {
		if conflict.Overruled || c.shared[conflict.Other.Path] || conflict.Other.Rule == original {
			continue
		}
		c.reportConflict(conflict)
	}
	c.EndNotes()
	if m.without > 0 {
		c.Report("%s without a URL", console.Plural(m.without, "file"))
	}
	if m.odd > 0 {
		c.Report("%s with a line ending in the name left out: give -0", console.Plural(m.odd, "file"))
	}
	if err := m.out.Flush(); err != nil {
		return err
	}
	return m.err
}

// A mapPrinter prints a map.
type mapPrinter struct {
	c       *command
	book    *addressbook.Book
	out     *bufio.Writer
	without int // files without a URL
	odd     int // files that need -0
	err     error
}

// files prints the files that the arguments name. Without any, it prints the files of all roots, and
// of all entries.
func (m *mapPrinter) files(args []string) {
	everything := len(args) == 0
	if everything {
		args = m.c.flags.rootDirs()
	}
	var done []string
	within := func(name string) bool {
		return slices.ContainsFunc(done, func(dir string) bool { return isIn(name, dir) })
	}
	for _, arg := range args {
		if within(arg) {
			continue
		}
		for f := range m.book.FilesIn(arg) {
			if m.print(&f); m.err != nil {
				return
			}
		}
		done = append(done, arg)
	}
	for e, first := range m.book.Entries() {
		if in := within(e.Path); in && !first || !in && everything { // a further URL follows the first URL of its file
			m.line(mapping{e.URL, e.Path, string(e.Rule), e.Failed})
		}
	}
}

// print prints the line of a file.
func (m *mapPrinter) print(f *addressbook.Target) {
	name := m.book.Name(*f)
	if f.URL == "" {
		m.without++
		return
	}
	named := m.book.Lookup(f.URL)
	l := mapping{f.URL, name, string(named.Rule), named.State == addressbook.Missing}
	if named.State == addressbook.File && (named.Tree != f.Tree || named.Path != f.Path) {
		if !m.c.shared[name] { // shared names are reported elsewhere
			m.c.Remark(name, "elsewhere", fmt.Sprintf("has the URL %s, which leads to %s (by %s)", f.URL, m.book.Name(named), named.Rule))
		}
		if !m.c.flags.json {
			l.URL = "# " + l.URL // a map must not have this URL
		}
	}
	m.line(l)
}

// line prints a URL and a path.
func (m *mapPrinter) line(l mapping) {
	mark, end := "", "\n"
	switch {
	case m.err != nil:
		return
	case m.c.flags.json:
		m.err = console.WriteJSON(m.out, l)
		return
	case m.c.flags.inputs.null:
		end = "\x00"
	case strings.ContainsAny(l.Path, "\n") || strings.HasSuffix(l.Path, "\r"):
		m.odd++
		return
	}
	if l.Failed {
		mark = addressbook.FailedMark
	}
	_, m.err = m.out.WriteString(mark + l.URL + "\t" + l.Path + end)
}
