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

// A named is a file with several names that was replaced.
type named struct {
	first string                        // the first name, for messages
	left  int                           // the number of names that were not replaced
	in    map[*atomicfile.Folder]string // for each given directory, the first path in it
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

// rename renames the temporary file for a source, or replaces the source by a hard link to the result for another
// name of it.
func (w *Writer) rename(j *job.Job, s *source.Source, f *atomicfile.File) error {
	ready := func() error { return w.ready(s, s.Base) }
	id, _ := atomicfile.Identify(s.Info)
	if n := w.names[id]; n != nil && n.in[j.Into] != "" {
		_, err := f.CommitAs(j.Into.Root, n.in[j.Into], path.Dir(s.Rel), s.Base, ready)
		return err
	}
	return f.Commit(s.Base, ready)
}

// addName records that a source was replaced.
func (w *Writer) addName(j *job.Job, s *source.Source) {
	id, links := atomicfile.Identify(s.Info)
	n := w.names[id]
	switch {
	case n == nil && links < 2:
		return
	case n == nil:
		n = &named{first: s.Name, left: links, in: make(map[*atomicfile.Folder]string)}
		if w.names == nil {
			w.names = make(map[atomicfile.Identity]*named)
		}
		w.names[id] = n
		w.order = append(w.order, n)
	}
	n.left--
	if j.Into != nil && n.in[j.Into] == "" {
		n.in[j.Into] = s.Rel
	}
}

// ReportNames reports files with names that keep the old content.
func (w *Writer) ReportNames(to *console.Console) {
	unless := ""
	if w.Shared {
		unless = ", unless other shards rewrite them"
	}
	for _, n := range w.order {
		switch {
		case n.left > 1:
			to.Remark(n.first, "hard-links", fmt.Sprintf("%d other names (hard links) keep the old content%s", n.left, unless))
		case n.left == 1:
			to.Remark(n.first, "hard-links", "1 other name (a hard link) keeps the old content"+strings.Replace(unless, "them", "it", 1))
		}
	}
}
