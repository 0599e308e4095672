package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/origins"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// autoMap is the value of --map with which the URLs of files come from the files themselves.
const autoMap = "auto"

// isAuto reports whether --map auto is given.
func (f *bookFlags) isAuto() bool { return slices.Contains(f.maps, autoMap) }

// origins returns the URLs of the files in the paths, by the files themselves and by records beside
// them. Without paths it reads the current directory. Without --map auto it reads nothing.
func (c *command) origins() (*origins.Collection, error) {
	switch {
	case !c.flags.isAuto():
		return new(origins.Collection), nil
	case c.flags.noHints:
		return nil, errors.New("--map auto reads what --no-hints ignores: leave one of them out")
	}
	opts, err := c.flags.options()
	if err != nil {
		return nil, err
	}
	in := &inputs.Inputs{Args: c.paths}
	if len(in.Args) == 0 {
		in.Args = []string{"."}
	}
	o := &source.Opener{Options: opts, Limits: c.flags.limits()}
	return origins.Collect(in, o, c.flags.jobs), nil
}

// original is the rule of a page whose URL is one of the Wayback Machine: the URL there leads to
// the page, too.
const original addressbook.Rule = "the original of a page in the Wayback Machine"

// addOrigins adds the URLs to the book. Of several files with one URL, the file that links lead to
// is added first.
func addOrigins(b *addressbook.Book, found *origins.Collection) error {
	for _, later := range []bool{false, true} {
		for _, e := range found.Entries {
			if e.Later != later {
				continue
			}
			err := b.Add(e.URL, e.Name, addressbook.Rule(e.From), e.Saved)
			if url, ok := savedfrom.Unarchived(e.URL); ok && err == nil {
				err = b.Add(url, e.Name, original, false)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	return nil
}

// reportOrigins reports URLs that several files have, URLs that do not count, and URLs that a root
// gives to another file.
func (c *command) reportOrigins(found *origins.Collection, conflicts []addressbook.Conflict) {
	c.shared = make(map[string]bool)
	overruled := make(map[string]bool) // URLs that count only for files that have them by their paths in a root
	for _, conflict := range conflicts {
		if conflict.Overruled {
			url, _ := addressbook.Normal(conflict.Other.URL)
			overruled[url] = true
			c.shared[conflict.Other.Path] = true
			c.reportConflict(conflict)
		}
	}
	for _, s := range found.Shared {
		for _, name := range s.Names {
			c.shared[name] = true
		}
		if url, _ := addressbook.Normal(s.URL); !overruled[url] {
			c.Remark(fmt.Sprintf("%s have the URL %s", strings.Join(s.Names, ", "), s.URL), "shared", fmt.Sprintf("links lead to %s, which %s", s.Names[0], s.Rule))
		}
	}
	for _, i := range found.Ignored {
		c.Remark(i.Name, string(i.Ignored), fmt.Sprintf("%s: %s ignored: %s", i.From, i.Value, i.Ignored))
	}
}

// reportConflict reports that two files have one URL, or that a file has two.
func (c *command) reportConflict(conflict addressbook.Conflict) {
	name, text, _ := strings.Cut(conflict.String(), ": ")
	c.Remark(name, "conflict", text)
}
