package view

import (
	"bytes"
	"encoding/base64"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
)

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
		w.separate()
		return
	}
	if w.start == w.end && isAtom(left) {
		w.from, w.to = w.kept, w.kept // after the atom before
	}
	w.enc = bytes.Clone(w.text)
	w.divide()
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

// separate puts missing white space around the new words.
func (w *wordWriter) separate() {
	if w.from > w.t.start && !isFolding(w.t.outer[w.from-1]) {
		w.enc = append([]byte(" "), w.enc...)
	}
	if w.to < w.t.end && !isFolding(w.t.outer[w.to]) {
		w.enc = append(w.enc, ' ')
	}
}

// divide puts white space between plain text and the atoms next to it, if they would form
// an encoded word together.
func (w *wordWriter) divide() {
	next := w.t.following(w.change)
	if len(w.enc) > 0 && w.enc[len(w.enc)-1] == '=' && w.to < w.t.end && w.t.outer[w.to] == '?' {
		w.enc = append(w.enc, ' ')
	}
	if w.opens(next) {
		w.enc = append([]byte(" "), w.enc...)
	}
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
	return ascii.IsAlphanumeric(c) || '!' <= c && c <= '~' && !isSpecialQ(c)
}

func isSpecialQ(c byte) bool {
	switch c {
	case '=', '?', '_', '(', ')', '"', '\\', '<', '>', '[', ']':
		return true
	}
	return false
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
