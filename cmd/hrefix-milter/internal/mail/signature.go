package mail

import (
	"bytes"
	"mime"
	"strings"

	"github.com/hrefix/hrefix/mimebase"
)

// signature returns the code of the signature or encryption for which a whole message stays as it is, or "".
func signature(text []byte, opts Options) string {
	top := mimebase.Parse(text, nil, mimebase.Options{KeepDKIM: !opts.AllowDKIM})
	if code := signed(top); code != "" {
		return code
	}
	if hasPGP(text) || textHasPGP(top) {
		return "inline-pgp"
	}
	return ""
}

// signed returns the code of an entity in the tree that is signed or encrypted, or "". An entity that is not read, since
// it exceeds a limit, may have a signature: its code is "limit".
func signed(e *mimebase.Entity) string {
	switch e.ReadOnlyCode {
	case "signed", "encrypted", "sealed", "limit":
		return e.ReadOnlyCode
	}
	if code := looksSigned(e); code != "" {
		return code
	}
	for _, part := range e.Parts {
		if code := signed(part); code != "" {
			return code
		}
	}
	return ""
}

// looksSigned returns a code for an entity that only some readers see as signed: its type has a
// comment (RFC 2045 section 5.1), or it has the name of a file of S/MIME (RFC 8551 section 3.2.1) or of a detached
// signature of PGP, or it is a signature without the multipart/signed that should be around it.
func looksSigned(e *mimebase.Entity) string {
	field := strings.ToLower(e.FieldValue("Content-Type"))
	kind, _, _ := strings.Cut(withoutComments(field), ";")
	switch kind {
	case "multipart/signed", "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp":
		return "signed"
	case "multipart/encrypted", "application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/cms":
		return "encrypted"
	}
	disposition := e.FieldValue("Content-Disposition")
	for _, name := range []string{field, disposition, fileName(e.FieldValue("Content-Type"), "name"), fileName(disposition, "filename")} {
		name = strings.ToLower(strings.ReplaceAll(name, `\`, "")) // package mime keeps a backslash before a letter
		switch {
		case strings.Contains(name, ".p7s"), strings.HasSuffix(name, ".asc"), strings.HasSuffix(name, ".sig"):
			return "signed"
		case strings.Contains(name, ".p7m"), strings.Contains(name, ".p7z"):
			return "encrypted"
		}
	}
	return ""
}

// fileName returns a parameter of a field's value without the encodings of RFC 2231 and RFC 2047, or "".
func fileName(value, param string) string {
	_, params, err := mime.ParseMediaType(value)
	if err != nil {
		return ""
	}
	name := params[param]
	if plain, err := new(mime.WordDecoder).DecodeHeader(name); err == nil {
		return plain
	}
	return name
}

// withoutComments returns the value of a field without comments and white space. An open comment ends with
// the value.
func withoutComments(value string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0 && c > ' ':
			b.WriteByte(c)
		}
	}
	return b.String()
}

// textHasPGP reports whether a text in the tree has a signature or an encrypted text in it, once its
// transfer encoding is removed.
func textHasPGP(e *mimebase.Entity) bool {
	if e.IsLeaf() && strings.HasPrefix(e.MediaType, "text/") {
		decoded, _ := e.Decode()
		return hasPGP(decoded)
	}
	for _, part := range e.Parts {
		if textHasPGP(part) {
			return true
		}
	}
	return false
}

// pgp begins the line before a signature or an encrypted text.
var pgp = []byte("-----BEGIN PGP ")

// hasPGP reports whether a line begins like the line before a signature or an encrypted text. Lines may end
// with CR alone, and the text may be in UTF-16.
func hasPGP(text []byte) bool {
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	for from := 0; ; from += len(pgp) {
		i := bytes.Index(text[from:], pgp)
		if i < 0 {
			return false
		}
		if from += i; startsLine(text[:from]) {
			return true
		}
	}
}

// startsLine reports whether a line begins after before, which may be a byte order mark.
func startsLine(before []byte) bool {
	switch string(before) {
	case "", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff":
		return true
	}
	last := before[len(before)-1]
	return last == '\n' || last == '\r'
}
