package mail

import (
	"bytes"
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

// signed returns the code of an entity in the tree that is signed or encrypted, or "".
func signed(e *mimebase.Entity) string {
	switch e.ReadOnlyCode {
	case "signed", "encrypted", "sealed":
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
// comment (RFC 2045 section 5.1), or it has the name of a file of S/MIME (RFC 8551 section 3.2.1), or it
// is a signature without the multipart/signed that should be around it.
func looksSigned(e *mimebase.Entity) string {
	field := strings.ToLower(e.FieldValue("Content-Type"))
	kind, _, _ := strings.Cut(withoutComments(field), ";")
	switch kind {
	case "multipart/signed", "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature":
		return "signed"
	case "multipart/encrypted", "application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime":
		return "encrypted"
	}
	names := field + strings.ToLower(e.FieldValue("Content-Disposition"))
	switch {
	case strings.Contains(names, ".p7s"):
		return "signed"
	case strings.Contains(names, ".p7m"), strings.Contains(names, ".p7z"):
		return "encrypted"
	}
	return ""
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

// hasPGP reports whether a line begins as that before a signature or an encrypted text does.
func hasPGP(text []byte) bool {
	begin := []byte("-----BEGIN PGP ")
	return bytes.HasPrefix(text, begin) || bytes.Contains(text, append([]byte("\n"), begin...))
}
