package decide

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A relative link of a document in a tree can be read in two ways.
//
//   - By URL: it is resolved against the base of the document, and the tree is asked for the
//     file with that URL. Links of a site as it was published are read in this way.
//   - By location: it is resolved against the location of the document. So are the links of a
//     converted tree, whose links lead to files: rel writes such links, and so do wget -k,
//     HTTrack and browsers.
//
// The URL comes first, unless the tree is converted. Absolute links are read by URL only,
// and so are links that begin with "/", which do not lead to a file of the tree on a disk.
//
// Locations are resolved by RFC 3986 in every dialect: browsers, which open the tree, differ from
// that only for references that are never written here. Other readings follow: reading.go.

// Files finds the files of a tree that the references of a document lead to.
type Files struct {
	tree      Tree
	dialect   resolve.Dialect
	converted bool
	mapped    bool          // the document has an entry of its own in the tree
	fixed     bool          // see Entry.Fixed
	request   string        // the requested URL, if the tree has another URL for the document: see requested
	own       *resolve.Base // the location of the document
	home      *resolve.Base // the directory of the document
}

// NewFiles returns the Files for the document of a tree. converted says that relative links lead to
// files of the tree, as [ToRelative] writes them: the location of a link counts before its URL. entry is
// the zero Entry if the tree does not give the base of the document.
func NewFiles(t Tree, d resolve.Dialect, converted bool, entry Entry) *Files {
	own := resolve.RFC3986.Base(LocationURL(t.Location()))
	v := &Files{tree: t, dialect: d, converted: converted || entry.Saved, mapped: entry.From != "", fixed: entry.Fixed, own: own, home: directoryOf(own)}
	if t, ok := t.(requested); ok {
		v.request = t.Request()
	}
	return v
}

// A file is the result of looking for the file that a reference leads to.
type file struct {
	target   string // the URL of the reference, with its fragment
	fragment string // the fragment with its "#", or ""
	own      string // the URL of the file; if the tree lacks the file, the URL in the tree, or ""
	location string // "" if the tree lacks the file
	near     bool   // the reference spells the name in another way: see findOther
}

// find returns the file that r leads to. ok is false if r has no target.
func (v *Files) find(r *Reference, absolute bool) (f file, ok bool) {
	var url string
	if absolute {
		if v.converted && v.findDotted(r, &f) {
			return f, true
		}
		f.target, url = string(r.Text), string(r.Text)
	} else {
		out, outcome := r.Resolve(nil)
		if outcome != resolve.Resolved {
			_, f.fragment = cutFragment(string(r.Text))
			ok = r.Base.Layer == base.Default && v.findOther(r, Reading{}, false, &f)
			return f, ok // findOther changes f, so it is called before f is returned
		}
		f.target, url = string(out), string(out)
	}
	_, f.fragment = cutFragment(f.target)
	if v.converted && !absolute && v.findLocation(r, &f) {
		if f.own != "" && v.isFailed(f.location) {
			f.location = ""
		}
		return f, true
	}
	url, _ = cutFragment(url)
	own, location, found := v.tree.Find(url)
	if found {
		f.lead(own, location)
		return f, true
	}
	if !v.findOther(r, Reading{URL: url}, own != "", &f) {
		f.own = own
	}
	return f, true
}

// Has reports whether the tree has a file for a URL. A fragment of the URL does not count.
func (v *Files) Has(url string) bool {
	url, _ = cutFragment(url)
	_, _, ok := v.tree.Find(url)
	return ok
}

// findOther finds the file that another reading of r than the first one leads to. Without one, it finds
// the file whose name differs in case, or in its Unicode normal form, from the name in a reading in the
// tree: such links work on other systems. inside reports whether the first reading is in the tree.
func (v *Files) findOther(r *Reference, first Reading, inside bool, f *file) bool {
	all := make([]Reading, 0, maxReadings) // the readings that are in the tree
	if inside {
		all = append(all, first)
	}
	for other := range r.OtherReadings(first.URL) {
		if other.ByLocation {
			if inside = true; v.findAt(r, other.URL, f) {
				return true
			}
		} else if own, location, ok := v.tree.Find(other.URL); ok {
			f.lead(own, location)
			return true
		} else {
			inside = own != ""
		}
		if inside {
			all = append(all, other)
		}
	}
	t, ok := v.tree.(nearing)
	return ok && slices.ContainsFunc(all, func(reading Reading) bool {
		own, location, ok := t.FindNear(reading.URL, reading.ByLocation)
		if ok {
			f.lead(own, location)
			f.near = true
		}
		return ok
	})
}

// lead sets the file that the tree has found.
func (f *file) lead(own, location string) {
	location, fragment := cutFragment(location)
	f.own, f.location = own, location
	if f.fragment == "" {
		f.fragment = fragment
	}
}

// findDotted finds the file that a URL such as "http://../a.html" leads to. No host has this name:
// HTTrack writes it for "../a.html" on a page with BASE. It counts only if the tree has the file,
// since HTTrack drops BASE, too.
func (v *Files) findDotted(r *Reference, f *file) bool {
	rest, ok := bytes.CutPrefix(r.Text, []byte("http://"))
	if !ok {
		rest, ok = bytes.CutPrefix(r.Text, []byte("https://"))
	}
	if !ok || !bytes.HasPrefix(rest, []byte("../")) {
		return false
	}
	out, outcome := r.Base.AppendReplacement(nil, rest)
	if outcome != resolve.Resolved {
		return false
	}
	url, fragment := cutFragment(string(out))
	own, location, ok := v.tree.Find(url)
	if ok {
		*f = file{target: url + fragment, fragment: fragment}
		f.lead(own, location)
	}
	return ok
}

// findLocation finds the file that r leads to by location.
func (v *Files) findLocation(r *Reference, f *file) bool {
	return v.findAt(r, v.locationOf(r), f)
}

// findAt finds the file at a location that r leads to, which may be "". Relative links of a feed
// count only if the feed has no base: feed readers do not read feeds from a tree of files.
func (v *Files) findAt(r *Reference, location string, f *file) bool {
	if location == "" || r.isInFeed() && r.Base.Resolves() {
		return false
	}
	own, ok := v.tree.At(location)
	if !ok || len(own) > MaxReference {
		return false
	}
	f.own, f.location, f.target = own, location, own+f.fragment
	return true
}

// locationOf returns the location that a relative reference leads to, or "".
func (v *Files) locationOf(r *Reference) string { return v.locationAs(r, resolve.RFC3986) }

// locationAs does what locationOf does, in a given dialect.
func (v *Files) locationAs(r *Reference, d resolve.Dialect) string {
	text, b := r.Text, v.locationBase(r)
	if b == nil || urltext.IsRooted(text) {
		return ""
	}
	if len(urltext.Path(text)) == 0 && b == v.own && r.Base.Layer > base.Retrieval {
		return "" // the reference names BASE
	}
	if d != resolve.RFC3986 {
		b = d.Base(b.String())
	}
	out, outcome := b.AppendReplacement(nil, cutReference(text))
	if outcome != resolve.Resolved {
		return ""
	}
	return LocationOf(string(out))
}

// locationBase returns the location that r is relative to when its tree is opened from a disk, or
// nil if r is relative to a URL.
func (v *Files) locationBase(r *Reference) *resolve.Base {
	switch {
	case r.IsOfMessage(), IsInnerBase(r.Base):
		return nil
	case r.Base.Layer <= base.Retrieval:
		return v.own
	}
	return v.locationsOf(r).read
}

// isAt reports whether a relative reference leads to the file when the tree is opened from a disk.
// There, a reference that begins with "/" does not lead to the top of the tree, a reference such as
// "c|/x" leads to a drive, and "\" is read as "/" (URL Standard section 4.4, file state and path state).
func (f *file) isAt(from *resolve.Base, text []byte) bool {
	if urltext.IsRooted(text) || startsWithDrive(text) || bytes.IndexByte(urltext.Path(text), '\\') >= 0 {
		return false
	}
	out, outcome := from.AppendReplacement(nil, cutReference(text))
	path, query, _ := strings.Cut(string(out), "?")
	wantPath, wantQuery, _ := strings.Cut(f.location, "?")
	return outcome == resolve.Resolved && isSameFile(path, LocationURL(wantPath)) && query == wantQuery
}

// startsWithDrive reports whether a reference starts with a Windows drive letter (URL Standard
// section 4.2). A letter with a colon is a scheme instead.
func startsWithDrive(ref []byte) bool {
	return len(ref) >= 2 && ascii.IsAlpha(ref[0]) && ref[1] == '|' && (len(ref) == 2 || bytes.IndexByte([]byte(`/\?#`), ref[2]) >= 0)
}

// cutReference returns a reference without its fragment.
func cutReference(text []byte) []byte {
	before, _, _ := bytes.Cut(text, []byte("#"))
	return before
}

// MaxReference is the maximum length of a reference that is written because of a location, or of
// the URL of a file. It limits the growth of documents: see the limit of growth.
const MaxReference = 2048

// ToAbsolute is the policy [ToAbsolute] for a document of the tree: a link gets the URL of the file
// that it leads to.
func (v *Files) ToAbsolute(dst []byte, r *Reference) []byte {
	at := len(dst)
	dst = ToAbsolute(dst, r)
	if r.Status == Unresolved && !r.IsBase() {
		return v.placed(dst, dst[:at], r)
	}
	if r.Status == Absolute && v.converted && !r.IsOfMessage() {
		return v.dotted(dst, dst[:at], r)
	}
	if r.Status != Resolved || r.IsBase() || r.IsOfMessage() {
		return dst
	}
	if url, ok := MissingURL(r.Text); ok {
		return append(dst[:at], url...)
	}
	url, fragment := cutFragment(string(dst[at:]))
	if !v.converted {
		if own, location, ok := v.tree.Find(url); ok && !(hasAddedEnding(url, own) && v.isAdjusted()) {
			if strings.Contains(own, "?") && !strings.Contains(url, "?") {
				r.Status, r.Reason = Left, reason.FileName
				return dst[:at]
			}
			if v.isGuess(location) {
				r.Reason = reason.ByName
			}
			return dst
		}
	}
	f := file{fragment: fragment}
	switch {
	case !v.findLocation(r, &f):
		if v.converted && v.leadsOut(r) {
			r.Status, r.Reason = Left, reason.FileOutside
			return dst[:at]
		}
		if v.converted && v.isDead(r, url) {
			r.Reason = reason.NotInTree
		}
		return dst
	case f.own == "":
		r.Status, r.Reason = Left, reason.NoURL
		return dst[:at]
	case v.isGuess(f.location):
		r.Reason = reason.ByName
	}
	return append(dst[:at], f.target...)
}

// hasAddedEnding reports whether url, which leads to the file with the URL own, has the ending of its name, and own
// does not, because wget -E added the ending. Only links that wget -k has made lead to files have such URLs: a server
// does not know the ending.
func hasAddedEnding(url, own string) bool {
	for _, ending := range []string{".html", ".css"} {
		name, ok := strings.CutSuffix(url, ending)
		if ok && urltext.Decode(name) == urltext.Decode(own) {
			return true
		}
	}
	return false
}

// leadsOut reports whether a relative reference leads out of the tree by location, and by its URL above the root of the
// host. So does a link that was made to lead to a file beside the directory of the host.
func (v *Files) leadsOut(r *Reference) bool {
	b := v.locationBase(r)
	if b == nil || urltext.IsRooted(r.Text) {
		return false
	}
	out, outcome := b.AppendReplacement(nil, cutReference(r.Text))
	if outcome != resolve.Resolved || LocationOf(string(out)) != "" {
		return false
	}
	out, _ = resolve.RFC1808.Base(r.Base.String()).AppendReplacement(nil, r.Text)
	return urltext.LeadsAbove(out)
}

// isDead reports whether a relative reference, which is not found by location, leads to no file of
// the tree by its URL either. Only the name before a query counts.
func (v *Files) isDead(r *Reference, url string) bool {
	location, _, asked := strings.Cut(v.locationOf(r), "?")
	if location == "" || len(urltext.Path(r.Text)) == 0 {
		return false
	}
	if _, ok := v.tree.At(location); ok && asked {
		return false
	}
	_, _, ok := v.tree.Find(url)
	return !ok
}

// placed decides a reference whose document has no base. It returns before with the URL of the file that the
// reference leads to by location, or dst if there is no such URL.
func (v *Files) placed(dst, before []byte, r *Reference) []byte {
	var f file
	_, f.fragment = cutFragment(string(r.Text))
	switch {
	case !v.findLocation(r, &f):
		return dst
	case f.own == "" && v.fixed:
		r.Status, r.Reason = Left, reason.NoURL
		return dst
	case f.own == "":
		return dst
	}
	r.Status, r.Reason = Resolved, none
	return append(before, f.target...)
}

// dotted decides an absolute reference. It returns before with the URL of the file that findDotted finds, or dst
// if there is no such file.
func (v *Files) dotted(dst, before []byte, r *Reference) []byte {
	var f file
	if r.IsBase() || !v.findDotted(r, &f) {
		return dst
	}
	r.Status = Resolved
	return append(before, f.target...)
}
