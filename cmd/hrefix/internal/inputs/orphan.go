package inputs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// orphan takes a temporary of another run, which is told under that name: one that was
// left behind is removed if that is asked for.
func (t *tree) orphan(name, rel string) {
	in, err := t.folders.Open(path.Dir(rel))
	if err == nil {
		defer in.Release()
		var file io.Closer
		if t.Sweep {
			err = in.RemoveOrphan(path.Base(rel))
		} else if file, err = in.Seize(path.Base(rel)); err == nil {
			file.Close()
		}
	}
	switch {
	case errors.Is(err, atomicfile.ErrInUse) || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		t.put(nil, Remark{fmt.Errorf("%s: passed over: a temporary file of hrefix: remove it unless another run is writing", name)})
	case !t.Sweep:
		t.put(nil, Remark{fmt.Errorf("%s: passed over: left behind by a run of hrefix that did not end well: remove it", name)})
	}
}
