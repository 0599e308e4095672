package engine

import (
	"errors"
	"fmt"
)

// A Tree is a tree of files that has the document, such as a mirror of a site. It knows which
// URL each file has, and where each file is. URLs have no fragments. A location is the path of
// a file in the tree, written as a URL: "file:///a/b.html" is the file b.html in the directory a
// of the tree. Locations never occur in the output: references are relative from one
// location to another. A Tree must be safe for concurrent use if its Rewriter is.
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

// checkTree takes the base from the tree, and returns an error if the base or the tree is wrong.
func (o *Options) checkTree() error {
	switch {
	case o.Tree == nil && o.Mode == MakeRelative:
		return errors.New("links can only be made relative in a tree: give the tree that the document is in as Options.Tree")
	case o.Tree == nil:
		return nil
	case o.Base == "":
		o.takeBase()
	case o.Mode == MakeRelative && o.Base != o.Tree.URL():
		return fmt.Errorf("base %q: the document is %q in its tree: leave the base out", o.Base, o.Tree.URL())
	}
	return nil
}

// cutFragment cuts a URL before its fragment.
func cutFragment(url string) (before, fragment string) {
	for i := 0; i < len(url); i++ {
		if url[i] == '#' {
			return url[:i], url[i:]
		}
	}
	return url, ""
}
