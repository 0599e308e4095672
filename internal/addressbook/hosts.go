package addressbook

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// parseHosts parses a directory of hosts: DIR or SCHEME=DIR.
func parseHosts(spec string) (scheme, dir string) {
	for _, scheme := range []string{"http", "https"} {
		if dir, ok := strings.CutPrefix(spec, scheme+"="); ok {
			return scheme, dir
		}
	}
	return "http", spec
}

// HostsDir returns the directory of an element of Options.Hosts.
func HostsDir(spec string) string {
	_, dir := parseHosts(spec)
	return dir
}

// addHosts adds a root for each directory that is named like a host: see isHost. If the URL is http, its https
// form is an alias, and the reverse. A remark names the other directories that could be hosts. If no directory is
// named like a host, addHosts returns an error: the directory probably belongs to one host.
func (b *Book) addHosts(spec string, dir *tree) error {
	scheme, given := parseHosts(spec)
	alias := map[string]string{"http": "https", "https": "http"}[scheme]
	all := rootOf(scheme+"://h/", "")
	b.locateRoot(all, dir)
	n := all.tree.at(strings.TrimSuffix(all.prefix, "/"))
	if n.kind != directory {
		return nil
	}
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
		found = true
		for _, scheme := range []string{scheme, alias} {
			r := rootOf(scheme+"://"+host+"/", "")
			r.tree, r.prefix = all.tree, all.prefix+name+"/"
			b.addIn(r)
		}
	}
	if !found {
		return fmt.Errorf("root-hosts %s: no directory there is named like a host, with a dot or a port: give the directory in which each host has its own, or for one host --root URL=%s", spec, given)
	}
	if len(passed) > 0 {
		name := passed[0]
		b.remark("--root-hosts %s: %s not named like a host, such as %s: if its files have URLs, give --root %s=%s, too",
			spec, directories(len(passed)), name, scheme+"://"+name+"/", path.Join(given, name))
	}
	return nil
}

// directories returns how many directories there are, and the verb.
func directories(n int) string {
	if n == 1 {
		return "1 directory is"
	}
	return fmt.Sprintf("%d directories are", n)
}

// isHost reports whether a host that hostOf returned is probably one: a domain with a dot, localhost, an IP address,
// or any name with a port.
func isHost(host string) bool { return host == "localhost" || LooksLikeHost(host) }

// checkHost returns an error if the directory of a root has a subdirectory that is named like the host and
// has no root of its own. Programs such as wget put the files of the host there.
func (r *root) checkHost() error {
	n := r.tree.at(strings.TrimSuffix(r.prefix, "/"))
	if n.kind != directory {
		return nil
	}
	scheme, host, _ := strings.Cut(r.site, "://")
	for i := range n.dir.subs {
		name := n.dir.name(int32(i))
		if is, ok := hostOf(name); !ok || !strings.EqualFold(is, host) || r.tree.roots[r.prefix+name+"/"] != nil {
			continue
		}
		inner := encodePath(name) + "/"
		return fmt.Errorf("root %s=%s: %[2]s has a directory named like the host, whose files would have URLs that begin with %[1]s%[3]s: give --root-hosts %[4]s instead, or, if these URLs are right, --root %[1]s%[3]s=%[5]s too",
			r.url, r.given, inner, HostsSpec(scheme, r.given), path.Join(r.given, name))
	}
	return nil
}

// HostsSpec returns the element of Options.Hosts for a directory. scheme is the scheme of the URLs of its files.
func HostsSpec(scheme, dir string) string {
	if scheme == "https" {
		return "https=" + dir
	}
	return dir
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
