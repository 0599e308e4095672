package addressbook

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
)

// A map has a line for each file: its URL, a TAB, and its path. A line that begins with FailedMark names
// a file with the answer of a server in place of the page. Lines that are empty or begin with "#" are
// skipped. If the map has a NUL byte, a NUL byte ends each line, so that a path can have line endings.

// FailedMark begins a line of a map with a file that has the answer of a server in place of the page
// with the URL: see [Place.IsFailed].
const FailedMark = "! "

// maxMapErrors is the number of lines that an error of ReadMap names.
const maxMapErrors = 10

// ReadMap adds the entries of a map. name is the name of the map in errors. If lines cannot be
// used, the error names the first such lines with their numbers, and what to write instead. The
// entries count after [Book.Settle].
func (b *Book) ReadMap(name string, r io.Reader) error {
	var whole strings.Builder
	if f, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			whole.Grow(int(info.Size())) // the memory is allocated once
		}
	}
	if _, err := io.Copy(&whole, r); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	text := strings.TrimPrefix(whole.String(), "\ufeff") // editors on Windows add a byte order mark
	ending := "\n"
	if strings.IndexByte(text, 0) >= 0 {
		ending = "\x00"
	}
	from, err := b.entries.number(source{rule: RuleMap, name: name})
	if err != nil {
		return err
	}
	var errs []error
	bad, before := 0, len(b.entries.all)
	for n := int32(1); text != ""; n++ {
		var line string
		line, text, _ = strings.Cut(text, ending)
		if ending == "\n" {
			line = strings.TrimSuffix(line, "\r")
		}
		if err := b.addLine(line, n, from); err != nil {
			if bad++; bad <= maxMapErrors {
				errs = append(errs, fmt.Errorf("%s: line %d: %w", name, n, err))
			}
		}
	}
	if bad > maxMapErrors {
		errs = append(errs, fmt.Errorf("%s: %d more lines cannot be used", name, bad-maxMapErrors))
	}
	return errors.Join(append(errs, b.checkLost(name, b.entries.all[before:]))...)
}

// checkLost adds a remark on entries whose files do not exist. If no file exists, it returns an error: the paths
// are probably relative to another directory.
func (b *Book) checkLost(name string, all []entry) error {
	n, first := 0, 0
	for i := range all {
		if x := &all[i]; b.trees[x.tree].at(x.path).kind != file {
			if n++; n == 1 {
				first = i
			}
		}
	}
	if n == 0 {
		return nil
	}
	x := &all[first]
	lost := fmt.Sprintf("%s: %d of %d files do not exist, the first in line %d (%s): paths are relative to the current directory",
		name, n, len(all), x.line, b.trees[x.tree].name(x.path))
	if n == len(all) {
		return errors.New(lost)
	}
	b.remark("%s", lost)
	return nil
}

// addLine adds the entry of a line.
func (b *Book) addLine(line string, n int32, from uint16) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	line, failed := strings.CutPrefix(line, FailedMark)
	if failed {
		s := b.entries.sources[from]
		s.failed = true
		var err error
		if from, err = b.entries.number(s); err != nil {
			return err
		}
	}
	url, path, ok := strings.Cut(line, "\t")
	if !ok || url == "" || path == "" {
		return fmt.Errorf("%q is not of the form URL TAB PATH, with one TAB character: write for example http://example.org/ TAB site/index.html", clip(line))
	}
	err := b.addEntry(url, path, from, n)
	if err != nil && base.Unusable(resolve.RFC1808, path) == "" {
		return fmt.Errorf("%q: the URL comes first, then a TAB and the path", clip(line))
	}
	return err
}

// clip returns the beginning of a line.
func clip(line string) string {
	const most = 80
	if len(line) > most {
		return line[:most] + "..."
	}
	return line
}
