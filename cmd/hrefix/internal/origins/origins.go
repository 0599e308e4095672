package origins

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
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
}

// A Collection has the URLs that the files of some trees give for themselves.
type Collection struct {
	Trees   []string  // the directories that were read
	Entries []Entry   // the entries in the order of the files
	Shared  []Shared  // URLs that several files have
	Ignored []Ignored // URLs that do not count
}

// Ignored is a URL that does not count.
type Ignored struct {
	Name string // the path of the file
	base.Source
}

// Collect collects the URLs of the files that the arguments of in name, and of the files beside
// them. jobs is the number of goroutines. It reads the start of each file. Files that cannot be
// read are skipped.
func Collect(in *inputs.Inputs, o *source.Opener, jobs int) *Collection {
	pool := job.NewPool(jobs)
	defer pool.Close()
	c := &collector{opener: o}
	c.queue = job.NewQueue(pool, c.work, c.finish)
	for _, tree := range trees(in) {
		c.Trees = append(c.Trees, tree.dir)
		c.read(tree)
	}
	_ = c.queue.Wait() // finish returns no error
	c.share()
	return &c.Collection
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

// A collector makes a Collection.
type collector struct {
	Collection
	opener *source.Opener
	queue  *job.Queue[*item]
	dates  []date // the dates of Entries
}

// An item is a file that is read.
type item struct {
	file   *inputs.File
	record source.Record
}

// read reads the files of a tree.
func (c *collector) read(t tree) {
	in := inputs.Inputs{Args: []string{t.dir}, Temporaries: new(atomicfile.Temporaries)}
	if t.flat {
		in.Args = nil
		entries, _ := os.ReadDir(t.dir) // sorted; the run reports errors
		for _, e := range entries {
			if e.Type().IsRegular() {
				in.Args = append(in.Args, filepath.Join(t.dir, e.Name()))
			}
		}
	}
	if len(in.Args) == 0 {
		return
	}
	for file := range in.All() { // the run reports errors
		if file == nil {
			continue
		}
		file.Found = true
		_ = c.queue.Add(&item{file: file}, small) // finish returns no error
	}
}

// small is the number of bytes of memory that the start of a file takes.
const small = 128 << 10

// work reads the start of a file.
func (c *collector) work(i *item, _ bool) {
	i.record = c.opener.Recorded(i.file)
	i.file.Folder.Release()
}

// finish adds the entry of a file.
func (c *collector) finish(i *item) error {
	switch r := i.record; {
	case r.Value == "":
	case r.Ignored == basereason.ZoneMark: // too frequent to report: browsers write this mark into many files
	case r.Ignored != "":
		c.Ignored = append(c.Ignored, Ignored{i.file.Name, r.Source})
	default:
		c.Entries = append(c.Entries, Entry{Name: i.file.Name, URL: r.Value, From: r.From, Saved: r.Inside})
		c.dates = append(c.dates, date{savedfrom.InOwnFolder(filepath.ToSlash(i.file.Name)), r.Modified})
	}
	return nil
}
