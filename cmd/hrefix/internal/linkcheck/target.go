package linkcheck

import (
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
)

// Files are the files that the links of a page may lead to. They are safe for concurrent use.
type Files interface {
	// URL returns the URL of the page: its location, unless a root or an entry gives it another
	// URL.
	URL() string
	// Location returns the location of the page.
	Location() string
	// Mapped returns the rule by which the page has its URL, and whether a program saved the page
	// and made its links lead to files: see [addressbook.Place.Mapped].
	Mapped() (from string, saved bool)
	// Lookup finds the target of an absolute URL without a fragment.
	Lookup(url string) addressbook.Target
	// LookupAt finds the target of a location without a fragment: see package addressbook.
	LookupAt(location string) addressbook.Target
	// Local finds a file by its path in the file system.
	Local(path string) addressbook.Target
	// LinkOut returns the path of the symbolic link that leads out of the tree, if a missing
	// target has one in its path.
	LinkOut(addressbook.Target) (link string, ok bool)
	// Size returns the size in bytes of a file, or -1 if it is not known.
	Size(addressbook.Target) int64
	// Anchors calls visit for the anchors of a file. It returns false if files of this type have no
	// anchors, or if the file cannot be read.
	Anchors(t addressbook.Target, visit func(*engine.Anchor)) bool
	// Text returns the path of a file, and its text up to most bytes.
	Text(t addressbook.Target, most int64) (path string, text []byte)
	// Scripts calls visit with the text of a file with anchors, and returns the redirect in it, if
	// there is one.
	Scripts(t addressbook.Target, visit func(text []byte)) (engine.Redirect, bool)
}

// A Fault describes what is wrong with a link, or with a name.
type Fault struct {
	Code    string // the code of the rule that is broken
	Text    string // a sentence
	URL     string // the target; empty if it is not known
	Folder  string // a folder that the fault is probably about, rather than the target, or ""
	Warning bool
}

// A rule is a rule for links. Its code does not change between versions.
type rule struct{ code, text string }

// The rules.
var (
	missing      = rule{"missing-file", "no such file"}
	otherCase    = rule{"other-case", "no such file"}
	otherForm    = rule{"other-form", "no such file"}
	noIndex      = rule{"no-index", "a directory without an index file"}
	noAnchor     = rule{"no-anchor", "nothing in the target has this id or name"}
	emptyFile    = rule{"empty-file", "the file is empty"}
	wrongType    = rule{"wrong-type", "a page, where an image, a medium or a script belongs"}
	emptyURL     = rule{"empty-url", "the URL is empty"}
	bookURL      = rule{"book-url", "a URL between files of a book begins with no \"/\", and has no query"}
	outOfTree    = rule{"out-of-tree", "leads out of the tree"}
	noHost       = rule{"rejected", "the URL names no host"}
	hostAsScheme = rule{"rejected", "no client opens this URL: scheme missing?"}
	badHost      = rule{"rejected", "no client opens this URL: its host or port is wrong"}
	noPart       = rule{"no-part", "no part of the message has this Content-ID"}
)

// fault returns the fault of breaking the rule. more is appended to the sentence.
func (r rule) fault(url []byte, more string) *Fault {
	return &Fault{Code: r.code, Text: r.text + more, URL: string(url)}
}
