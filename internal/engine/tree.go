package engine

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/resolve"
)

// A Tree is what lies around a document in a tree of files, by URL: a site that
// was mirrored, or that will be published. The URLs are without fragments. A Tree
// must be safe for concurrent use if its Rewriter is.
type Tree interface {
	// URL returns the URL that the document was retrieved from: RFC 1808 section
	// 3.3. It should be ASCII, since a document that is not in UTF-8 cannot have other
	// characters of it.
	URL() string
	// Find returns the URL of a file that a URL names: same is that URL, as the
	// tree writes it, and link the URL that leads to the file when the tree itself
	// is opened, which for a directory is that of its index. ok is false if there
	// is no such file. Then same is empty unless the URL is one of the tree: a link to
	// it is reported as one to a missing file.
	Find(url string) (same, link string, ok bool)
	// FindDir reports whether the directory of a URL, up to its last "/", is in
	// the tree. It returns the URL as the tree writes it.
	FindDir(url string) (same string, ok bool)
	// Retrieved returns the URL that a link stands for: what Find was given, if it
	// can be told. Any other URL comes back as it is, and so does one without an
	// escape (RFC 3986 section 2.1).
	Retrieved(link string) string
}

// checkTree takes the base from the tree, and says what is wrong with the two.
func (o *Options) checkTree() error {
	switch {
	case o.Tree == nil && o.Mode == MakeRelative:
		return errors.New("links can only be made relative in a tree: give the tree that the document is in as Options.Tree")
	case o.Tree == nil:
		return nil
	case o.Base == "":
		o.Base = o.Tree.URL()
	case o.Mode == MakeRelative && o.Base != o.Tree.URL():
		return fmt.Errorf("base %q: the document is %q in its tree: leave the base out", o.Base, o.Tree.URL())
	}
	return nil
}

// retrieved returns a policy that gives links into a tree the URLs that they stand
// for.
func retrieved(p Policy, t Tree) Policy {
	return func(dst []byte, r *Reference) []byte {
		at := len(dst)
		dst = p(dst, r)
		if r.Status != Resolved || r.isBase() { // which is no link
			return dst
		}
		return append(dst[:at], standsFor(t, dst[at:])...)
	}
}

// standsFor returns what t has retrieved for a target with or without a fragment.
func standsFor(t Tree, target []byte) string {
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
