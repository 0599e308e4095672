package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/printable"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/unified"
	"github.com/hrefix/hrefix/internal/container/gzip"
	"github.com/hrefix/hrefix/internal/engine"
)

// A diffKind is what --diff prints.
type diffKind string

const (
	noDiff      diffKind = ""
	patchDiff   diffKind = "patch"   // shows the bytes of the file, so that patch can apply it
	decodedDiff diffKind = "decoded" // shows the decoded text of parts, for people
)

func (k *diffKind) String() string { return string(*k) }
func (k *diffKind) Type() string   { return "KIND" }

func (k *diffKind) Set(s string) error {
	switch kind := diffKind(s); kind {
	case patchDiff, decodedDiff:
		*k = kind
		return nil
	}
	return errors.New("give patch or decoded")
}

// texts are the changes of a piece for a decodedDiff.
type texts struct {
	own     []engine.Edit // in no encoded text
	decoded bytes.Buffer  // the diffs of encoded texts
}

// diff writes the changes of a source to stdout as a unified diff. Compressed sources
// are decompressed. If patch cannot apply the diff, the names in it are not those of files:
// see [diffNames].
func (j *job) diff(s *source, kind diffKind) error {
	var of []string
	if kind == decodedDiff {
		of = []string{"undecoded"}
	}
	old, new := diffNames(s, of...)
	out := unified.NewWriter(j.Console.Stdout, old, new)
	p := j.rewrites(s)
	if kind == decodedDiff {
		p.work = func(one *piece) {
			p.rewrite(one, func(text *engine.Text) { one.err = errors.Join(one.err, one.see(s, text)) })
		}
	}
	p.put = func(b *batch) error {
		for i := range b.pieces {
			one := &b.pieces[i]
			edits := one.plan.Edits()
			if kind == decodedDiff {
				edits = one.texts.own
			}
			if len(edits) == 0 && one.texts.decoded.Len() == 0 && s.typ != engine.Mbox {
				// Nothing else of the source changes. It may be one that is not held, in
				// chunks that do not end where lines do.
				continue
			}
			if err := out.Put(one.Source, edits); err != nil {
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
	case errors.Is(err, gzip.ErrTooLarge) && errors.As(err, &u):
		j.tooLarge(s, u)
	case errors.As(err, &u):
		return s.failure(u.error)
	case err != nil:
		return err
	}
	return p.end()
}

// see keeps the changes of a text of a piece.
func (one *piece) see(s *source, text *engine.Text) error {
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
// file with the prefixes a/ and b/. If the text is not the whole file as it is stored, a
// description in parentheses follows, so that no program applies the diff to the file.
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

// diffName returns a name as GNU patch and Git read it in a diff. A name with spaces is
// followed by a tab. A name with quotes, control characters that a terminal would obey, or
// bytes that are not text is quoted, with these bytes in octal.
func diffName(name string) string {
	b := []byte{'"'}
	for i, size := 0, 0; i < len(name); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', name[i])
		case printable.IsHidden(r) || printable.IsInvalid(r, size):
			for _, c := range []byte(name[i : i+size]) {
				b = fmt.Appendf(b, `\%03o`, c)
			}
		default:
			b = append(b, name[i:i+size]...)
		}
	}
	switch b = append(b, '"'); {
	case len(b) > len(name)+2:
		return string(b)
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
