package origins

import (
	"maps"
	"slices"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Redirect is what says that the URL of an alias redirects to that of a file.
const Redirect = "redirect in the HTTrack cache"

// maxRedirects is the number of redirects that are followed from a URL, as browsers do.
const maxRedirects = 20

// addAliases adds the URLs that redirect to those of files.
func (c *collector) addAliases() {
	if len(c.redirects) == 0 {
		return
	}
	files := make(map[string]*Entry, len(c.Entries))
	for i := range c.Entries {
		if e := &c.Entries[i]; !e.Later && !e.Failed {
			files[savedfrom.SameURL(e.URL)] = e
		}
	}
	for _, from := range slices.Sorted(maps.Keys(c.redirects)) {
		if files[from] != nil {
			continue
		}
		if e := c.redirected(from, files); e != nil {
			c.Aliases = append(c.Aliases, Entry{Name: e.Name, URL: from, From: Redirect, Saved: e.Saved})
		}
	}
}

// redirected returns the entry of the file that a URL redirects to, or nil.
func (c *collector) redirected(url string, files map[string]*Entry) *Entry {
	for range maxRedirects {
		to, ok := c.redirects[url]
		if !ok {
			return nil
		}
		url = savedfrom.SameURL(to)
		if e := files[url]; e != nil {
			return e
		}
	}
	return nil
}
