package addressbook

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/urltext"
)

// ParseHosts parses an element of Options.Hosts.
func ParseHosts(spec string) (scheme, dir string) {
	for _, scheme := range []string{"http", "https"} {
		if dir, ok := strings.CutPrefix(spec, scheme+"="); ok {
			return scheme, dir
		}
	}
	return "http", spec
}

// addHosts adds a root for each directory that is named like a host: see isHost. If the URL is http, its https
// form is an alias, and the reverse. A remark names the other directories that could be hosts. If no directory is
// named like a host, addHosts returns an error: the directory probably belongs to one host. tops are the directories that
// the user named.
func (b *Book) addHosts(spec string, dir *tree, tops []*tree) error {
	scheme, given := ParseHosts(spec)
	alias := map[string]string{"http": "https", "https": "http"}[scheme]
	all := rootOf(scheme+"://h/", "")
	b.locateRoot(all, dir)
	n := all.tree.at(strings.TrimSuffix(all.prefix, "/"))
	if n.kind != directory {
		return nil
	}
	copied := all.tree.child(n.dir, "hts-cache").kind == directory
	found, passed := false, []string(nil)
	for i := range n.dir.subs {
		name := n.dir.name(int32(i))
		host, ok := hostOf(name)
		if !ok {
			continue
		}
		if !isHost(host) {
			if name[0] != '.' && name != "hts-cache" { // HTTrack keeps its own files there
				passed = append(passed, name)
			}
			continue
		}
		if copied && !HasFile(all.tree.files(), path.Clean(all.prefix+name)) {
			continue
		}
		found = true
		for _, scheme := range []string{scheme, alias} {
			r := rootOf(scheme+"://"+host+"/", "")
			r.tree, r.prefix, r.copied = all.tree, all.prefix+name+"/", copied
			b.addIn(r)
		}
	}
	in, below := hostAbove(given, LooksLikeHost)
	below = below && in.given
	deeper := ""
	if !found && !below {
		deeper = hostsIn(all.tree, n.dir, dir.real, tops)
	}
	switch {
	case below && !found:
		return fmt.Errorf("root-hosts %s: no directory there is named like a host, and %s is: give --root %s=%s", spec, in.name, scheme+"://"+in.host+"/"+encodePath(in.rest), given)
	case deeper != "":
		return fmt.Errorf("root-hosts %s: no directory there is named like a host, but some in %s are: give --root-hosts %s", spec, deeper, HostsSpec(scheme, path.Join(given, deeper)))
	case !found:
		return fmt.Errorf("root-hosts %s: no directory there is named like a host, with a dot or a port: give the directory in which each host has its own, or for one host --root URL=%s", spec, given)
	case below:
		b.remark("--root-hosts %s: %s is named like a host, too: if its files are from there, give --root %s=%s", spec, in.name, scheme+"://"+in.host+"/"+encodePath(in.rest), given)
	}
	all.tree.hosts = append(all.tree.hosts, all.prefix)
	if len(passed) > 0 {
		name, are := passed[0], "1 directory is"
		if len(passed) > 1 {
			are = fmt.Sprintf("%d directories are", len(passed))
		}
		b.remark("--root-hosts %s: %s not named like a host, such as %s: if its files have URLs, give --root %s=%s, too",
			spec, are, name, scheme+"://"+name+"/", path.Join(given, name))
	}
	return nil
}

// hostsIn returns the name of a directory in d that itself has directories named like hosts, or "". A directory that
// is, or holds, one of the tops comes first. real is the path of d.
func hostsIn(t *tree, d *dir, real string, tops []*tree) (first string) {
	for i := range d.subs {
		in, name := t.enter(d, int32(i)), d.name(int32(i))
		hasTop := func(top *tree) bool { return dirpath.Contains(filepath.Join(real, name), top.real) }
		for sub := range in.subs {
			switch {
			case !LooksLikeHost(in.name(int32(sub))):
			case slices.ContainsFunc(tops, hasTop):
				return name
			default:
				first = cmp.Or(first, name)
			}
		}
	}
	return first
}

// isHost reports whether a host that hostOf returned is probably one: a domain with a dot, localhost, an IP address,
// or any name with a port.
func isHost(host string) bool { return host == "localhost" || LooksLikeHost(host) }

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
		host, ok := hostOf(names[i])
		if !ok || !LooksLikeHost(names[i]) && !isHost(host) || !is(strings.ToLower(host)) {
			continue
		}
		found = hostDir{host: strings.ToLower(host), name: names[i], rest: strings.Join(append(names[i+1:], ""), "/")}
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

// HostsSpec returns the element of Options.Hosts for a directory. scheme is the scheme of the URLs of its files.
func HostsSpec(scheme, dir string) string {
	if scheme == "https" {
		return "https=" + dir
	}
	return dir
}

// HasFile reports whether there is a file that is not empty in a directory, at any depth. HTTrack makes directories of
// hosts that it did not copy, with empty files.
func HasFile(in fs.FS, dir string) (found bool) {
	_ = fs.WalkDir(in, dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() == 0 {
			return nil
		}
		found = true
		return fs.SkipAll
	})
	return found
}

// HostOf returns the host that a directory is named after by the rule of Options.Hosts, in lower case.
func HostOf(name string) (host string, ok bool) {
	host, ok = hostOf(name)
	return strings.ToLower(host), ok && isHost(host)
}

// LooksLikeHost reports whether a directory is probably named after a host: the name is a domain with a dot, has a
// port, or is an IP address. A name such as a.files does not count, because browsers save the files of a page
// there.
func LooksLikeHost(name string) bool {
	return likeHost.MatchString(name) && !strings.HasSuffix(name, ".files") && !isPageName(name)
}

var likeHost = regexp.MustCompile(`(?i)^(?:(?:[a-z0-9_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)|[a-z0-9.-]+[:+]\d+|\d+(?:\.\d+){3})(?:[:+]\d+)?$`)

// withPort matches a name that HTTrack made of a host and a port: the last label of a host has no "_".
var withPort = regexp.MustCompile(`^(.*\..*|localhost)_(\d+)$`)

// hostOf returns the host and port that a directory is named after. wget writes "+" for the ":"
// in names for Windows, and HTTrack writes "_".
func hostOf(name string) (host string, ok bool) {
	name = withPort.ReplaceAllString(name, "$1:$2")
	host, port, hasPort := strings.Cut(strings.Replace(name, "+", ":", 1), ":")
	for i := range len(host) {
		if c := host[i]; !ascii.IsAlphanumeric(c) && c != '.' && c != '-' && c != '_' {
			return "", false
		}
	}
	for i := range len(port) {
		if !ascii.IsDigit(port[i]) {
			return "", false
		}
	}
	if host == "" || strings.Trim(host, ".") == "" || hasPort && port == "" {
		return "", false
	}
	if hasPort {
		host += ":" + port
	}
	return host, true
}
