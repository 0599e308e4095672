package mimebase

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// invariant checks what must be true for every tree of every text.
func invariant(t testing.TB, source []byte, top *Entity) {
	t.Helper()
	if err := firstBreach(source, top); err != nil {
		require.NoError(t, err, "%.2000q", source)
	}
}

func firstBreach(source []byte, top *Entity) (err error) {
	switch {
	case top.Whole != Span{0, len(source)}:
		return fmt.Errorf("top is %v of %d bytes", top.Whole, len(source))
	case top.offset != nil || top.Parent != nil:
		return fmt.Errorf("top is in another entity")
	}
	top.Walk(func(e *Entity) {
		for _, check := range []func(*Entity) error{tiles, fieldsInHeader, partsInBody, described} {
			if err == nil {
				err = check(e)
			}
		}
		for _, n := range e.Notes {
			if n.Part != e.Part || n.Offset < 0 || n.Offset > len(source) || n.Text == "" {
				err = fmt.Errorf("part %q has note %+v", e.Part, n)
			}
		}
	})
	return err
}

func tiles(e *Entity) error {
	w, h, b := e.Whole, e.Header, e.Body
	if w.Start != h.Start || h.End != b.Start || b.End != w.End || h.Start > h.End || b.Start > b.End ||
		w.Start < 0 || w.End > len(e.Text) {
		return fmt.Errorf("part %q: %v is not %v and %v", e.Part, w, h, b)
	}
	return nil
}

func fieldsInHeader(e *Entity) error {
	pos := e.Header.Start
	for _, f := range e.Fields {
		if f.Body.Start < pos+len(f.Name)+1 || f.Body.End < f.Body.Start || f.Body.End > e.Header.End {
			return fmt.Errorf("part %q: field %v of %v", e.Part, f, e.Header)
		}
		if !bytes.Contains(e.Text[pos:f.Body.Start], []byte(f.Name)) {
			return fmt.Errorf("part %q: field %v has another name", e.Part, f)
		}
		pos = f.Body.End
	}
	return nil
}

func partsInBody(e *Entity) error {
	pos := e.Body.Start
	for i, c := range e.Parts {
		if c.Parent != e {
			return fmt.Errorf("part %q is not the parent of %q", e.Part, c.Part)
		}
		if e.encoded {
			if i > 0 || c.Whole != (Span{0, len(c.Text)}) {
				return fmt.Errorf("part %q: %v of a text of %d", c.Part, c.Whole, len(c.Text))
			}
			continue
		}
		if c.Whole.Start < pos || c.Whole.End > e.Body.End {
			return fmt.Errorf("part %q: %v is not within %v, after %d", c.Part, c.Whole, e.Body, pos)
		}
		pos = c.Whole.End
	}
	return nil
}

func described(e *Entity) error {
	switch {
	case e.Context() == nil:
		return fmt.Errorf("part %q has no context", e.Part)
	case !strings.Contains(e.MediaType, "/") || strings.ToLower(e.MediaType) != e.MediaType:
		return fmt.Errorf("part %q: media type %q", e.Part, e.MediaType)
	case e.Parent != nil && e.Parent.ReadOnly != "" && e.ReadOnly == "":
		return fmt.Errorf("part %q may be changed, its parent not", e.Part)
	case e.Part == "" && !e.isMultipart():
		return fmt.Errorf("%s has no number", e.MediaType)
	}
	return nil
}

// twins runs a test with LF and with CR LF as line endings. parse checks the
// invariants.
func twins(t *testing.T, text string, test func(t *testing.T, top *Entity)) {
	t.Helper()
	require.NotContains(t, text, "\r\n")
	for name, source := range map[string]string{"LF": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n")} {
		t.Run(name, func(t *testing.T) { test(t, parse(t, source, Options{})) })
	}
}

func parse(t testing.TB, source string, opts Options) *Entity {
	t.Helper()
	top := Parse([]byte(source), nil, opts)
	invariant(t, []byte(source), top)
	return top
}

// outline returns a line for each entity of a tree: part number, media type,
// body.
func outline(top *Entity) []string {
	var lines []string
	top.Walk(func(e *Entity) {
		line := strings.Repeat(" ", e.depth-1) + e.Part + " " + e.MediaType
		if e.IsLeaf() {
			body := strings.ReplaceAll(string(e.Text[e.Body.Start:e.Body.End]), "\r\n", "\n")
			line += fmt.Sprintf(" %.60q", body)
		}
		if e.ReadOnly != "" {
			line += " left"
		}
		lines = append(lines, line)
	})
	return lines
}

// notes returns the texts of all notes of a tree.
func notes(top *Entity) []string {
	var all []string
	top.Walk(func(e *Entity) {
		for _, n := range e.Notes {
			all = append(all, n.Text)
		}
	})
	return all
}
