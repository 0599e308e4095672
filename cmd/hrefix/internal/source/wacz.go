package source

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/wacz"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/tempfile"
)

// A WACZ file is one input, and each web archive in it is a source. All goroutines read one archive
// together, then the next.

// isWACZ reports whether the source is a WACZ file that is not compressed.
func (s *Source) isWACZ() bool { return s.Coded == nil && s.Kind == filekind.WACZ }

// passes reports whether a source is passed over: a bundle or, with PassArchives, a web archive, that was
// found in a directory. If so, passes makes the source no document.
func (o *Opener) passes(s *Source) bool {
	if !s.Found || s.Chosen || o.Type != detect.Auto {
		return false
	}
	if s.Document && s.Type.IsBundle() {
		head, _ := s.Text.Peek(headSize) // the head was read before, so there is no error
		s.Document, s.Kind = false, filekind.Of(s.Name, head)
		return true
	}
	if !o.PassArchives {
		return false
	}
	if s.Document && s.Type.HasRecords() {
		s.Document, s.Kind = false, filekind.Kind{Group: filekind.WebArchive, Name: "a web archive"}
		return true
	}
	return s.isWACZ()
}

// findArchives sets the archives of a WACZ file. It copies a pipe to a temporary file.
func (s *Source) findArchives(inTurn bool) (err error) {
	s.Document = false // recognise sets it for stdin, which a filter copies
	switch {
	case s.Folder == nil:
		if s.spool, err = tempfile.NewSpool(s.buf); err == nil {
			s.Archives, err = wacz.Archives(s.spool, s.spool.Size)
		}
	case !inTurn && s.Info.Size() > SharedMailbox:
		return ErrInTurn
	default:
		s.Archives, err = wacz.Archives(s.In, s.Info.Size())
	}
	if err != nil {
		return s.Error(fmt.Errorf("reading: %w", cause.Of(err)))
	}
	return nil
}

// OpenArchive opens a web archive in a WACZ file. The source has to be closed before the WACZ file is
// closed, even if there is an error. read is called with the number of bytes of each read.
func (o *Opener) OpenArchive(in *Source, a *wacz.Archive, read func(int64)) (*Source, error) {
	file := *in.File
	file.Name, file.Size = in.Name+"/"+a.Name, a.Size
	s := &Source{File: &file, Info: in.Info}
	r, err := a.Open(o.Limits)
	if err != nil {
		return s, s.Error(fmt.Errorf("reading: %w", err))
	}
	s.entry = r
	s.input = input{from: r, read: read}
	typ := o.detect(s, &s.input, detect.Auto, o.ToWrite)
	switch {
	case s.input.err != nil && !s.Document:
		return s, s.Error(fmt.Errorf("reading: %w", s.input.err))
	case !typ.HasRecords():
		return s, s.Error(errors.New("is no web archive, although the WACZ file has it as one: unzip it to look at it"))
	}
	if s.Document = true; s.Coded == nil {
		s.Text.size = int(a.Size)
	}
	return s, o.prepare(s, typ)
}
