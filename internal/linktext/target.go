package linktext

import (
	"bytes"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/urltext"
)

// HasTarget reports whether a reference has a target: a URL that it leads to.
func HasTarget(ref *engine.Reference) bool {
	return ref.Status == engine.Absolute || ref.Status == engine.Resolved
}

// AppendURL appends a URL in the form in which URLs are compared: see [addressbook.AppendNormal]. A URL without a
// net_loc is appended as it is. Hidden characters ([printable.IsHidden]) and bytes that are not UTF-8 become escapes.
func AppendURL[T string | []byte](dst []byte, url T) []byte {
	at := len(dst)
	normal, ok := addressbook.AppendNormal(dst, url)
	if !ok {
		normal = append(dst, url...)
	}
	return escape(normal, at)
}

// AppendTarget appends the target of a reference in the form of AppendURL. Its characters are read in
// the charset of the document, as browsers do: see [engine.Reference.AppendURI].
func AppendTarget(dst []byte, ref *engine.Reference) []byte {
	if len(ref.Target) > 0 && !hasHigh(ref.Target) {
		return AppendURL(dst, ref.Target)
	}
	return AppendURL(dst, inUTF8(ref))
}

// inUTF8 returns the target of a reference with its characters in UTF-8.
func inUTF8(ref *engine.Reference) []byte {
	if uri, ok := ref.AppendURI(nil); ok {
		return uri
	}
	return ref.Target
}

// targetText returns the target of a reference as the resolver gives it. If that is not UTF-8, it
// returns the target with its characters in UTF-8.
func targetText(ref *engine.Reference) []byte {
	if !hasHigh(ref.Target) || utf8.Valid(ref.Target) {
		return ref.Target
	}
	return AppendText(nil, inUTF8(ref))
}

func hasHigh(url []byte) bool {
	for _, b := range url {
		if b >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// AppendText appends text with escapes for hidden characters and bytes that are not UTF-8.
func AppendText[T string | []byte](dst []byte, text T) []byte {
	at := len(dst)
	return escape(append(dst, text...), at)
}

// escape replaces hidden characters and bytes that are not UTF-8 in dst[at:] by escapes.
func escape(dst []byte, at int) []byte {
	high := false
	for i := at; i < len(dst); i++ {
		switch b := dst[i]; {
		case b >= utf8.RuneSelf:
			high = true
		case b < ' ' || b == 0x7f:
			return appendEscaped(dst[:at], string(dst[at:]))
		}
	}
	if high && (!utf8.Valid(dst[at:]) || bytes.ContainsFunc(dst[at:], printable.IsHidden)) {
		return appendEscaped(dst[:at], string(dst[at:]))
	}
	return dst
}

// appendEscaped appends text with escapes.
func appendEscaped(dst []byte, text string) []byte {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if one := text[i : i+size]; printable.IsHidden(r) || printable.IsInvalid(r, size) {
			dst = append(dst, urltext.Encode(one, func(byte) bool { return true })...)
		} else {
			dst = append(dst, one...)
		}
		i += size
	}
	return dst
}
