package findings

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/printable"
)

// A fault is the subject of one line in a file of known faults. Findings of a document that differ only in their
// lines have the same fault.
type fault struct{ doc, code, place, ref string }

// fault returns the fault of a finding.
func (f *Finding) fault() fault {
	return fault{document(f.Doc), f.Reason, strings.TrimSpace(f.Title + " " + f.Place()), f.Ref}
}

// document returns the path of a document in the form in which files of known faults, SARIF and GitHub have it.
func document(path string) string { return filepath.ToSlash(filepath.Clean(path)) }

// compare orders faults by their documents.
func (f fault) compare(g fault) int {
	return cmp.Or(strings.Compare(f.doc, g.doc), strings.Compare(f.code, g.code), strings.Compare(f.place, g.place), strings.Compare(f.ref, g.ref))
}

// firstLine is the first line of a file of known faults.
const firstLine = "# hrefix check: known faults"

// secondLine names the fields of the following lines.
const secondLine = "# document\tcode\tplace\treference\tnumber"

// line returns the entry of n faults. Fields are separated by tabs. Hidden characters, bytes that
// are not UTF-8, and backslashes are escaped, so that every fault has one form, on one line.
func (f fault) line(n int) string {
	line := strings.Join([]string{escape(f.doc), escape(f.code), escape(f.place), escape(f.ref), strconv.Itoa(n)}, "\t")
	if rest, ok := strings.CutPrefix(line, "#"); ok {
		return `\x23` + rest // a "#" would begin a comment
	}
	return line
}

// parseLine parses a line that the method line has made. n is the number of faults.
func parseLine(line string) (f fault, n int, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return f, 0, errors.New("is no entry: it has five fields, separated by tabs")
	}
	for i, to := range []*string{&f.doc, &f.code, &f.place, &f.ref} {
		if *to, err = unescape(fields[i]); err != nil {
			return f, 0, err
		}
	}
	if n, err = strconv.Atoi(fields[4]); err != nil || n < 1 || n > math.MaxInt32 {
		return f, 0, fmt.Errorf("%q is no number of faults", fields[4])
	}
	return f, n, nil
}

// escape returns s with \xNN for the bytes of hidden characters, and \\ for backslashes.
func escape(s string) string { return printable.String(strings.ReplaceAll(s, `\`, `\\`)) }

// escapes matches what escape writes, and a backslash that it does not write.
var escapes = regexp.MustCompile(`\\(?:\\|x[0-9a-fA-F]{2})?`)

// unescape is the inverse of escape.
func unescape(s string) (text string, err error) {
	text = escapes.ReplaceAllStringFunc(s, func(e string) string {
		switch len(e) {
		case 1:
			err = fmt.Errorf("%q has a backslash that is neither \\\\ nor \\xNN", s)
			return e
		case 2:
			return `\`
		}
		n, _ := strconv.ParseUint(e[2:], 16, 8) // escapes matches nothing else
		return string([]byte{byte(n)})
	})
	return text, err
}

// IsKnown reports whether r reads a file of known faults, by its beginning. The error comes from r.
func IsKnown(r io.Reader) (bool, error) {
	head := make([]byte, len(firstLine))
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return string(head[:n]) == firstLine, err
}
