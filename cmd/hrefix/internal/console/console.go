// Package console prints what a run finds: results on standard output, messages on
// standard error.
//
// A message is one line that begins with "hrefix: ", or a JSON object with a code: see
// [Message] and [Note]. Package printable escapes characters in it that a terminal would obey,
// or that a reader would not see. Messages about documents are summed up by [Notes], and printed
// at the end of the run. Jobs that run at the same time each print to a [Buffer].
// The buffers are copied to the console in the order of the inputs.
package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hrefix/hrefix/internal/printable"
	"golang.org/x/term"
)

// A Console is where results and messages are written to.
type Console struct {
	Stdout, Stderr io.Writer
	Notes          *Notes // sums up notes; nil to print each
	JSON           bool   // messages are JSON objects
	Quiet          bool   // print errors only

	// Hint is called for each message that is neither an error nor a note on a document, unless it is nil.
	Hint func(text string)
}

// A Message is a message as JSON. The keys are stable.
type Message struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// The codes of messages that are not notes.
const (
	errorCode  = "error" // something failed
	remarkCode = "remark"
)

// ErrReported is the error of something that failed after the reason was printed, or
// was counted to be printed at the end of the run.
var ErrReported = errors.New("failed")

// Report prints a message.
func (c *Console) Report(format string, args ...any) { c.hint(fmt.Sprintf(format, args...)) }

// hint prints a message, and calls Hint.
func (c *Console) hint(text string) {
	if c.Hint != nil {
		c.Hint(text)
	}
	c.message(remarkCode, text)
}

// message prints a message with a code. An error of standard error is ignored: it cannot be
// reported.
func (c *Console) message(code, text string) {
	if c.Quiet && code != errorCode {
		return
	}
	if c.JSON {
		_ = WriteJSON(c.Stderr, Message{code, text})
		return
	}
	fmt.Fprintf(c.Stderr, "hrefix: %s\n", printable.String(text))
}

// ReportError prints an error, and joined errors on a line each. It does not print
// [ErrReported].
func (c *Console) ReportError(err error) { c.ReportErrorOn("", err) }

// ReportErrorOn reports an error on the file with a name, as ReportError does. It prints only the first
// errors of each kind: see [Notes].
func (c *Console) ReportErrorOn(name string, err error) {
	EachError(err, func(err error) {
		if c.sumError(name, err.Error()) {
			c.message(errorCode, err.Error())
		}
	})
}

// EachError calls do with an error, or with each of the errors that it joins, except [ErrReported].
func EachError(err error, do func(error)) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			EachError(one, do)
		}
	} else if err != ErrReported {
		do(err)
	}
}

// ReportJSON prints v as JSON on standard error, unless only errors are wanted.
func (c *Console) ReportJSON(v any) error {
	if c.Quiet {
		return nil
	}
	return WriteJSON(c.Stderr, v)
}

// WriteJSON writes v as JSON on a line of its own. URLs keep their "&". Characters that
// [printable.String] would escape are escaped.
func WriteJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(printable.JSON(line.Bytes()))
	return err
}

// Plural returns the number with the noun, in the plural if needed.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ByNumber returns the keys of counts, the largest count first.
func ByNumber(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
}

// A Painter adds colours to text if it is true.
type Painter bool

// Colors are the values of --color.
func Colors() []string { return []string{"auto", "always", "never"} }

// NewPainter returns the painter for text that is written to w, by a value of --color.
// With auto, text has colours on a terminal that knows them, unless NO_COLOR is set
// (no-color.org).
func NewPainter(w io.Writer, color string) Painter {
	if color == "auto" {
		return Painter(IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
	}
	return color == "always"
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The colours: ECMA-48 section 8.3.117 (SGR).
const (
	Bold  = "1"
	Dim   = "2"
	Red   = "31"
	Green = "32"
)

// Paint returns text in a colour.
func (p Painter) Paint(color, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
}

// Columns aligns text between tabs in columns.
type Columns struct {
	*tabwriter.Writer
	rows int
}

// alignedRows is the number of rows that are aligned with each other. They are held in
// memory, and the reader waits for them.
const alignedRows = 500

// NewColumns returns a writer to w, which has to be flushed at the end.
func NewColumns(w io.Writer) *Columns {
	return &Columns{Writer: tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)}
}

// Write implements [io.Writer].
func (c *Columns) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.rows += bytes.Count(b, []byte("\n"))
	if err == nil && c.rows >= alignedRows {
		c.rows, err = 0, c.Flush()
	}
	return n, err
}

// ShellWord returns s as a word of a POSIX shell, in quotes if it needs them (IEEE 1003.1,
// Shell Command Language, section 2.2.2), so that commands in messages can be copied.
func ShellWord(s string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:=@%+,"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// ShellWords returns the words as a shell command.
func ShellWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = ShellWord(w)
	}
	return strings.Join(quoted, " ")
}
