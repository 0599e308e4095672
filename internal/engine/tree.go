package engine

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/resolve"
)

// A Tree is a tree of files that has the document, such as a mirror of a site. It knows which
// URL each file has, and where each file is. URLs have no fragments. A location is the path of
// a file in the tree, written as a URL: "file:///a/b.html" is the file b.html in the directory a
// of the tree. Locations never occur in the output: references are relative from one
// location to another. A Tree must be safe for concurrent use if its Rewriter is.
type Tree interface {
	// URL returns the URL that the document was retrieved from: RFC 1808 section 3.3. It
	// should be ASCII, since a document that is not in UTF-8 cannot have other characters
	// of it.
	URL() string
	// Location returns the location of the document.
	Location() string
	// Find returns the file that a URL names: own is the URL of the file as the tree writes
	// it, and location is its location. If the tree lacks the file, ok is false; then own
	// is empty if the URL is outside of the tree. A link to a URL inside is reported as
	// one to a missing file.
	Find(url string) (own, location string, ok bool)
	// FindDir returns the location of the directory of a URL up to its last "/", if the
	// tree has it. The location ends in "/".
	FindDir(url string) (location string, ok bool)
	// At returns the URL of the file at a location.
	At(location string) (url string, ok bool)
}

// linkForms are the links of a tree in the form of URLs: a link that is written relative to
// the URL of the document, and that leads to the file when the tree is opened from a disk.
type linkForms interface {
	// Form returns a URL as the tree writes it, and the link to the file that it names.
	Form(url string) (same, link string, ok bool)
	// FormDir returns a URL as the tree writes it, if the tree has its directory.
	FormDir(url string) (same string, ok bool)
	// Retrieved returns the URL for a link that Form returned, and other URLs as they are.
	Retrieved(link string) string
}

// formsOf returns the links of a tree.
func formsOf(t Tree) linkForms {
	if f, ok := t.(linkForms); ok {
		return f
	}
	return plainForms{t}
}

// plainForms are the links of a tree whose URLs differ from its locations in the beginning
// only.
type plainForms struct{ tree Tree }

func (f plainForms) Form(url string) (same, link string, ok bool) {
	same, location, ok := f.tree.Find(url)
	if !ok {
		return same, "", false
	}
	return same, f.at(location), true
}

// at returns the URL that is to the document's URL as location is to its location.
func (f plainForms) at(location string) string {
	ref, _ := resolve.RFC3986.Base(f.tree.Location()).Relative(location)
	out, _ := resolve.RFC3986.Base(f.tree.URL()).Resolve(ref)
	return out
}

func (f plainForms) FormDir(url string) (same string, ok bool) {
	_, ok = f.tree.FindDir(url)
	return url, ok
}

func (f plainForms) Retrieved(link string) string { return link }

// checkTree takes the base from the tree, and says what is wrong with the two.
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

// retrieved returns a policy that gives links into a tree the URLs that they stand
// for.
func retrieved(p Policy, t Tree) Policy {
	forms := formsOf(t)
	return func(dst []byte, r *Reference) []byte {
		at := len(dst)
		dst = p(dst, r)
		if r.Status != Resolved || r.isBase() { // which is no link
			return dst
		}
		return append(dst[:at], standsFor(forms, dst[at:])...)
	}
}

// standsFor returns what t has retrieved for a target with or without a fragment.
func standsFor(t linkForms, target []byte) string {
	url, fragment := cutFragment(string(target))
	return t.Retrieved(url) + fragment
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

// sameURL reports whether two URLs are the same to a dialect: byte for byte, or, in
// the URL Standard, once they are serialised.
func sameURL(d resolve.Dialect, a, b string) bool {
	return a == b || d == resolve.WHATWG && d.Base(a).String() == d.Base(b).String()
}
