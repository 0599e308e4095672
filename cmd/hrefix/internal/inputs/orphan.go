package inputs

import (
	"errors"
	"io/fs"
	"path"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// orphan handles a temporary file of another run. It removes the file if Sweep is set and no
// process uses it. name is the path for messages, and rel the path in the tree.
func (t *tree) orphan(name, rel string) {
	if t.Sweep && !t.Temporaries.MayRemove(path.Base(rel)) {
		return
	}
	in, err := t.folders.Open(path.Dir(rel))
	if err == nil {
		defer in.Release()
		err = in.Orphaned(path.Base(rel), t.Sweep)
	}
	switch {
	case errors.Is(err, atomicfile.ErrInUse) || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		t.fail(rel, Remark{name, "passed over: a temporary file of hrefix: remove it unless another run is writing"})
	case !t.Sweep:
		t.fail(rel, Remark{name, "passed over: left by a run of hrefix that did not end well: remove it"})
	}
}
