package httrack

import (
	"crypto/md5" // HTTrack names files by it
	"encoding/hex"
	"net/url"
	"path"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

// isFailure reports whether a status is that of an answer instead of a page that the server lacks.
func isFailure(status string) bool {
	return len(status) == 3 && (status[0] == '4' || status[0] == '5')
}

// isRedirect reports whether a status is that of a redirect.
func isRedirect(status string) bool {
	switch status {
	case "301", "302", "303", "307", "308":
		return true
	}
	return false
}

// redirectURL returns the URL that a redirect leads to.
func redirectURL(from, location string) (string, bool) {
	base, err := url.Parse(from)
	if err != nil || location == "" {
		return "", false
	}
	to, err := base.Parse(location)
	if err != nil {
		return "", false
	}
	return makeURL(to.String())
}

// savedNames returns the paths that HTTrack gives the file of a URL, by its default rule (-N0), in
// the order of how likely they are. The path is that of the URL, with the first four digits of the
// MD5 sum of the query before the ending, which is ".html" for HTML.
func savedNames(s string) []string {
	site, rest, _ := strings.Cut(s, "://")
	host, rest, _ := strings.Cut(rest, "/")
	if site == "" || host == "" {
		return nil
	}
	name, query, asked := strings.Cut(rest, "?")
	name = urltext.Decode(name)
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	ending := path.Ext(name)
	stem := strings.ReplaceAll(host, ":", "_") + "/" + strings.TrimSuffix(name, ending)
	if asked {
		sum := md5.Sum([]byte(query))
		stem += hex.EncodeToString(sum[:2])
	}
	if ending == ".html" {
		return []string{stem + ending}
	}
	return []string{stem + ending, stem + ".html"}
}
