package view

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
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
// A word that an edit touches is written again as a whole. Text that an edit writes between
// two words becomes a word. Text next to or inside an atom is written as it is, if it is
// ASCII without "=?". New words are written in UTF-8, in the encoding (B or Q) of the word
// that they replace or adjoin, and with white space on both sides. They have at most 75
// characters and do not split a character (RFC 2047 sections 2 and 5). Bytes that are not
// UTF-8 are written as U+FFFD.
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
				err = ErrWord // the atom has a word that cannot be decoded
			}
		}
		pos = u.end
	}
	v.size = len(v.text)
	return v, err
}

// Carry implements [View].
func (v *Words) Carry(dst, edits []edit.Edit) []edit.Edit {
	return v.carry(dst, edits, func(c *change) { (&wordWriter{&v.table, c}).write() })
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

const (
	// maxWord is the maximum length of an encoded word that is decoded: a line of RFC 5322. RFC
	// 2047 section 2 allows 75 characters.
	maxWord = 998
	// maxCharset is the greatest length of the charset of an encoded word.
	maxCharset = 64
	// maxOpening is the greatest length of an encoded word up to its text.
	maxOpening = 2 + maxCharset + 3
)

// A word is an encoded word: RFC 2047 section 2.
type word struct {
	size     int    // the number of bytes, as written
	encoding byte   // the letter of the encoding
	text     []byte // the decoded text in UTF-8
}

// wordOpening returns the length of the part before the text of the encoded word that s begins
// with, or 0 if s does not begin with an encoded word.
func wordOpening(s []byte) int {
	if len(s) < 2 || s[0] != '=' || s[1] != '?' {
		return 0
	}
	n := 2
	for n < len(s) && n < 2+maxCharset && isCharset(s[n]) {
		n++
	}
	if n == 2 || n+2 >= len(s) || s[n] != '?' || s[n+2] != '?' || strings.IndexByte("qQbB", s[n+1]) < 0 {
		return 0
	}
	return n + 3
}

// isCharset reports whether c is allowed in the name of a charset (RFC 2978 section 2.3),
// or is the asterisk before a language (RFC 2231 section 5).
func isCharset(c byte) bool { return ascii.IsAlphanumeric(c) || strings.IndexByte("-_.:+'()*", c) >= 0 }

// readWord reads the encoded word that s begins with. ok is false if there is no word that
// can be decoded.
func readWord(s []byte) (w word, ok bool) {
	open := wordOpening(s)
	if open == 0 {
		return w, false
	}
	stop := open
	for stop < len(s) && stop < maxWord && ' ' < s[stop] && s[stop] < 0x7f && s[stop] != '?' {
		stop++
	}
	if !bytes.HasPrefix(s[stop:], []byte("?=")) {
		return w, false
	}
	w = word{size: stop + 2, encoding: s[open-2]}
	var raw []byte
	if w.encoding|0x20 == 'b' {
		var err error // the padding may be missing (RFC 2047 section 4.1)
		raw, err = base64.RawStdEncoding.AppendDecode(nil, bytes.TrimRight(s[open:stop], "="))
		ok = err == nil
	} else {
		raw, ok = decodeQ(s[open:stop])
	}
	if ok {
		w.text, ok = decodeCharset(string(s[2:open-3]), raw)
	}
	return w, ok
}

// decodeQ decodes the Q encoding: RFC 2047 section 4.2.
func decodeQ(s []byte) ([]byte, bool) {
	raw := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_':
			raw = append(raw, ' ')
		case c != '=':
			raw = append(raw, c)
		case i+2 < len(s) && ascii.IsHexDigit(s[i+1]) && ascii.IsHexDigit(s[i+2]):
			raw = append(raw, ascii.HexByte(s[i+1], s[i+2]))
			i += 2
		default:
			return nil, false
		}
	}
	return raw, true
}

// decodeCharset decodes raw, and reports whether there were no errors. A language may
// follow the label (RFC 2231 section 5).
func decodeCharset(label string, raw []byte) ([]byte, bool) {
	label, _, _ = strings.Cut(label, "*")
	switch strings.ToLower(label) {
	case "us-ascii", "unknown-8bit": // RFC 1428 section 3
		return raw, ascii.CountHigh(raw) == 0
	}
	found, ok := charenc.Lookup(label)
	switch {
	case !ok || !found.Readable():
		return nil, false
	case found.Name() == charenc.UTF8:
		return raw, utf8.Valid(raw)
	}
	e, _ := charset.Lookup(found.Name())
	text, err := e.NewDecoder().Bytes(raw)
	return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// maxWritten is the greatest length of a written encoded word (RFC 2047 section 2).
const maxWritten = 75

// A wordWriter writes a change of a field with encoded words.
type wordWriter struct {
	t *table
	*change
}

// write encodes the change and, for an insertion, chooses the place.
func (w *wordWriter) write() {
	left, right := w.before, unit{}
	if w.end < w.t.size {
		right, _ = w.t.locate(w.end)
	}
	touched := w.touched()
	atom := w.start < w.end || isAtom(left) || isAtom(right) || w.t.size == 0
	if len(w.text) > 0 && (touched > 0 || !atom || !isPlainText(w.text)) {
		w.enc = appendWords(nil, w.text, w.letter(touched, right, left))
		if w.from > w.t.start && !isFolding(w.t.outer[w.from-1]) {
			w.enc = append([]byte(" "), w.enc...)
		}
		if w.to < w.t.end && !isFolding(w.t.outer[w.to]) {
			w.enc = append(w.enc, ' ')
		}
		return
	}
	if w.start == w.end && isAtom(left) {
		w.from, w.to = w.kept, w.kept // after the atom before
	}
	// White space is between plain text and the atoms next to it, if they would form an encoded word together.
	w.enc = bytes.Clone(w.text)
	next := w.t.following(w.change)
	if len(w.enc) > 0 && w.enc[len(w.enc)-1] == '=' && w.to < w.t.end && w.t.outer[w.to] == '?' {
		w.enc = append(w.enc, ' ')
	}
	if w.opens(next) {
		w.enc = append([]byte(" "), w.enc...)
	}
}

func isAtom(u unit) bool { return u.n > 0 && !u.whole() }

// touched returns the encoding of the first word that the change replaces, or
// 0.
func (w *wordWriter) touched() byte {
	for off := w.start; off < w.end; {
		u, at := w.t.locate(off)
		if u.whole() {
			return w.encoding(u)
		}
		off = at + u.n
	}
	return 0
}

// letter returns the encoding to write: the encoding of the word that is replaced, or of a
// neighbour that is a word.
func (w *wordWriter) letter(touched byte, neighbours ...unit) byte {
	if touched > 0 {
		return touched
	}
	for _, u := range neighbours {
		if u.whole() {
			return w.encoding(u)
		}
	}
	return 'q'
}

// encoding returns the letter of the encoding of the word u.
func (w *wordWriter) encoding(u unit) byte {
	return w.t.outer[u.start+wordOpening(w.t.outer[u.start:u.end])-2]
}

// opens reports whether the source before the change may form the beginning of an encoded
// word if next follows it.
func (w *wordWriter) opens(next byte) bool {
	kept := w.t.outer[max(w.t.start, w.from-maxOpening):w.from]
	for i := len(kept) - 1; i >= 0 && !isFolding(kept[i]); i-- {
		if kept[i] != '=' {
			continue
		}
		if i+1 == len(kept) && next == '?' || i+1 < len(kept) && kept[i+1] == '?' {
			return true
		}
	}
	return false
}

// isPlainText reports whether text can be written to an atom.
func isPlainText(text []byte) bool {
	for i, c := range text {
		if c <= ' ' || c >= 0x7f || c == '?' && i > 0 && text[i-1] == '=' {
			return false
		}
	}
	return true
}

// appendWords appends text to dst as encoded words with a space between them.
func appendWords(dst, text []byte, letter byte) []byte {
	const room = maxWritten - len("=?utf-8?q??=")
	for {
		var chunk []byte
		dst = append(append(dst, "=?utf-8?"...), letter, '?')
		if letter|0x20 == 'b' {
			chunk, text = cutText(text, room/4*3, func(rune) int { return 1 })
			dst = base64.StdEncoding.AppendEncode(dst, chunk)
		} else {
			chunk, text = cutText(text, room, costQ)
			dst = appendQ(dst, chunk)
		}
		dst = append(dst, "?="...)
		if len(text) == 0 {
			return dst
		}
		dst = append(dst, ' ')
	}
}

// cutText returns as many characters of text as fit into room, and the rest. A byte of the
// character r takes cost(r).
func cutText(text []byte, room int, cost func(r rune) int) (chunk, rest []byte) {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		room -= utf8.RuneLen(r) * cost(r)
		if room < 0 {
			break
		}
		chunk, text = utf8.AppendRune(chunk, r), text[n:]
	}
	return chunk, text
}

// costQ returns the length of a byte of r in the Q encoding.
func costQ(r rune) int {
	if r < utf8.RuneSelf && isLiteralQ(byte(r)) {
		return 1
	}
	return len("=XX")
}

// isLiteralQ reports whether c is written as itself: RFC 2047 section 5 allows it in comments, and
// it is no bracket, since brackets surround the URL in a Base field.
func isLiteralQ(c byte) bool {
	return '!' <= c && c <= '~' && strings.IndexByte(`=?_()"\<>[]`, c) < 0
}

func appendQ(dst, text []byte) []byte {
	for _, c := range text {
		if isLiteralQ(c) {
			dst = append(dst, c)
		} else {
			dst = appendEscape(dst, c)
		}
	}
	return dst
}
