package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/report"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// recognise determines whether a source is a document, and its type, by its name, its head (which r can
// peek at) and the given type. A given type other than Auto makes a document of every source that is
// named or chosen. A file found in a directory has to be a document by its name or content, and is then
// read as the given type. A report of hrefix in a directory is not a document: it is about the other files.
func (s *Source) recognise(name string, r *bufio.Reader, given detect.Type, opts *engine.Options) {
	head := func() []byte {
		b, _ := r.Peek(headSize) // a later read returns the error, too
		return b
	}
	if s.Found {
		if isReport, _ := report.Is(bytes.NewReader(head())); isReport { // memory has no read errors
			s.Type, s.Kind = detect.Other, filekind.Kind{Group: filekind.Report, Name: "a report of hrefix"}
			return
		}
	}
	if given.HasRecords() && s.Coded == nil && filekind.Of(name, head()) == filekind.WACZ {
		given = detect.Auto // -t warc is also right for a WACZ file
	}
	if given != detect.Auto && (!s.Found || s.Chosen) {
		s.Type, s.Document, s.Rule = given, true, detect.RuleGiven
		return
	}
	if s.DirType == detect.Message {
		name = "message.eml" // file names in a Maildir do not show the type
	}
	found := opts.Detect(name, head())
	detected := found.Type
	s.Document = detected != detect.Other && (found.Known || !s.Found)
	s.Rule = found.Rule
	if !s.Document {
		s.Kind = filekind.Of(name, head())
	}
	switch {
	case detected == detect.Other:
		s.Type = detect.Other
		s.Document = s.Name == inputs.Stdin // a filter copies it, so that no mail is lost
	case given != detect.Auto:
		s.Type, s.Rule = given, detect.RuleGiven
	case s.Type == detect.Auto:
		s.Type = detected
	default:
		s.Rule = detect.RuleDirectory
	}
}

// Skipped reports whether the content of the source was read and shows that it is not a document.
func (s *Source) Skipped() bool { return !s.Document && s.Kind != (filekind.Kind{}) }

// Group returns the group in which a source is counted that was found in a directory and is no document.
// It returns [filekind.Empty] for a source that is not counted.
func (s *Source) Group() filekind.Group {
	switch {
	case s.Apart != 0:
		return filekind.Empty // its directory is counted
	case s.Copied:
		return filekind.Unselected
	case !s.Skipped():
		return filekind.Backup
	}
	return s.Kind.Group
}

// Why returns the reason why a source that was found in a directory is not a document.
func (s *Source) Why() string {
	switch {
	case s.Apart != 0:
		return "in a " + s.Apart.String()
	case s.Copied:
		return "not selected"
	case !s.Skipped():
		return "a backup"
	case s.Coded != nil:
		return s.Kind.Name + ", compressed"
	case s.Kind.Group == filekind.Text && filekind.IsTemplate(s.Name):
		return "a template, which does not begin as a whole page does"
	case s.Kind.Group == filekind.Markup:
		return s.Kind.Name + ", which does not begin as a whole page does"
	case s.Kind.Group == filekind.Text:
		return s.Kind.Name + ", which does not begin as a document does"
	}
	if charset := s.Kind.Charset(); charset != "" {
		return s.Kind.Name + ": give --charset " + charset + " in a run over such files alone"
	}
	return s.Kind.Name
}

// HasDocumentName reports whether the name of the source is the name of a document.
func (s *Source) HasDocumentName() bool {
	_, known := detect.TypeOf(s.Name, nil)
	return known
}

// Refusal returns the error for a source that is not a document: it says what the source is, and
// what to do.
func (s *Source) Refusal() error {
	what, advice := s.Kind.Name, s.Kind.Advice()
	if charset := s.Kind.Charset(); charset != "" {
		advice = "give --charset " + charset
	}
	if s.Coded != nil {
		what += ", compressed"
	}
	if advice == "" {
		advice = "leave it out, or give -t TYPE to read it as a document"
	}
	return s.Error(fmt.Errorf("%s: %s", what, advice))
}

// checkEmptied returns an error if stdout is the same file as the source. If the source is empty,
// the shell emptied it before the command began, and its content is lost. Files found in a
// directory do not count, since stdout may be redirected to a new file there.
func (s *Source) checkEmptied(o *Opener) error {
	info := s.Info
	if s.Name == inputs.Stdin {
		info = statOf(o.Stdin)
	}
	if s.Found || info == nil || !info.Mode().IsRegular() {
		return nil
	}
	if out := statOf(o.Stdout); out == nil || !os.SameFile(info, out) {
		return nil
	}
	if info.Size() > 0 {
		return s.Error(errors.New("stdout leads to this file, too: give -w FILE to write in place, or another file for stdout"))
	}
	return s.Error(errors.New("is empty, and stdout leads to it: the shell emptied it before hrefix started: restore it, and give -w FILE to write in place"))
}

// statOf returns the file info of a reader or writer, or nil if it is not a file.
func statOf(stream any) fs.FileInfo {
	f, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// isBackup reports whether a file found in a directory is the backup of another file there, and so
// is not a document: the other file is there, or has the name of a document.
func (s *Source) isBackup() bool {
	if !s.Found {
		return false
	}
	of := inputs.BackedUp(s.Base)
	if len(of) > 0 && strings.HasPrefix(s.Base, of[0]) {
		if _, isDocument := detect.TypeOf(of[0], nil); isDocument {
			return true
		}
	}
	return slices.ContainsFunc(of, func(name string) bool {
		info, err := s.Folder.Lstat(name)
		return err == nil && info.Mode().IsRegular()
	})
}
