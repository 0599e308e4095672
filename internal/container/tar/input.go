package tar

import (
	"fmt"
	"io"

	"github.com/hrefix/hrefix/internal/container/format"
)

// An input is an archive with a buffer.
type input struct{ format.Buffer }

// newInput returns the archive in file.
func newInput(file io.Reader) input { return input{format.Buffer{Source: file}} }

// err returns the error of the last read, with the offset of it.
func (in *input) err() error {
	err := in.Err()
	if err == nil || err == io.EOF || err == io.ErrNoProgress {
		return err
	}
	return fmt.Errorf("tar: read at offset %d: %w", in.Offset()+int64(len(in.Held())), err)
}
