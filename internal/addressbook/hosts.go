package addressbook

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/dirpath"
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
