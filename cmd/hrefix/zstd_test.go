package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// zstdFile appends a file to another one as a Zstandard frame, or with -skip as a skippable
// frame: zstd [-skip] FROM TO.
func zstdFile(ts *testscript.TestScript, _ bool, args []string) {
	skip := args[0] == "-skip"
	if skip {
		args = args[1:]
	}
	text := []byte(ts.ReadFile(args[0]))
	var frame []byte
	var err error
	if skip {
		h := zstd.Header{Skippable: true, SkippableID: 3, SkippableSize: uint32(len(text))}
		frame, err = h.AppendTo(nil)
		frame = append(frame, text...)
	} else {
		var w *zstd.Encoder
		w, err = zstd.NewWriter(nil)
		frame = w.EncodeAll(text, nil)
	}
	ts.Check(err)
	out, err := os.OpenFile(ts.MkAbs(args[1]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	_, err = out.Write(frame)
	ts.Check(errors.Join(err, out.Close()))
}

// unzstd decompresses a file: unzstd FROM TO.
func unzstd(ts *testscript.TestScript, _ bool, args []string) {
	z, err := zstd.NewReader(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	defer z.Close()
	out, err := io.ReadAll(z)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o644))
}
