package view

import (
	"bytes"
	"errors"

	"github.com/hrefix/hrefix/internal/edit"
)

// Words is the view of a URL in a header field with encoded words (RFC 2557 section 4.4.2,
// RFC 2047). The words are decoded to UTF-8, and white space outside of words is dropped.
// Text between words is an atom and decodes to itself.
//
// A word is read wherever it begins, as common readers do, though RFC 2047 requires white
// space around it. Its charset must be one that internal/charenc knows, or unknown-8bit if
// all its bytes are ASCII.
//
// A word that an edit touches is written again together with the characters that stay. So
// is text that an edit writes between two words. Text next to or inside an atom is written
// as it is, if it is ASCII without "=?". New words are written in UTF-8, in the encoding of
// the word that they replace or adjoin, and with white space on both sides. They have at
// most 75 characters and do not split a character (RFC 2047 sections 2 and 5). Bytes that
// are not UTF-8 are written as U+FFFD.
type Words struct{ decoded }

var _ View = (*Words)(nil)

// ErrWord means that a header field has an encoded word that cannot be decoded. Such a word
// decodes to itself.
var ErrWord = errors.New("an encoded word that cannot be decoded")

// HasWords reports whether b has the beginning of an encoded word: a charset and an
// encoding.
func HasWords(b []byte) bool { return hasOpening(b, 0, len(b), len(b)) }

// hasOpening reports whether an encoded word begins in src[pos:stop]. The word may end
// after stop, but not after end.
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

// NewWords returns the view of outer[start:end]. If the error is not nil, it is [ErrWord],
// and the caller must not carry edits.
func NewWords(outer []byte, start, end int) (v *Words, err error) {
	v = new(Words)
	v.begin(wordsStep, outer, start, end)
	v.text = sized(v.text, end-start)
	for pos := start; pos < end; {
		v.note(len(v.text), pos)
		u := wordsStep(outer, pos, end)
		switch {
		case u.whole():
			word, _ := readWord(outer[u.start:u.end])
			v.text = append(v.text, word.text...)
		case u.n > 0:
			v.text = append(v.text, outer[u.start:u.end]...)
			if hasOpening(outer, u.start, u.end, end) {
				err = ErrWord // a word that can be decoded is not an atom
			}
		}
		pos = u.end
	}
	v.size = len(v.text)
	return v, err
}

// Carry implements [View].
func (v *Words) Carry(dst, edits []edit.Edit) []edit.Edit {
	changes := v.changes(edits)
	for i := range changes {
		w := wordWriter{&v.table, &changes[i]}
		w.write()
		dst = append(dst, w.edit())
	}
	return dst
}

// wordsStep reads white space, an encoded word, or a part of an atom.
func wordsStep(src []byte, pos, end int) unit {
	if isFolding(src[pos]) {
		return dropStep(src, pos, end, isFolding)
	}
	if w, ok := readWord(src[pos:end]); ok {
		if len(w.text) == 0 {
			return unit{start: pos, end: pos + w.size}
		}
		return unit{start: pos, end: pos + w.size, n: len(w.text), char: opaque}
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
