package savedfrom

import "bytes"

// isWaybackTrailer reports whether content is a comment that the Wayback Machine writes
// after a document: "FILE ARCHIVED ON ... INTERNET ARCHIVE ON ...", or formerly "SOME LINK
// HREF'S ON THIS PAGE HAVE BEEN REWRITTEN BY THE WAYBACK MACHINE ...". It counts anywhere
// in the document, since it gives no URL: it only says how to read links of a form that no
// other links have.
func isWaybackTrailer(content []byte) bool {
	const size = 256 // the phrases are near the start
	start := content[:min(len(content), size)]
	return bytes.HasPrefix(start, []byte("FILE ARCHIVED ON ")) && bytes.Contains(start, []byte("INTERNET ARCHIVE")) ||
		bytes.HasPrefix(start, []byte("SOME ")) && bytes.Contains(start, []byte("REWRITTEN BY THE WAYBACK MACHINE"))
}

// Archived returns the URL in a link that the Wayback Machine has rewritten:
//
//	/web/20140403040000im_/http://example.com/logo.gif
//
// This is "/web/", up to 14 digits of a date, an optional letter code and "_", "/", and the
// URL. The reference may have the archive's host before it, but no scheme: with a scheme it
// would be absolute, and absolute references are not changed. original is a part of ref,
// including its fragment. ok is false if ref has another form.
func Archived(ref []byte) (original []byte, ok bool) {
	rest, _ := bytes.CutPrefix(ref, []byte("//web.archive.org"))
	rest, ok = bytes.CutPrefix(rest, []byte("/web/"))
	if !ok {
		return nil, false
	}
	code, original, ok := bytes.Cut(rest, []byte("/"))
	if !ok || !isCapture(code) {
		return nil, false
	}
	if notWeb(string(original)) != "" {
		return nil, false
	}
	return original, true
}

// isCapture reports whether code is a date, optionally followed by the use of the capture:
// "im_", "id_".
func isCapture(code []byte) bool {
	const maxDate, maxUse = 14, 5
	use := bytes.TrimLeft(code, "0123456789")
	if date := len(code) - len(use); date == 0 || date > maxDate {
		return false
	}
	if len(use) == 0 {
		return true
	}
	letters, ok := bytes.CutSuffix(use, []byte("_"))
	return ok && len(letters) > 0 && len(letters) < maxUse && len(bytes.Trim(letters, "abcdefghijklmnopqrstuvwxyz")) == 0
}
