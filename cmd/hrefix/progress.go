package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
)

// startProgress shows how far the work on what the arguments name is, where somebody
// looks: on a standard error that is a terminal. In the end stop has to be called.
func (c *command) startProgress(args []string) (stop func()) {
	stderr, ok := c.Stderr.(*os.File)
	if !ok || c.flags.noProgress || !console.IsTerminal(stderr) || os.Getenv("TERM") == "dumb" || c.isTyped(args) {
		return func() {}
	}
	c.passing = isPassing(c.Stdout)
	c.bar.Start(progress.Terminal{
		Writer: stderr,
		Width: func() int {
			if width, _, err := term.GetSize(int(stderr.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		},
		Foreground: func() bool { return isForeground(stderr) },
	}, c.measurer(args))
	c.Stderr = &c.bar
	return func() {
		c.bar.Stop()
		c.Stderr = stderr
	}
}

// isTyped reports whether somebody types what is read.
func (c *command) isTyped(args []string) bool {
	f, ok := c.stdin.(*os.File)
	return ok && c.inputs(args).ReadStdin() && term.IsTerminal(int(f.Fd()))
}

// isPassing reports whether what is written to w may soon be on the screen: w is a
// terminal, or who reads it may be a pager.
func isPassing(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || console.IsTerminal(w) {
		return true
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// measurer returns what tells how much the arguments name. What can be read once is not
// looked at.
func (c *command) measurer(args []string) func(context.Context) (progress.Amount, bool) {
	in := c.inputs(args)
	in.Sweep = false // it only looks
	size, known := int64(0), true
	if in.ReadStdin() {
		size, known = sizeOf(c.stdin)
		known = known && !slices.Contains(in.Lists, inputs.Stdin)
	}
	for _, list := range in.Lists {
		info, err := os.Stat(list)
		known = known && err == nil && info.Mode().IsRegular()
	}
	return func(ctx context.Context) (all progress.Amount, ok bool) {
		if !known {
			return all, false
		}
		for f := range in.All() {
			if ctx.Err() != nil {
				return all, false
			}
			if f == nil {
				continue
			}
			f.Folder.Release()
			if f.Dir {
				continue
			}
			switch {
			case f.Name == inputs.Stdin:
				f.Size = size
			case f.Folder == nil:
				return all, false
			}
			all = progress.Amount{Files: all.Files + 1, Bytes: all.Bytes + f.Size}
		}
		return all, true
	}
}

// sizeOf returns how many bytes there are to read, if r is a file.
func sizeOf(r io.Reader) (size int64, ok bool) {
	f, ok := r.(*os.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return max(0, info.Size()-at), err == nil
}

// read tells that so many bytes are done.
func (j *job) read(n int64) {
	j.seen += n
	j.c.bar.Add(progress.Amount{Bytes: n})
}

// pass tells that the file is done, with what was not read of it.
func (j *job) pass() {
	if j.file != nil && !j.file.Dir {
		j.read(max(0, j.file.Size-j.seen))
		j.c.bar.Add(progress.Amount{Files: 1})
	}
}

// beside returns a writer to w that does not let a bar stand in what is on the screen.
func (c *command) beside(w io.Writer) io.Writer {
	if !isPassing(w) {
		return w
	}
	return clearing{w, &c.bar}
}

// clearing is a writer of what may be on the screen: there is no bar from then on.
type clearing struct {
	io.Writer
	bar *progress.Bar
}

// Write implements [io.Writer].
func (w clearing) Write(b []byte) (int, error) {
	if len(b) > 0 {
		w.bar.Hide()
	}
	return w.Writer.Write(b)
}
