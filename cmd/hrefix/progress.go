package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
)

// startBar shows a progress bar if standard error is a terminal. Otherwise it begins to print a line of progress at each
// interval that the flags give. stop has to be called at the end.
func (c *command) startBar(bar *progress.Bar, in *inputs.Inputs) (stop func()) {
	old := c.Stderr
	stderr, ok := old.(*os.File)
	switch {
	case ok && !c.flags.noProgress && !c.Quiet && console.IsTerminal(stderr) && os.Getenv("TERM") != "dumb" && !c.isTyped(in):
		c.screen.isShared = isScreen(c.Stdout)
		bar.Start(progress.Terminal{
			Writer: stderr,
			Width: func() int {
				if width, _, err := term.GetSize(int(stderr.Fd())); err == nil && width > 0 {
					return width
				}
				return 80
			},
			Foreground: func() bool { return isForeground(stderr) },
		}, measurer(in))
	case c.flags.progressEvery != 0:
		bar.StartLog(progress.Log{Writer: old, Interval: c.flags.progressEvery, Line: c.progressLine}, measurer(in))
	default:
		return func() {}
	}
	c.Stderr = bar
	return func() {
		bar.Stop()
		c.Stderr = old
	}
}

// A progressMessage is a line of progress as JSON. The keys are stable.
type progressMessage struct {
	console.Message
	Shard    string   `json:"shard,omitempty"`
	Files    int64    `json:"files"` // the files that are done
	Bytes    int64    `json:"bytes"`
	AllFiles *int64   `json:"all_files,omitempty"` // once it is known
	AllBytes *int64   `json:"all_bytes,omitempty"`
	Rate     int64    `json:"rate"`           // bytes a second since the line before
	Left     *float64 `json:"left,omitempty"` // seconds
	Seconds  float64  `json:"seconds"`        // since the start
}

// progressLine returns a line of progress.
func (c *command) progressLine(s progress.State) string {
	m := progressMessage{
		Message: console.Message{Code: "progress", Text: c.shard.Title() + s.String()}, Shard: c.shard.String(),
		Files: s.Done.Files, Bytes: s.Done.Bytes, Rate: int64(s.Rate), Seconds: s.Took.Round(time.Millisecond).Seconds(),
	}
	if s.All != nil {
		m.AllFiles, m.AllBytes = &s.All.Files, &s.All.Bytes
	}
	if left, ok := s.Left(); ok {
		seconds := left.Round(time.Second).Seconds()
		m.Left = &seconds
	}
	var line strings.Builder
	to := console.Console{Stderr: &line}
	if c.JSON {
		_ = console.WriteJSON(&line, m) // writing to memory cannot fail
	} else {
		to.Report("%s", m.Text)
	}
	return line.String()
}

// announceTyping reports on stderr that the command reads from the terminal because no input
// was named.
func (c *command) announceTyping(in *inputs.Inputs) {
	if len(in.Args)+len(in.Lists) == 0 && c.isTyped(in) {
		c.Report("reading from the terminal: end the input with Ctrl-D, or give a PATH")
	}
}

// isTyped reports whether standard input is read from a terminal.
func (c *command) isTyped(in *inputs.Inputs) bool {
	f, ok := c.stdin.(*os.File)
	return ok && in.ReadStdin() && term.IsTerminal(int(f.Fd()))
}

// isScreen reports whether output written to w may soon be on the screen: w is a terminal, or a
// pipe that a pager may read.
func isScreen(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || console.IsTerminal(w) {
		return true
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// measurer returns a function that returns the number and size of the inputs, and false if
// that is not known. It does not read anything that can be read only once.
func measurer(inputsOfRun *inputs.Inputs) progress.Measure {
	in := *inputsOfRun
	in.Sweep = false
	size, known := int64(0), true
	if in.ReadStdin() {
		size, known = sizeOf(in.Stdin)
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
			if f.Elsewhere || !f.IsRead() {
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

// sizeOf returns the number of bytes to read if r is a regular file.
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

// hidingBar returns a writer to w. If w is the screen, the bar is hidden when something is
// written.
func (c *command) hidingBar(w io.Writer) io.Writer {
	if !isScreen(w) {
		return w
	}
	return c.screen.bar.Hiding(w)
}
