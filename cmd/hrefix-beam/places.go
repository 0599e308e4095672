package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/pipeline"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/internal/filelock"
	"github.com/hrefix/hrefix/internal/manifest"
)

// checkApart returns an error if the inputs, the output and the manifest are in each other. Those of patterns are
// checked when they are known.
func (f *flags) checkApart() error {
	if f.Manifest != "" && store.IsIn(f.Manifest, f.Output) {
		return fmt.Errorf("--manifest %s: is within --output %s: give a name elsewhere", f.Manifest, f.Output)
	}
	for _, pattern := range f.inputs {
		switch {
		case !store.IsDir(pattern):
		case store.IsIn(f.Output, pattern) || store.IsIn(pattern, f.Output):
			return fmt.Errorf("--output %s: is in --input %s, or the other way round: give another directory: files are not written in place here", f.Output, pattern)
		case f.Manifest != "" && store.IsIn(f.Manifest, pattern):
			return fmt.Errorf("--manifest %s: is within --input %s: give a name elsewhere", f.Manifest, pattern)
		}
	}
	return nil
}

// checkManifest returns an error if the run must not replace the file that has the name of the manifest: anything but a
// manifest of the same work. With --force, it may be one of other work.
func (f *flags) checkManifest(ctx context.Context, own []byte) error {
	if f.Manifest == "" {
		return nil
	}
	exists, err := store.Exists(ctx, f.Manifest)
	if err != nil || !exists {
		return err
	}
	r, err := store.Open(ctx, f.Manifest)
	if err != nil {
		return fmt.Errorf("--manifest %s: %w", f.Manifest, err)
	}
	defer r.Close() // it was only read
	there, err := header(r)
	switch {
	case err != nil:
		return fmt.Errorf("--manifest %s: exists, and is not a manifest: give another name", f.Manifest)
	case there == nil || f.Force: // it is empty
		return nil
	}
	if wanted, err := header(bytes.NewReader(own)); err != nil || there.Fingerprint != wanted.Fingerprint {
		return fmt.Errorf("--manifest %s: is a manifest of other work or options: give another name, or --force to replace it", f.Manifest)
	}
	return nil
}

// header returns the first line of a manifest, or nil if the file is empty.
func header(r io.Reader) (h *manifest.Header, err error) {
	enough := errors.New("enough")
	_, err = manifest.Read(r, func(l *manifest.Line) error {
		h = l.Header
		return enough
	})
	if err == enough {
		err = nil
	}
	return h, err
}

// lock makes sure that no other run of this machine writes to the output until unlock is called. Object stores have no
// locks.
func lock(output string) (unlock func(), err error) {
	if !store.IsLocal(output) {
		return func() {}, nil
	}
	if err := os.MkdirAll(output, 0o777); err != nil {
		return nil, err
	}
	pieces := filepath.Join(output, pipeline.PiecesDir)
	if info, err := os.Lstat(pieces); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is no directory, and pieces would be written to it: remove it, or give another --output", pieces)
	}
	file, err := os.OpenFile(pieces+".lock", os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(file); errors.Is(err, filelock.ErrInUse) {
		_ = file.Close()
		return nil, fmt.Errorf("--output %s: another run uses it: wait for its end, or give another directory", output)
	}
	return func() {
		_ = os.Remove(file.Name())
		_ = file.Close()
	}, nil
}
