package manifest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteTo writes one manifest with the records that count. The runs of a part become one run, which
// has ended if the last one has. The runs are in the order of their times. It returns an error before
// it writes if the manifests are of different directories.
func (s *Set) WriteTo(w io.Writer) (n int64, err error) {
	if err := s.checkDirs(); err != nil {
		return 0, err
	}
	out := bufio.NewWriter(w)
	put := func(text []byte) error {
		m, err := out.Write(text)
		n += int64(m)
		return err
	}
	for _, p := range s.inOrder() {
		if err := s.writePart(p, put); err != nil {
			return n, err
		}
	}
	return n, out.Flush()
}

// writePart writes the lines of a part.
func (s *Set) writePart(p *Part, put func([]byte) error) error {
	if err := put(appendLine(nil, p.header())); err != nil {
		return err
	}
	for _, run := range p.Runs {
		err := s.section(p.file, run, func(_ *Line, text []byte) error { return errors.Join(put(text), put([]byte("\n"))) })
		if err != nil {
			return err
		}
	}
	if end := p.run().End; end != nil {
		return put(appendLine(nil, end))
	}
	return nil
}

// inOrder returns the parts in the order of their last runs. Of the same second, those that ended are
// the last.
func (s *Set) inOrder() []*Part {
	all := s.Parts()
	slices.SortStableFunc(all, func(a, b *Part) int {
		switch c := a.header().Time.Compare(b.header().Time); {
		case c != 0:
			return c
		case a.run().End == nil && b.run().End != nil:
			return -1
		case a.run().End != nil && b.run().End == nil:
			return 1
		}
		return 0
	})
	return all
}

// checkDirs returns an error if the manifests have two runs without a shard in different directories,
// which are different work, or files with one path in two directories.
func (s *Set) checkDirs() error {
	var whole *Part
	for _, p := range s.Parts() {
		switch {
		case p.Shard != "":
		case whole == nil:
			whole = p
		case p.file != whole.file && p.directory() != whole.directory():
			return fmt.Errorf("%s has the results in %s, and %s those in %s: merge the manifests of one directory", whole.Manifest, whole.directory(), p.Manifest, p.directory())
		}
	}
	if len(s.dirs) < 2 {
		return nil
	}
	seen := make(map[key]bool, len(s.at))
	for at := range s.at {
		if seen[at.key] {
			return fmt.Errorf("files with the same path are in several directories (%s): merge the manifests of one directory", strings.Join(s.dirs, ", "))
		}
		seen[at.key] = true
	}
	return nil
}
