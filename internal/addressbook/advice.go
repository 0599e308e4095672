package addressbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
)

// Many pages name their own URL in a canonical link. That URL may differ from the URL that a root gives to the page only
// by names of directories that one of the two lacks. Then the directory or the URL of the root is probably one level
// too high or too low. Other differences show nothing: a page may name the URL of its newest version, or a URL on the
// host where it is published.

// WrongLevel returns a sentence if canonical links of pages show that the directory or the URL of a root has the wrong
// level. It reads the first pages at the paths, which are files or directories in the file system. sure reports whether
// enough pages show it.
func (b *Book) WrongLevel(paths []string) (wrong string, sure bool) {
	const most, enough = 200, 3 // how many pages are read, and how many must show the same root
	var right, canonical string // the right root, URL=DIR, and the canonical link that shows this root
	var page Target             // the first page that shows the right root
	read, pages := 0, 0
	for _, name := range paths {
		for t := range b.FilesIn(name) {
			if pages == enough || read == most {
				break
			}
			r := b.trees[t.Tree].owner(t.Path)
			if r == nil || r.first.given == "" || !isPageName(t.Path) || t.URL != b.urlByPath(r, t.Path) {
				continue // a line of a map gives the URL
			}
			read++
			says := b.canonical(t)
			if other := b.Lookup(says); other.State == File && other.ID != t.ID {
				continue // the page names the URL of another page of the trees, of which it is a version, for example for phones
			}
			switch root, same := r.first.level(t.URL, t.Path, says); {
			case same, root != "" && right != "" && root != right:
				return "", false
			case root != "":
				if pages++; right == "" {
					right, canonical, page = root, says, t
				}
			}
		}
	}
	if right == "" {
		return "", false
	}
	return fmt.Sprintf("%s: the page says that it is %s, and by --root it is %s: give --root %s", b.Name(page), canonical, page.URL, right), pages == enough
}

// canonical returns the canonical link in the first bytes of a page, or "".
func (b *Book) canonical(t Target) string {
	const enough = 64 << 10
	f, err := b.Open(t)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, enough))
	return savedfrom.Canonical(text)
}

// level returns the right root, URL=DIR, if a page has the URL url by the root r, but names its own URL as says. It
// returns "" if the URLs show no other root. same reports whether the URLs agree.
func (r *root) level(url, page, says string) (right string, same bool) {
	site, rest, ok := split(url)
	theirs, theirRest, valid := split(says)
	if !ok || !valid || bareHost(site) != bareHost(theirs) {
		return "", false
	}
	own, other := segments(rest), segments(theirRest)
	if slices.Equal(own, other) {
		return "", true
	}
	below := len(own) - len(segments(r.path)) // the number of segments that are names in the directory
	last := 0                                 // the number of segments at the end that are the same
	for last < min(len(own), len(other)) && own[len(own)-1-last] == other[len(other)-1-last] {
		last++
	}
	more := len(own) - len(other)
	first := min(len(own), len(other)) - last
	switch {
	case last == 0 || !slices.Equal(own[:first], other[:first]):
		return "", false
	case more > 0 && last+more <= below: // says lacks names of directories
		dirs := strings.Split(page[len(r.prefix):], "/")
		return rootSpec(theirs, other[:first], path.Join(r.given, path.Join(dirs[:below-last]...))), false
	case more < 0 && last >= below && below > 0: // the URL of the root lacks names that says has
		return rootSpec(theirs, other[:len(other)-below], r.given), false
	}
	return "", false
}

// rootSpec returns the root URL=DIR whose URL has a site and the names of directories.
func rootSpec(site string, names []string, dir string) string {
	return site + "/" + strings.Join(append(slices.Clone(names), ""), "/") + "=" + dir
}

// bareHost returns the host of a site without "www.", which canonical links often add or leave out.
func bareHost(site string) string {
	_, host, _ := strings.Cut(site, "://")
	return strings.TrimPrefix(host, "www.")
}

// segments returns the segments of the path of a URL, without an index and without the ending of a page.
func segments(path string) []string {
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".html"), ".htm")
	path = strings.TrimSuffix(path, "/index")
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' })
}

// Twin returns a root, URL=DIR, for a URL that belongs to no root. With that root, the URL would
// name a file of the document's tree. The site of the URL must differ from the URL of a root only
// by http or https, by "www.", or by a port that the root lacks. For all other URLs Twin returns "".
func (p *Place) Twin(url []byte) string {
	var room [128]byte
	site, after, ok := urltext.AppendSite(room[:0], url)
	if !ok || p.root == nil {
		return ""
	}
	scheme, host, _ := bytes.Cut(site, []byte("://"))
	bare, _, _ := bytes.Cut(host, []byte(":"))
	isWeb := func(scheme string) bool { return scheme == "http" || scheme == "https" }
	for _, r := range p.root.all {
		rootScheme, rootHost, _ := strings.Cut(r.site, "://")
		switch {
		case r.given == "" || r.site == string(site):
			continue
		case isWeb(rootScheme) && isWeb(string(scheme)) && strings.TrimPrefix(rootHost, "www.") == string(bytes.TrimPrefix(host, []byte("www."))):
		case rootScheme != string(scheme) || rootHost != string(bare):
			continue
		}
		rest, _, _ := strings.Cut(string(after), "#")
		if own, _ := p.book.of(string(url), nil); own != nil {
			return "" // the URL already belongs to a root
		}
		if longest, _ := p.book.longest(r.site + rest); longest != r {
			continue
		}
		if _, _, found := p.Find(r.site + rest); found {
			return string(site) + r.path + "=" + r.given
		}
	}
	return ""
}

// Misplaced returns the root, URL=DIR, that the user should have given instead of the root of the document, or "". url
// is a URL that names no file in the root. The URL of the root has a path, but its directory has a file at the whole
// path of url: so it is the directory of the whole site.
func (p *Place) Misplaced(url string) string {
	r := p.root
	if r == nil || r.given == "" || r.path == "/" {
		return ""
	}
	url, _, _ = strings.Cut(url, "#")
	site, path, ok := split(url)
	if !ok || site != r.site || !strings.HasPrefix(path, r.path) {
		return ""
	}
	if _, _, found := p.Find(url); found {
		return ""
	}
	if s := p.book.search(r, path[1:]); s.state != File || s.guess {
		return ""
	}
	return r.site + "/=" + r.given
}

// checkHost returns an error if a directory of a root is named like the host and has no root of its own. Programs such
// as wget put the files of the host there. It looks at the subdirectories of the root. If the root is above a top, it
// also follows the path to the top, and looks a few levels into it.
func (r *root) checkHost(own *tree, tops []*tree) error {
	const deepest = 4 // the number of names below a top
	at := r.tree.at(strings.TrimSuffix(r.prefix, "/"))
	if at.kind != directory {
		return nil
	}
	if err := r.checkSubs(at.dir, 1); err != nil {
		return err
	}
	for _, top := range tops {
		names, below := dirpath.Rel(own.real, top.real)
		if !below && !isBelow(own.real, top.real) {
			continue
		}
		in := at
		for names != "" && names != "." && in.kind == directory {
			var name string
			name, names, _ = strings.Cut(filepath.ToSlash(names), "/")
			if err := r.checkName(in.dir, name); err != nil {
				return err
			}
			in = r.tree.child(in.dir, name)
		}
		if in.kind == directory {
			if err := r.checkSubs(in.dir, deepest); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkSubs calls checkName for the directories in d, up to a number of levels.
func (r *root) checkSubs(d *dir, levels int32) error {
	const most = 1000
	outer := []*dir{d}
	for i := 0; i < len(outer); i++ {
		in := outer[i]
		for sub := range in.subs {
			if err := r.checkName(in, in.name(int32(sub))); err != nil {
				return err
			}
			if in.depth < d.depth+levels-1 && len(outer) < most {
				outer = append(outer, r.tree.enter(in, int32(sub)))
			}
		}
	}
	return nil
}

// checkName returns an error if a directory in d is named like the host and has no root of its own.
func (r *root) checkName(d *dir, name string) error {
	scheme, host, _ := strings.Cut(r.site, "://")
	if is, ok := hostOf(name); !ok || !strings.EqualFold(is, host) {
		return nil
	}
	at := d.path() + name + "/"
	if r.tree.roots[at] != nil {
		return nil
	}
	hosts, inner := path.Join(r.given, d.path()[len(r.prefix):]), encodePath(at[len(r.prefix):])
	return fmt.Errorf("root %s=%s: %s has a directory named like the host, whose files would have URLs that begin with %[1]s%[4]s: give --root-hosts %[5]s instead, or, if these URLs are right, --root %[1]s%[4]s=%[6]s too",
		r.url, r.given, hosts, inner, HostsSpec(scheme, hosts), path.Join(hosts, name))
}

// A hostDir is the directory named like a host that hostAbove has found at or above a directory.
type hostDir struct {
	host  string
	name  string // the path as the user gave it, or the name alone
	given bool   // the name is in the path as the user gave it
	rest  string // the path from the hostDir to the directory; ends in "/" unless it is empty
}

// hostAbove looks at dir, and then at the directories above it from the innermost outwards. It returns the first that
// is named like a host, if is returns true for that host.
func hostAbove(dir string, is func(host string) bool) (found hostDir, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return hostDir{}, false // the current directory is gone
	}
	names, given := splitNames(abs), splitNames(filepath.Clean(dir))
	for i := len(names) - 1; i >= 0; i-- {
		host, ok := HostOf(names[i])
		if !ok || !is(host) {
			continue
		}
		found = hostDir{host: host, name: names[i], rest: strings.Join(append(names[i+1:], ""), "/")}
		if at := len(given) - (len(names) - i); at >= 0 && given[at] == names[i] {
			found.given, found.name = true, strings.Join(given[:at+1], "/")
		}
		return found, true
	}
	return hostDir{}, false
}

// checkPlace checks the URL of a root whose directory is in a directory that is named like a host, as wget makes them.
// If the place shows another URL, odd says what is wrong. given reports whether the name of the host is in the path
// that the user gave. sure reports whether the URL is certainly wrong if wget made the directory. The path of the URL
// may begin with more names than the place: wget --cut-dirs leaves these out.
func (r *root) checkPlace() (odd string, given, sure bool) {
	if r.tree.fsys != nil {
		return "", false, false // the files of an archive say nothing about their host
	}
	scheme, host, _ := strings.Cut(r.site, "://")
	isOwn := func(other string) bool {
		site, _, _ := split(scheme + "://" + other)
		return site == r.site
	}
	in, own := hostAbove(r.given, isOwn)
	switch {
	case own && strings.HasSuffix(urltext.Decode(r.path), "/"+in.rest):
		more := strings.TrimSuffix(urltext.Decode(r.path), in.rest) // the names in the URL before the path of the directory
		up := strings.Repeat("../", strings.Count(in.rest, "/"))
		if info, err := os.Stat(filepath.Join(r.given, up, more)); more == "/" || err != nil || !info.IsDir() {
			return "", false, false
		}
		sure = in.given // the directory of the host has directories with these names, so none was left out
	case own:
		sure = in.given && !in.isPublished(r.given)
	default:
		in, _ = hostAbove(r.given, LooksLikeHost)
		if !in.given || strings.TrimPrefix(in.host, "www.") == strings.TrimPrefix(host, "www.") {
			return "", false, false
		}
		beside, _ := os.ReadDir(filepath.Join(in.name, ".."))
		sure = slices.ContainsFunc(beside, func(e fs.DirEntry) bool {
			other, ok := hostOf(e.Name())
			return ok && isOwn(other)
		})
	}
	whose := "another host"
	if own {
		whose = "the host"
	}
	odd = fmt.Sprintf("root %s=%s: the directory belongs to %s, which is named like %s: ", r.url, r.given, in.name, whose)
	right := fmt.Sprintf("give --root %s=%s", scheme+"://"+in.host+"/"+encodePath(in.rest), r.given)
	if sure {
		return odd + fmt.Sprintf("%s, unless the URL that you gave is right: then change to %s and give --root %s=%s", right, in.name, r.url, path.Clean(in.rest)), in.given, true
	}
	return odd + "if the URL is wrong, " + right, in.given, false
}

// isPublished reports whether the directory dir in d is probably what a server publishes as the host, as in
// /var/www/example.org/html: it has one of the usual names, and there is no page beside it.
func (d hostDir) isPublished(dir string) bool {
	switch d.rest {
	case "public/", "public_html/", "htdocs/", "httpdocs/", "html/", "www/", "wwwroot/", "_site/", "dist/":
		_, err := os.Stat(filepath.Join(dir, "..", "index.html"))
		return errors.Is(err, fs.ErrNotExist)
	}
	return false
}
