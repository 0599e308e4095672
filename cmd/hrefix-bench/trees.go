package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// trees is the name of the section.
const trees = "trees"

// A docTree is a package of Debian whose HTML is checked.
type docTree struct {
	name, generator, pkg string
	dir                  string // a pattern
	starts               string // patterns of the pages from which all others are reached
}

// docTrees are packages of documentation by different generators.
var docTrees = []docTree{
	{"Python", "Sphinx", "python3-doc", "/usr/share/doc/python3.*-doc/html", "index.html"},
	{"Eigen", "Doxygen", "libeigen3-doc", "/usr/share/doc/libeigen3-dev/html", "index.html"},
	{"GTK", "GTK-Doc", "libgtk-3-doc", "/usr/share/gtk-doc/html", "*/index.html"},
	{"Commons Math", "javadoc", "libcommons-math3-java-doc", "/usr/share/doc/libcommons-math3-java/api", "index.html"},
	{"PostgreSQL", "DocBook", "postgresql-doc-15", "/usr/share/doc/postgresql-doc-15/html", "index.html"},
}

// found returns the directory of the tree, or an empty string.
func (d *docTree) found() string {
	dirs, _ := filepath.Glob(d.dir)
	if len(dirs) == 0 {
		return ""
	}
	return dirs[0]
}

// A treeChecker finds the faults of links in a tree of files.
type treeChecker interface {
	about() about
	// start installs and starts what is needed.
	start() error
	// check checks the tree in a directory, from the start pages on.
	check(dir string, starts []string) ([]treeFault, error)
}

// A treeFault is a link that does not work.
type treeFault struct {
	page   string // the path of the page in the tree
	target string // what it leads to: a path in the tree, with the fragment
}

// A treeResult is what a checker found in a tree.
type treeResult struct {
	took   time.Duration
	faults map[treeFault]bool
	absent string // why there is no result
}

// treePatience is how long a checker may take for a tree.
const treePatience = 2 * time.Minute

// treesSection checks trees of documentation with hrefix and others.
func (b *bench) treesSection() (*section, error) {
	hrefix, err := buildCommand(b.shop, b.root)
	if err != nil {
		return nil, err
	}
	checkers := []treeChecker{
		&hrefixCheck{path: hrefix}, &hrefixCheck{path: hrefix, flags: []string{"--no-fragments"}},
		&linkinator{shop: b.shop, flags: []string{"--check-fragments", "--check-css"}}, &linkinator{shop: b.shop},
		&linkchecker{shop: b.shop},
	}
	s := &section{title: "Links of trees"}
	for _, c := range checkers {
		if err := c.start(); err != nil && !errors.As(err, new(missing)) {
			return nil, err
		}
		s.rows = append(s.rows, row{who: c.about()})
	}
	s.table = &table{header: []string{"tree", "generator", ">files", ">MB", "checker", ">seconds", ">faults", ">also of hrefix", ">of hrefix alone", ">of it alone"}}
	var fragments []figure
	for i := range docTrees {
		results, err := b.checkTree(s.table, &docTrees[i], checkers)
		if err != nil {
			return nil, err
		}
		if results != nil {
			fragments = append(fragments, figure{docTrees[i].name, results[0].took.Seconds() / results[1].took.Seconds()})
		}
	}
	s.text = "Wall-clock time of one run, of hrefix the median of several. A fault is a page and what its link leads to, counted once. " +
		"The trees are on " + fileSystem(b.files) + ". linkinator and linkchecker begin at the start pages, and check what these lead to; hrefix checks every file. " +
		"The fastest known checker of local links, hyperlink, is not in the table: its npm package loads its program from a host that the machine does not reach."
	s.bounds = []bound{{what: "check: time with fragments, without = 1", want: 2, most: true, got: fragments}}
	return s, nil
}

// checkTree checks a copy of a tree with all checkers, and adds the rows of the table.
func (b *bench) checkTree(t *table, d *docTree, checkers []treeChecker) ([]treeResult, error) {
	if err := b.shop.need(debian(d.pkg, func() bool { return d.found() != "" })); err != nil {
		t.add(d.name, d.generator, "–", "–", err.Error(), "–", "–", "–", "–", "–")
		return nil, nil
	}
	fmt.Fprintln(b.shop.log, d.name)
	scratch, err := os.MkdirTemp(b.files, "hrefix-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	dir := filepath.Join(scratch, "tree")
	if out, err := exec.Command("cp", "-rL", d.found(), dir).CombinedOutput(); err != nil && len(out) == 0 {
		return nil, err // links that lead nowhere are not copied
	}
	// linkchecker gives up its rights if root runs it.
	if err := os.Chmod(scratch, 0o755); err != nil {
		return nil, err
	}
	starts, err := startPages(dir, d.starts)
	if err != nil {
		return nil, err
	}
	files, bytes, err := treeSize(dir)
	if err != nil {
		return nil, err
	}
	results := make([]treeResult, len(checkers))
	for i, c := range checkers {
		results[i] = b.runChecker(c, dir, starts)
		cells := []string{d.name, d.generator, thousands(int64(files)), number(float64(bytes) / 1e6)}
		if i > 0 {
			cells = []string{"", "", "", ""}
		}
		t.add(append(append(cells, c.about().name), results[i].cells(&results[0])...)...)
	}
	return results, nil
}

// runChecker runs a checker; hrefix several times.
func (b *bench) runChecker(c treeChecker, dir string, starts []string) (r treeResult) {
	rounds := 1
	if _, ours := c.(*hrefixCheck); ours {
		rounds = b.rounds
	}
	var times []float64
	for range rounds {
		began := time.Now()
		faults, err := c.check(dir, starts)
		if err != nil {
			return treeResult{absent: err.Error()}
		}
		times = append(times, time.Since(began).Seconds())
		r.faults = make(map[treeFault]bool)
		for _, f := range faults {
			r.faults[f] = true
		}
	}
	r.took = time.Duration(median(times) * float64(time.Second))
	return r
}

// cells returns the cells of a result, beside that of hrefix.
func (r *treeResult) cells(ours *treeResult) []string {
	if r.absent != "" {
		return []string{"–", "–", "–", "–", r.absent}
	}
	both := 0
	for f := range r.faults {
		if ours.faults[f] {
			both++
		}
	}
	count := func(n int) string { return thousands(int64(n)) }
	return []string{number(r.took.Seconds()), count(len(r.faults)), count(both), count(len(ours.faults) - both), count(len(r.faults) - both)}
}

// startPages returns the start pages of a tree, by their paths in it.
func startPages(dir, pattern string) ([]string, error) {
	pages, err := fs.Glob(os.DirFS(dir), pattern)
	if err == nil && len(pages) == 0 {
		err = fmt.Errorf("%s: no %s", dir, pattern)
	}
	return pages, err
}

// treeSize returns the number of files of a tree, and their size.
func treeSize(dir string) (files int, bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return err
	})
	return files, bytes, err
}

// inTree returns a fault whose page and target are URLs or paths below a top. ok is false if one
// of them is elsewhere.
func inTree(page, target string, tops ...string) (f treeFault, ok bool) {
	page, ok = below(page, tops)
	page, _, _ = strings.Cut(page, "#")
	if page == "" || strings.HasSuffix(page, "/") {
		page += "index.html"
	}
	target, of := below(target, tops)
	return treeFault{page, target}, ok && of
}

// below returns the path below the first of the tops that it has.
func below(path string, tops []string) (string, bool) {
	i := slices.IndexFunc(tops, func(top string) bool { return strings.HasPrefix(path, top) })
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, tops[i]), "/"), true
}
