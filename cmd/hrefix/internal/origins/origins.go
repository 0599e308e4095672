// Package origins collects the URLs that the files of a tree were retrieved from, according to
// the files themselves: the marks of browsers and other savers, and what is recorded beside files.
//
// # Terms
//
// An entry is a file with its URL. A file is in the folder of a saved page if it is in a
// directory such as "page_files".
//
// # Rules
//
//   - The files are the files in the given directories, at any depth, and the files beside a given
//     file. The first 64 KiB of each file are read.
//   - A URL that is recorded beside a file takes precedence over a URL in the file.
//   - If several files have the same URL, links to it lead to one of the files. A file that is not in
//     the folder of a saved page comes first, then the file that was changed last, then the first file
//     in the order of paths. The other files keep their URL. URLs are the same if they have the
//     same normal form: see [addressbook.Normal].
//   - A URL counts only if it is an http, https or ftp URL with a host.
//
// The result does not depend on the number of goroutines.
package origins

import (
	"cmp"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// An Entry is a file with the URL that it was retrieved from.
type Entry struct {
	Name  string // the path of the file
	URL   string
	From  string // the name of the source
	Saved bool   // the program that saved the file made its links lead to files
	Later bool   // links to the URL lead to another file with the same URL

	// What decides between files with the same URL.
	inFolder bool // the file is in the folder of a saved page
	modified time.Time
}

// A Collection has the URLs that the files of some trees give for themselves.
type Collection struct {
	Trees   []string  // the directories that were read
	Entries []Entry   // the entries in the order of the files
	Shared  []Shared  // URLs that several files have
	Ignored []Ignored // URLs that do not count
}

// Shared is a URL that several files have.
type Shared struct {
	URL   string
	Names []string // links lead to the first name
	Rule  string   // why the first entry counts: the words after "which"
}

// Ignored is a URL that does not count.
type Ignored struct {
	Name string // the path of the file
	base.Source
}

// An item is a file that is read.
type item struct {
	file   *inputs.File
	record source.Record
}

// Collect collects the URLs of the files that the arguments of in name, and of the files beside
// them. jobs is the number of goroutines. It reads the start of each file. Files that cannot be
// read are skipped.
func Collect(in *inputs.Inputs, o *source.Opener, jobs int) *Collection {
	const small = 128 << 10 // the number of bytes of memory that the start of a file takes
	pool := job.NewPool(jobs)
	defer pool.Close()
	c := new(Collection)
	read := func(i *item, _ bool) {
		i.record = o.Recorded(i.file)
		i.file.Folder.Release()
	}
	queue := job.NewQueue(pool, read, c.add)
	for _, tree := range trees(in) {
		c.Trees = append(c.Trees, tree.dir)
		for file := range tree.files() { // the run reports errors
			if file != nil {
				file.Found = true
				_ = queue.Add(&item{file: file}, small) // add returns no error
			}
		}
	}
	_ = queue.Wait()
	c.share()
	return c
}

// add adds the entry of a file.
func (c *Collection) add(i *item) error {
	switch r := i.record; {
	case r.Value == "":
	case r.Ignored == basereason.ZoneMark: // too frequent to report: browsers write this mark into many files
	case r.Ignored != "":
		c.Ignored = append(c.Ignored, Ignored{i.file.Name, r.Source})
	default:
		inFolder := savedfrom.InOwnFolder(filepath.ToSlash(i.file.Name))
		c.Entries = append(c.Entries, Entry{Name: i.file.Name, URL: r.Value, From: r.From, Saved: r.Inside, inFolder: inFolder, modified: r.Modified})
	}
	return nil
}

// share decides which file links lead to if several have the same URL.
func (c *Collection) share() {
	byURL := make(map[string][]*Entry, len(c.Entries))
	var keys []string // the keys with several files
	for i := range c.Entries {
		e := &c.Entries[i]
		key, _ := addressbook.Normal(e.URL)
		if byURL[key] = append(byURL[key], e); len(byURL[key]) == 2 {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		all := byURL[key]
		slices.SortStableFunc(all, func(x, y *Entry) int {
			order, _ := x.compare(y)
			return order
		})
		_, rule := all[0].compare(all[1])
		s := Shared{URL: all[0].URL, Rule: rule}
		for n, e := range all {
			e.Later = n > 0
			s.Names = append(s.Names, e.Name)
		}
		c.Shared = append(c.Shared, s)
	}
}

// compare compares two entries with the same URL. It returns a negative number if links lead to
// x, and the rule that decides.
func (x *Entry) compare(y *Entry) (order int, rule string) {
	switch {
	case x.inFolder && !y.inFolder:
		return 1, "is not in the folder of a saved page"
	case y.inFolder && !x.inFolder:
		return -1, "is not in the folder of a saved page"
	}
	if order = y.modified.Compare(x.modified); order != 0 {
		return order, "was saved later"
	}
	return cmp.Compare(x.Name, y.Name), "comes first"
}

// A tree is a directory to read. If it is flat, its directories are not read.
type tree struct {
	dir  string
	flat bool
}

// trees returns the directories that the inputs name, and the directories of the files that they
// name, each once. Directories below others are left out.
func trees(in *inputs.Inputs) []tree {
	var given []tree
	deep := make(map[string]bool)
	for _, arg := range in.Args {
		switch {
		case arg == inputs.Stdin:
		case in.IsDir(arg):
			t := tree{dir: filepath.Clean(arg)}
			deep[t.dir] = true
			given = append(given, t)
		default:
			given = append(given, tree{filepath.Dir(arg), true})
		}
	}
	seen := make(map[tree]bool)
	return slices.DeleteFunc(given, func(t tree) bool {
		again := seen[t] || t.flat && deep[t.dir] || dirpath.AnyContains(deep, t.dir)
		seen[t] = true
		return again
	})
}

// files returns the files of a tree.
func (t tree) files() iter.Seq2[*inputs.File, error] {
	in := inputs.Inputs{Args: []string{t.dir}, Temporaries: new(atomicfile.Temporaries)}
	if t.flat {
		in.Args = nil
		entries, _ := os.ReadDir(t.dir) // sorted; the run reports errors
		for _, e := range entries {
			if e.Type().IsRegular() {
				in.Args = append(in.Args, filepath.Join(t.dir, e.Name()))
			}
		}
		if len(in.Args) == 0 {
			return func(func(*inputs.File, error) bool) {} // without arguments, stdin would be an input
		}
	}
	return in.All()
}
