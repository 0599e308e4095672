package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

// With --missing mark, links to missing files lead to a page that is added to the tree: to the
// directory that is the argument, or to its copy. The page is written if there is such a link.

// chooseMissingPage chooses the name of the page.
func (c *command) chooseMissingPage(to *destination, o *source.Opener, in *inputs.Inputs) error {
	if missing, err := decide.ParseMissing(c.flags.missing); err != nil || missing != decide.MissingMark {
		return nil // opener has reported the error
	}
	switch {
	case to.isStdout():
		return errors.New("--missing mark adds a page to the tree: give -o DIR, or -w")
	case len(in.Args) != 1 || len(in.Lists) > 0 || !in.IsDir(in.Args[0]):
		return errors.New("--missing mark adds a page to the tree: give the directory of the tree as the one PATH")
	}
	for n := 1; n <= maxMissingNames; n++ {
		name := decide.MissingName(n)
		page := filepath.Join(in.Args[0], name)
		if !isMissingPage(page) {
			continue
		}
		if to.output != "" {
			if to.page = filepath.Join(to.output, name); !c.flags.force && !isMissingPage(to.page) {
				continue
			}
		} else if to.write {
			to.page = page
		}
		return o.SetMissingPage(page)
	}
	return fmt.Errorf("%s: has %d files with names such as %s: rename one", in.Args[0], maxMissingNames, decide.MissingName(1))
}

// maxMissingNames is the number of names that are tried for the page.
const maxMissingNames = 1000

// isMissingPage reports whether the page can have that name: there is no such file, or it is
// that page already.
func isMissingPage(name string) bool {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true
	case err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(decide.MissingPage)):
		return false
	}
	text, err := os.ReadFile(name)
	return err == nil && bytes.Equal(text, decide.MissingPage)
}

// addMissingPage writes the page, as a whole or not at all, if a link leads to it, and no other shard has written it.
func (c *command) addMissingPage(to *destination) (err error) {
	if to.page == "" || c.found.AllMarked() == 0 || c.shard != nil && exists(to.page) && isMissingPage(to.page) {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", to.page, cause.Of(err))
		}
	}()
	in, err := atomicfile.OpenFolder(filepath.Dir(to.page))
	if err != nil {
		return err
	}
	defer in.Release()
	t, err := c.temps.Create(in, nil)
	if err != nil {
		return err
	}
	if _, err = t.Write(decide.MissingPage); err == nil {
		err = t.End()
	}
	if err != nil {
		return errors.Join(err, t.Discard())
	}
	return t.Commit(filepath.Base(to.page), func() error { return nil })
}
