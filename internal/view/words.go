package view

import (
	"bytes"
	"errors"

	"github.com/hrefix/hrefix/internal/edit"
)

// Words is the view of a URL in a header field that has encoded words
// (RFC 2557 section 4.4.2, RFC 2047): they are decoded to UTF-8, and white space
// is dropped everywhere but in them. What stands between words is an atom, and
// reads as itself.
//
// A word is read wherever it begins, as common readers do: RFC 2047 wants white
// space around it. Its charset is one that internal/charenc can look up, or
// unknown-8bit if all its bytes are ASCII.
//
// A word that an edit touches is written anew, with the characters that stay;
// so is what an edit writes between two words. What it writes to or beside an
// atom is plain, if it is ASCII without "=?". Words are written in UTF-8, with
// the encoding of the word that is replaced or next, and with white space on
// both sides. They have at most 75 characters and no part of a character
// (RFC 2047 sections 2 and 5). Bytes that are no UTF-8 are written as U+FFFD.
type Words struct {
	text []byte
	tab  table
}

var _ View = (*Words)(nil)

// ErrWord means that a header field has an encoded word that cannot be
// decoded. Such a word reads as it is written.
var ErrWord = errors.New("an encoded word that cannot be decoded")

// HasWords reports whether b has the beginning of an encoded word: a charset
// and an encoding.
func HasWords(b []byte) bool { return hasOpening(b, 0, len(b), len(b)) }

// hasOpening reports whether an encoded word begins in src[pos:stop]. It may go
// on to end.
func hasOpening(src []byte, pos, stop, end int) bool {
	for pos < stop {
		i := bytes.IndexByte(src[pos:stop], '=')
		if i < 0 {
			return false
		}
		if wordOpening(src[pos+i:end]) > 0 {
			return true
		}
		pos += i + 1
	}
	return false
}

// NewWords returns the view of outer[start:end]. If the error is not nil, it is
// [ErrWord], and the view must not carry edits.
func NewWords(outer []byte, start, end int) (*Words, error) {
	v := new(Words)
	err := v.Reset(outer, start, end)
	return v, err
}

// Reset makes v the view of outer[start:end]. The text of the view it was
// before is overwritten. The error is that of [NewWords].
func (v *Words) Reset(outer []byte, start, end int) (err error) {
	t := &v.tab
	t.reset(wordsStep, outer, start, end)
	v.text = sized(v.text, end-start)
	for pos := start; pos < end; {
		t.note(len(v.text), pos)
		u := wordsStep(outer, pos, end)
		switch {
		case u.whole:
			word, _ := readWord(outer[u.start:u.end])
			v.text = append(v.text, word.text...)
		case u.n > 0:
			v.text = append(v.text, outer[u.start:u.end]...)
			if hasOpening(outer, u.start, u.end, end) {
				err = ErrWord // those that can be decoded are no atoms
			}
		}
		pos = u.end
	}
	t.size = len(v.text)
	return err
}

// Text implements [View].
func (v *Words) Text() []byte { return v.text }

// Source implements [View].
func (v *Words) Source(off int) int { return v.tab.source(off) }

// Carry implements [View].
func (v *Words) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.tab.changes(v.text, edits)
	for i := range changes {
		w := wordWriter{t: &v.tab, change: changes[i], piece: v.tab.piece(changes, i)}
		w.write()
		dst = append(dst, edit.Edit{Start: w.start, End: w.end, New: w.enc})
	}
	return dst
}

// wordsStep reads white space, an encoded word, or a part of an atom.
func wordsStep(src []byte, pos, end int) unit {
	if isFolding(src[pos]) {
		return dropStep(src, pos, end, isFolding)
	}
	if w, ok := readWord(src[pos:end]); ok {
		return unit{start: pos, end: pos + w.size, n: len(w.text), whole: len(w.text) > 0}
	}
	limit := min(end, pos+maxRun)
	stop := pos + 1
	for stop < limit && !isFolding(src[stop]) {
		if src[stop] == '=' {
			if _, ok := readWord(src[stop:end]); ok {
				break
			}
		}
		stop++
	}
	return unit{start: pos, end: stop, n: stop - pos}
}
