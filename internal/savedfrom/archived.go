package savedfrom

import "bytes"

// isWaybackTrailer reports whether the content of a comment is one that the
// Wayback Machine puts behind a document: "FILE ARCHIVED ON ... INTERNET ARCHIVE
// ON ...", or of old "SOME LINK HREF'S ON THIS PAGE HAVE BEEN REWRITTEN BY THE
// WAYBACK MACHINE ...". It counts wherever it stands: it tells no URL, only how
// to read links that are of no other form.
func isWaybackTrailer(content []byte) bool {
	const size = 256 // of what is told first
	start := content[:min(len(content), size)]
	return bytes.HasPrefix(start, []byte("FILE ARCHIVED ON ")) && bytes.Contains(start, []byte("INTERNET ARCHIVE")) ||
		bytes.HasPrefix(start, []byte("SOME ")) && bytes.Contains(start, []byte("REWRITTEN BY THE WAYBACK MACHINE"))
}

// Archived returns the URL in a link that the Wayback Machine has rewritten:
//
//	/web/20140403040000im_/http://example.com/logo.gif
//
// which is "/web/", up to 14 digits of a date, perhaps a letter code and "_", "/",
// and the URL. The reference may have the archive's host in front, but no scheme:
// with one it is absolute, and such a reference is never touched. original is a
// part of ref, with its fragment. ok is false if ref is no such link.
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

// isCapture reports whether code is a date, followed perhaps by what the capture
// is used as: "im_", "id_".
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
