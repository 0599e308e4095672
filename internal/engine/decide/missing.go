package decide

import (
	"bytes"
	_ "embed" // embeds the page
	"fmt"
	"net/url"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/urltext"
)

// Missing says what becomes of links to files that the tree lacks when links are made relative.
type Missing uint8

const (
	// MissingAbsolute makes such links absolute.
	MissingAbsolute Missing = iota
	// MissingKeep leaves such links as they are.
	MissingKeep
	// MissingMark makes the links that a reader follows lead to [MissingPage], which reports that
	// the target is missing. Other links, such as links to images, become absolute.
	MissingMark
)

var missingNames = []string{"absolute", "keep", "mark"}

// MissingNames returns the names that [ParseMissing] knows.
func MissingNames() []string { return missingNames }

// ParseMissing returns the Missing with a name. The empty name stands for MissingAbsolute.
func ParseMissing(name string) (Missing, error) {
	for i, n := range missingNames {
		if n == name || name == "" {
			return Missing(i), nil
		}
	}
	return 0, fmt.Errorf("unknown value %q: known are %s", name, strings.Join(missingNames, ", "))
}

// MissingPage is the page that [MissingMark] makes links lead to. It must be stored in the tree
// at the location that [ToRelative] is given.
//
//go:embed missing.html
var MissingPage []byte

// missingStem begins the names of pages for missing targets.
const missingStem = "not-in-this-copy"

// MissingName returns the nth name to try for the page that [MissingMark] links to.
func MissingName(n int) string {
	if n <= 1 {
		return missingStem + ".html"
	}
	return fmt.Sprintf("%s-%d.html", missingStem, n)
}

// lacking decides a link to a file that the tree lacks, or that is not in the tree.
func (v *relativizer) lacking(dst []byte, r *Reference, f file, absolute bool) []byte {
	why := reason.NotInTree
	if f.own == "" {
		why = reason.Outside
	}
	switch {
	case f.own == "" && absolute:
		return away(dst, r, f)
	case f.own != "" && v.missing == MissingMark && r.isFollowed() && isWebURL(f.target):
		f.location, f.fragment = v.page, "#"+escapeMissing(f.target)
		at := len(dst)
		if marked, ok := appendReference(dst, v.from(r), f, r); ok {
			r.Status, r.Reason = Resolved, why
			return marked
		}
		dst = dst[:at]
	case !absolute && (len(r.Text) == 0 || r.Text[0] == '#') && !v.leadsOut(r) && v.from(r) == v.own:
		r.Status, r.Reason = Relative, reason.AlreadyRelative // the reference names the document itself
		return dst
	}
	switch {
	case absolute:
		return away(dst, r, f)
	case f.own != "" && v.missing == MissingKeep:
		return v.stays(dst, r, f, false, why)
	}
	r.Status, r.Reason = Resolved, why
	return append(dst, f.target...)
}

// away decides an absolute link that stays: its file is not in the tree, or missing.
func away(dst []byte, r *Reference, f file) []byte {
	r.Status = Absolute
	if f.own != "" {
		r.Reason = reason.NotInTree
	}
	return dst
}

// isFollowed reports whether r, which is in a document, is a link that a reader follows, or a page
// in a frame.
func (r *Reference) isFollowed() bool {
	switch {
	case r.Rules.Place.Syntax == syntax.Refresh:
		return true
	case r.Rules.Place.Syntax.IsLocal():
		return false
	}
	switch r.Element {
	case "a", "area":
		return r.Attr == "href" || r.Attr == "xlink:href"
	case "iframe", "frame":
		return r.Attr == "src"
	}
	return false
}

// escapeMissing returns a URL as the fragment of a link to the missing page.
func escapeMissing(url string) string {
	return urltext.Encode(url, func(c byte) bool {
		return c <= ' ' || c >= 0x7f || strings.IndexByte("\"#%<>[\\]^`{|}", c) >= 0
	})
}

// MissingURL returns the URL that a link to the missing page stands for.
func MissingURL(ref []byte) (string, bool) {
	path, fragment, _ := bytes.Cut(ref, []byte("#"))
	if !isMissingPath(path) || bytes.IndexByte(fragment, '\n') >= 0 || len(fragment) > MaxReference {
		return "", false
	}
	url, err := url.PathUnescape(string(fragment))
	return url, err == nil && isWebURL(url)
}

// isMissingPath reports whether the last segment of path is a name that [MissingName] returns.
func isMissingPath(path []byte) bool {
	name, ok := bytes.CutPrefix(path[bytes.LastIndexByte(path, '/')+1:], []byte(missingStem))
	if !ok || bytes.IndexByte(path, '?') >= 0 {
		return false
	}
	name, ok = bytes.CutSuffix(name, []byte(".html"))
	number, numbered := bytes.CutPrefix(name, []byte("-"))
	return ok && (len(name) == 0 || numbered && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0)
}

// isWebURL reports whether url is an http or https URL.
func isWebURL(url string) bool { return base.HasScheme(url, []string{"http", "https"}) }
