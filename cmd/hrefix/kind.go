package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/rewrite"
)

// recognise finds out what a source is by its name and its head, which r can peek at, and
// by the type that is given, if it is not Auto. That counts for what is named or chosen;
// of what was found in a directory it says how documents are read, not what is one.
func (s *source) recognise(name string, r *bufio.Reader, given rewrite.Type) {
	if given != rewrite.Auto && (!s.Found || s.Chosen) {
		s.typ, s.document = given, true
		return
	}
	if s.Told == rewrite.Message {
		name = "message.eml" // names of messages in a Maildir say nothing
	}
	detected, known, _ := rewrite.Sniff(name, r)
	head, _ := r.Peek(buffered)
	s.document = detected != rewrite.Other && (known || !s.Found)
	if !s.document {
		s.kind = filekind.Of(name, head)
	}
	switch {
	case detected == rewrite.Other:
		s.typ = rewrite.Other
		s.document = s.Name == inputs.Stdin // it passes through, so that no mail is lost
	case given != rewrite.Auto:
		s.typ = given
	case s.typ == rewrite.Auto:
		s.typ = detected
	}
}

// passOver takes notice of a file that is no document. One that was named is refused: the
// error is that. One that was found in a directory is counted, unless it is empty, and
// named if it has the name of a document.
func (s *source) passOver(j *job) error {
	if !s.Found {
		return s.refusal()
	}
	if s.kind.Group == filekind.Empty {
		return nil
	}
	j.tally.others[s.kind.Group]++
	if _, known := rewrite.DetectType(s.Name, nil); known {
		what := "passed over"
		if j.c.flags.output != "" {
			what = "copied as it is"
		}
		j.complain("%s: %s: %s", s.Name, what, s.kind.Name)
	}
	return nil
}

// refusal returns the error that says what a source is that is no document, and what to
// do.
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

// emptied returns an error if the source is empty because stdout is the same file: the
// shell empties that before the command begins, and nothing can save it. Files of a
// directory do not count: what is printed may well go there.
func (s *source) emptied(c *command) error {
	info := s.info
	if s.Name == inputs.Stdin {
		info = infoOf(c.stdin)
	}
	if s.Found || info == nil || info.Size() > 0 || !info.Mode().IsRegular() {
		return nil
	}
	if out := infoOf(c.stdout); out == nil || !os.SameFile(info, out) {
		return nil
	}
	return s.failure(fmt.Errorf("is empty, and stdout leads to it: the shell emptied it before hrefix began: restore it, and give -w FILE to write in place"))
}

// infoOf returns what is known of the file that a reader or writer is, nil if it is none.
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
