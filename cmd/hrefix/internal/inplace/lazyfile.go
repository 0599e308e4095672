package inplace

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// A lazyFile is the temporary file for a source. It is created when the first change is
// written: most files of an archive do not change, and they may be in directories where
// nothing can be created. It implements [pieces.Starter].
type lazyFile struct {
	*atomicfile.File // nil before the first change
	temps            *atomicfile.Temporaries
	s                *source.Source
	same             int64 // the number of bytes before the first change
}

// Write implements [io.Writer].
func (l *lazyFile) Write(b []byte) (int, error) {
	if l.File == nil {
		l.same += int64(len(b))
		return len(b), nil
	}
	return l.File.Write(b)
}

// creating adds the directory to an error of creating a file in it.
func creating(in *atomicfile.Folder, err error) error {
	return fmt.Errorf("cannot create a file in %s: %w", filepath.Clean(in.Name())+string(filepath.Separator), cause.Of(err))
}

// Start creates the file with what was written so far.
func (l *lazyFile) Start() (err error) {
	if l.File, err = l.temps.Create(l.s.Folder, l.s.Info); err != nil {
		return creating(l.s.Folder, err)
	}
	if l.same == 0 {
		return nil
	}
	_, err = io.Copy(l.File, io.NewSectionReader(l.s.In, 0, l.same))
	return err
}
