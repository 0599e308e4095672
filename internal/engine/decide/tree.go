package decide

import "strings"

// A Tree is a tree of files that has the document, such as a mirror of a site. It knows which
// URL each file has, and where each file is. URLs have no fragments. A location is the path of
// a file in the tree, written as a URL: "file:///a/b.html" is the file b.html in the directory a
// of the tree. Locations never occur in the output: references are relative from one
// location to another. A Tree must be safe for concurrent use if it serves several goroutines.
type Tree interface {
	// URL returns the URL that the document was retrieved from (RFC 1808 section 3.3), or the base
	// that the header of its HTTP response gives it. It should be ASCII: a document that is not in
	// UTF-8 may be unable to hold its other characters.
	URL() string
	// Location returns the location of the document.
	Location() string
	// Find returns the file that a URL names: own is the URL of the file as the tree writes it, and location
	// is its location. The location has a fragment if the URL is redirected to a part of the file; this
	// fragment counts for references without a fragment. If the tree lacks the file, ok is false; then own is
	// empty if the URL is outside of the tree. A link to a URL inside the tree is reported as a link to a
	// missing file.
	Find(url string) (own, location string, ok bool)
	// FindDir returns the location of the directory of a URL up to its last "/", if the
	// tree has it. The location ends in "/".
	FindDir(url string) (location string, ok bool)
	// At returns the URL of the file at a location. The URL is empty if the tree has the file
	// and does not know its URL.
	At(location string) (url string, ok bool)
}

// A mapped tree has an entry for the document alone, rather than a rule for many files: the URL that
// a program noted when it saved the document, or that a map gives.
type mapped interface {
	// Mapped returns the name of the place that has the URL of the document, or "" if the
	// document has no entry. saved reports whether the program that saved the document made
	// its links lead to files.
	Mapped() (from string, saved bool)
}

// A fixed tree stores the URL of the document in a place that stays as it is when links move.
type fixed interface{ KeepsURL() bool }

// An adjusted tree has names with endings that wget -E added, which the URLs of the files do not have.
type adjusted interface {
	// IsAdjusted reports whether the names of files may have such endings.
	IsAdjusted() bool
}

// A guessing tree gives files URLs by names that may have been changed.
type guessing interface {
	// IsGuess reports whether the URL of the file at a location is made of such a name.
	IsGuess(location string) bool
}

// A failing tree has files in which a server's answer was saved in place of a missing page.
type failing interface {
	// IsFailed reports whether the file at a location has such an answer.
	IsFailed(location string) bool
}

// A requested tree has documents of HTTP responses.
type requested interface {
	// Request returns the URL that the document was requested by. The URL of the tree differs if
	// the header of the response gives a base.
	Request() string
}

// A nearing tree can find files by names that differ from theirs in case, or in their Unicode
// normal form, as the file systems of Windows and macOS do.
type nearing interface {
	// FindNear does what Find does, for a file whose name differs in case or normal form. The URL
	// is a location if byLocation is set.
	FindNear(url string, byLocation bool) (own, location string, ok bool)
}

// An Entry is what a tree says about the URL of the document. The zero Entry says nothing.
type Entry struct {
	From  string // the name of the place that has an entry for the document alone; "" without one
	Saved bool   // the program that saved the document made its links lead to files
	Fixed bool   // the place in From stays as it is when links move, so links must not depend on the URL
}

// EntryOf returns the entry of the document of a tree.
func EntryOf(t Tree) (e Entry) {
	if t, ok := t.(fixed); ok {
		e.Fixed = t.KeepsURL()
	}
	if t, ok := t.(mapped); ok {
		e.From, e.Saved = t.Mapped()
	}
	return e
}

// isAdjusted reports whether the names of files may have endings that wget -E added.
func (v *Files) isAdjusted() bool {
	t, ok := v.tree.(adjusted)
	return ok && t.IsAdjusted()
}

// isGuess reports whether the URL of the file at a location is made of a name that may have been changed.
func (v *Files) isGuess(location string) bool {
	t, ok := v.tree.(guessing)
	return ok && t.IsGuess(location)
}

// isFailed reports whether the file at a location has the answer of a server in place of a missing
// page. The tree lacks that page, too.
func (v *Files) isFailed(location string) bool {
	t, ok := v.tree.(failing)
	return ok && t.IsFailed(location)
}

// cutFragment cuts a URL before its fragment.
func cutFragment(url string) (before, fragment string) {
	if i := strings.IndexByte(url, '#'); i >= 0 {
		return url[:i], url[i:]
	}
	return url, ""
}
