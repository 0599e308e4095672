package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/gz"
	"github.com/hrefix/hrefix/internal/unified"
	"github.com/hrefix/hrefix/rewrite"
)

// texts are what changes in a piece.
type texts struct {
	own     []rewrite.Edit // of the file's own bytes
	decoded bytes.Buffer   // diffs of what is encoded there
}

// diff writes to stdout what changes in a source: a diff of its own bytes, and one of
// each text that is encoded in it, for people. A compressed source is decompressed.
func (j *job) diff(s *source) error {
	old, new := diffNames(s)
	out := unified.NewWriter(j.console.stdout, old, new)
	p := j.rewrites(s)
	p.work = func(one *piece) {
		p.rewrite(one, func(text *rewrite.Text) { one.err = errors.Join(one.err, one.see(s, text)) })
	}
	p.put = func(b *batch) error {
		for i := range b.pieces {
			one := &b.pieces[i]
			if err := out.Put(one.Source, one.texts.own); err != nil {
				return err
			}
			out.Between(one.texts.decoded.Bytes())
		}
		return nil
	}
	err := p.run()
	var u *unread
	switch lost := out.Close(); {
	case lost != nil:
		return s.failure(fmt.Errorf("writing: %w", cause.Of(lost)))
	case errors.Is(err, gz.ErrTooLarge) && errors.As(err, &u):
		j.tooLarge(s, u)
	case errors.As(err, &u):
		return s.failure(u.error)
	case err != nil:
		return err
	}
	return p.end()
}

// see takes a text of a piece that changes.
func (one *piece) see(s *source, text *rewrite.Text) error {
	if text.Encoding == "" {
		one.texts.own = text.Edits
		return nil
	}
	var of []string
	if one.Message > 0 {
		of = append(of, fmt.Sprintf("message %d", one.Message))
	}
	if text.Part != "" {
		of = append(of, "part "+text.Part)
	}
	old, new := diffNames(s, append(of, text.Encoding)...)
	return unified.Write(&one.texts.decoded, old, new, text.Content, text.Edits)
}

// diffNames returns the names of a text of a source, before and after: the path of the
// file with a/ and b/ before it, and, in brackets, what the text is if it is not the
// file itself.
func diffNames(s *source, of ...string) (old, new string) {
	name := strings.TrimLeft(path.Clean(filepath.ToSlash(s.Name)), "/")
	if s.gzip != nil {
		of = append([]string{"gzip"}, of...)
	}
	if len(of) > 0 {
		name += " (" + strings.Join(of, ", ") + ")"
	}
	return diffName("a/" + name), diffName("b/" + name)
}

// diffName returns a name as GNU patch and Git read it in a diff: a tab ends one with
// spaces, and one with other white space or quotes stands in quotes.
func diffName(name string) string {
	odd := func(c rune) bool { return c < ' ' || c == 0x7f || c == '"' || c == '\\' }
	switch {
	case strings.ContainsFunc(name, odd):
	case strings.Contains(name, " "):
		return name + "\t"
	default:
		return name
	}
	b := []byte{'"'}
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case odd(rune(c)):
			b = fmt.Appendf(b, `\%03o`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
