package addressbook

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// AddSaved does what [Book.Add] does, for a file whose links were made to lead to files by the
// program that saved it. Its relative links are read by location first.
func (b *Book) AddSaved(url, path string, rule Rule) error {
	return b.addFrom(source{rule: rule, saved: true}, url, path)
}

// IsFailed reports whether the file at a location was added by a line of a map that begins with
// [FailedMark].
func (p *Place) IsFailed(location string) bool {
	if !slices.ContainsFunc(p.book.entries.sources, func(s source) bool { return s.failed }) {
		return false
	}
	e, _ := p.entryAt(location)
	return e != nil && p.book.entries.sources[e.from].failed
}

// HasEntries reports whether files have URLs by entries, not only by the rules of a root.
func (b *Book) HasEntries() bool { return len(b.entries.all) > 0 }

// MayLackURL reports whether the user probably knows that the document has no URL: other files have URLs by entries, or
// the document is beside the directories of hosts. Relative links of such a document lead to files by location.
func (p *Place) MayLackURL() bool { return p.book.HasEntries() || p.IsBesideHosts() }

// IsInHost reports whether the document has its URL by a directory that is named like its host: see Options.Hosts.
func (p *Place) IsInHost() bool { return p.root != nil && p.root.given == "" && !p.root.plain }

// IsBesideHosts reports whether the document has no URL, and is in a directory of Options.Hosts.
func (p *Place) IsBesideHosts() bool {
	isIn := func(dir string) bool { return strings.HasPrefix(p.path, dir) }
	return p.url == "" && slices.ContainsFunc(p.tree.hosts, isIn)
}

// Mapped returns the rule of the document's entry, or "" if its URL comes from a root or is not
// known. saved reports whether the links of the document were made to lead to files: the entry was added by
// [Book.AddSaved], or HTTrack made the directory of the root.
func (p *Place) Mapped() (from string, saved bool) {
	e := p.book.entries.of(p.tree.number, p.path)
	if e == nil || p.url != e.url {
		return "", p.root != nil && p.root.copied
	}
	s := p.book.entries.sources[e.from]
	return string(s.rule), s.saved
}

// samePage returns the entry whose URL usually names the same page as url, or nil: the original URL of a
// copy in the Wayback Machine, or the URL with https instead of http or the reverse, or with or without "/" at the
// end. There is no entry for url itself.
func (e *entries) samePage(url string) *entry {
	if len(e.all) == 0 {
		return nil
	}
	var all []string
	original, archived := savedfrom.Unarchived(url)
	if archived {
		original, _, _ = strings.Cut(original, "#")
		all = append(all, original)
		url = original
	}
	twin := otherScheme(url)
	if twin != "" {
		all = append(all, twin)
	}
	if slashed := otherEnd(url); slashed != "" {
		if all = append(all, slashed); twin != "" {
			all = append(all, otherScheme(slashed))
		}
	}
	for _, other := range all {
		if found := e.byURL(other); found != nil {
			return found
		}
	}
	return nil
}

// otherScheme returns a URL with https instead of http or the reverse, or "".
func otherScheme(url string) string {
	site, rest, _ := split(url)
	scheme, host, _ := strings.Cut(site, "://")
	switch scheme {
	case "http":
		return "https://" + host + rest
	case "https":
		return "http://" + host + rest
	}
	return ""
}

// otherEnd returns a URL with a "/" added to or removed from the end of its path, or "" for the
// path of the site itself.
func otherEnd(url string) string {
	path, query, asked := strings.Cut(url, "?")
	if asked {
		query = "?" + query
	}
	if _, rest, ok := split(path); !ok || rest == "/" {
		return ""
	}
	if short, ok := strings.CutSuffix(path, "/"); ok {
		return short + query
	}
	return path + "/" + query
}
