package inplace

import (
	"fmt"
	"path"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// A file with several names (hard links) is replaced under each name that the run finds. The new
// files are hard links to each other, too, if they have the same content and are in the same given
// directory. Names elsewhere keep the old content, and this is reported.

// names are the files with several names that were replaced.
type names struct {
	tops  map[*atomicfile.Folder]*atomicfile.HardLinks // for each given directory, the paths in it
	all   atomicfile.HardLinks                         // names for messages
	left  map[string]int                               // the number of names that were not replaced, by the first name
	order []string                                     // the keys of left
}

// Close closes the directory that was given last, and the directory of backups.
func (w *Writer) Close() {
	w.top.Release()
	if w.backupDir != "" {
		w.backups.Close()
		w.backups.Root.Close()
	}
}

// Prepare opens the directory that a file was found in, before the next file is asked for.
func (w *Writer) Prepare(j *job.Job) error {
	if !j.File.Found {
		return nil
	}
	if w.top == nil || w.tree != j.File.Tree {
		root, err := j.File.Tree.OpenRoot(".")
		if err != nil {
			return fmt.Errorf("%s: %w", j.File.Name, cause.Of(err))
		}
		w.top.Release()
		w.tree, w.top = j.File.Tree, atomicfile.NewFolder(root)
	}
	j.Into = w.top.Hold()
	return nil
}

// relink replaces a source by a hard link to the result for another name of it. done is false if
// the result has to be committed as a separate file.
func (w *Writer) relink(j *job.Job, s *source.Source, l *lazyFile) (done bool, err error) {
	hardLinks := w.names.tops[j.Into]
	if hardLinks == nil {
		return false, nil
	}
	first, ok := hardLinks.First(s.Info)
	if !ok {
		return false, nil
	}
	ready := true
	done, err = l.CommitAs(j.Into.Root, first, path.Dir(s.Rel), s.Base, func() error {
		err := w.ready(s, s.Base)
		ready = err == nil
		return err
	})
	if !done && ready {
		return false, nil // the new file is not linked
	}
	return done, err
}

// add records that a source was replaced.
func (n *names) add(j *job.Job, s *source.Source) {
	links := atomicfile.Links(s.Info)
	if first, again := n.all.First(s.Info); again {
		n.left[first]--
	} else if links > 1 {
		n.all.Add(s.Info, s.Name)
		n.order = append(n.order, s.Name)
		n.left = with(n.left, s.Name, links-1)
	}
	if links > 1 && j.Into != nil {
		if n.tops[j.Into] == nil {
			n.tops = with(n.tops, j.Into, new(atomicfile.HardLinks))
		}
		n.tops[j.Into].Add(s.Info, s.Rel)
	}
}

// with returns a map with another element. m may be nil.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		m = make(map[K]V)
	}
	m[key] = value
	return m
}

// ReportNames reports files with names that keep the old content.
func (w *Writer) ReportNames(to *console.Console) {
	unless := ""
	if w.Shared {
		unless = ", unless other shards rewrite them"
	}
	for _, name := range w.names.order {
		switch n := w.names.left[name]; {
		case n > 1:
			to.Remark(name, "hard-links", fmt.Sprintf("%d other names (hard links) keep the old content%s", n, unless))
		case n == 1:
			to.Remark(name, "hard-links", "1 other name (a hard link) keeps the old content"+strings.Replace(unless, "them", "it", 1))
		}
	}
}
