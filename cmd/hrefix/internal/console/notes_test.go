package console_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
)

// report reports notes, remarks and errors on a console and on two buffers whose messages it gets.
func report(t *testing.T, to *console.Console) {
	t.Helper()
	for _, name := range []string{"a", "b"} {
		var b console.Buffer
		c := b.Console(to)
		for n := range 2 {
			c.Note(name, &console.Note{Code: engine.MessageDefect, Doc: name, Message: n + 1, Noun: "message", Text: "not closed"})
			c.Note(name, &console.Note{Code: engine.MessageDefect, Doc: name, Text: fmt.Sprintf("%q is encrypted", name), Left: true})
			c.Note(name, &console.Note{Code: engine.BrokenSeal, Doc: name, Text: fmt.Sprintf("field %s is changed", name)})
			c.Remark(name, "", fmt.Sprintf("%d bytes after the end", n))
		}
		require.NoError(t, b.Messages(to))
	}
	to.Remark("c", "", "one")
	for n := range 13 {
		to.ReportError(errors.Join(fmt.Errorf("%d: x: permission denied", n), console.ErrReported))
	}
	to.EndNotes()
	to.EndNotes()
}

// TestNotes checks that notes of one kind are one line, and that errors are named.
func TestNotes(t *testing.T) {
	var out bytes.Buffer
	report(t, &console.Console{Stderr: &out, Notes: new(console.Notes)})
	var want strings.Builder
	for n := range 10 {
		fmt.Fprintf(&want, "hrefix: %d: x: permission denied\n", n)
	}
	want.WriteString(`hrefix: damaged MIME: 4 notes in 4 documents, such as a: message 1: byte 0: not closed (--verbose lists them)
hrefix: a: byte 0: "a" is encrypted (4 such notes in 2 documents: --verbose lists them)
hrefix: a: byte 0: field a is changed (4 such notes in 2 documents: --verbose lists them, --skip-dkim leaves such messages)
hrefix: a: 0 bytes after the end (4 such notes: --verbose lists them)
hrefix: c: one
hrefix: 3 more errors such as: 0: x: permission denied (--verbose lists them)
`)
	require.Equal(t, want.String(), out.String())
}

// TestErrorsAgain checks that the first error of each kind is printed again after many notes.
func TestErrorsAgain(t *testing.T) {
	var out bytes.Buffer
	c := console.Console{Stderr: &out, Notes: new(console.Notes)}
	c.ReportErrorOn("a", errors.New("a: lost"))
	for _, name := range []string{"b", "c"} {
		c.ReportErrorOn(name, errors.New(name+": denied"))
	}
	for n := range 6 {
		c.Remark("x", "", strings.Repeat("y", n+1))
	}
	c.EndNotes()
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, []string{"hrefix: a: lost", "hrefix: b: denied", "hrefix: c: denied", "hrefix: x: y"}, lines[:4])
	require.Equal(t, []string{"hrefix: the error before these notes: a: lost", "hrefix: 2 errors before these notes, such as: b: denied", ""}, lines[9:])
}

// TestNotesEach checks that each note and error is printed with --verbose, and as JSON.
func TestNotesEach(t *testing.T) {
	for _, c := range []console.Console{{}, {JSON: true}, {JSON: true, Notes: new(console.Notes)}} {
		var out bytes.Buffer
		c.Stderr = &out
		report(t, &c)
		require.Equal(t, 16+1+13, strings.Count(out.String(), "\n"), "%+v", c)
	}
}

// TestNotesBounded checks that there are only so many lines, whatever the texts are.
func TestNotesBounded(t *testing.T) {
	var out bytes.Buffer
	c := console.Console{Stderr: &out, Notes: new(console.Notes)}
	for n := range 1000 {
		word := strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n))
		for _, code := range []string{engine.MessageDefect, engine.RecordDefect, engine.BrokenJSON} {
			c.Note("n", &console.Note{Code: code, Text: word, Left: true})
		}
		c.Remark("n", "", word)
	}
	c.EndNotes()
	require.Equal(t, 3*21+1, strings.Count(out.String(), "\n"))
	require.Contains(t, out.String(), " (980 such notes: --verbose lists them)\n")
}
