package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
)

// recognise determines whether a source is a document, and its type, by its name, its head
// (which r can peek at) and the given type. A given type other than Auto makes a document
// of every source that is named or chosen. A file found in a directory has to be a document
// by itself, and is then read as that type.
func (s *source) recognise(name string, r *bufio.Reader, given engine.Type) {
	if given != engine.Auto && (!s.Found || s.Chosen) {
		s.typ, s.document = given, true
		return
	}
	if s.Told == engine.Message {
		name = "message.eml" // file names in a Maildir do not say what they are
	}
	detected, known, _ := engine.Sniff(name, r)
	head, _ := r.Peek(buffered)
	s.document = detected != engine.Other && (known || !s.Found)
	if !s.document {
		s.kind = filekind.Of(name, head)
	}
	switch {
	case detected == engine.Other:
		s.typ = engine.Other
		s.document = s.Name == inputs.Stdin // a filter passes it through, to lose no mail
	case given != engine.Auto:
		s.typ = given
	case s.typ == engine.Auto:
		s.typ = detected
	}
}

// passOver handles a file that is not a document. If it was named, passOver returns an
// error. If it was found in a directory, passOver counts it unless it is empty, and reports
// it if it has the name of a document.
func (s *source) passOver(j *job) error {
	if !s.Found {
		return s.refusal()
	}
	if s.kind.Group == filekind.Empty {
		return nil
	}
	j.tally.others[s.kind.Group]++
	if _, known := engine.DetectType(s.Name, nil); known {
		what := "passed over"
		if j.c.flags.output != "" {
			what = "copied as it is"
		}
		j.Report("%s: %s: %s", s.Name, what, s.kind.Name)
	}
	return nil
}

// skipsDir reports whether the file of the job is a directory, in which case there is
// nothing to read. Those of version control are counted.
func (j *job) skipsDir() bool {
	if j.file.VCS {
		j.tally.others[filekind.VersionControl]++
	}
	return j.file.Dir
}

// refusal returns the error for a source that is not a document: what it is, and what to do.
func (s *source) refusal() error {
	what, advice := s.kind.Name, s.kind.Advice()
	if s.gzip != nil {
		what += ", compressed"
	}
	if advice == "" {
		advice = "leave it out, or give -t TYPE to read it as a document"
	}
	return s.failure(fmt.Errorf("%s: %s", what, advice))
}

// emptied returns an error if the source is empty and stdout is the same file: the shell
// emptied it before the command began, and its content is lost. Files found in a directory
// do not count, since stdout may be redirected to a new file there.
func (s *source) emptied(c *command) error {
	info := s.info
	if s.Name == inputs.Stdin {
		info = infoOf(c.stdin)
	}
	if s.Found || info == nil || info.Size() > 0 || !info.Mode().IsRegular() {
		return nil
	}
	if out := infoOf(c.Stdout); out == nil || !os.SameFile(info, out) {
		return nil
	}
	return s.failure(fmt.Errorf("is empty, and stdout leads to it: the shell emptied it before hrefix began: restore it, and give -w FILE to write in place"))
}

// infoOf returns the file info of a reader or writer, nil if that is not a file.
func infoOf(stream any) fs.FileInfo {
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
