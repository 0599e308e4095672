package decide

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// LacksScheme reports whether a relative reference seems to be the URL of another site, or the address of
// a person, without its scheme: "www.example.com/x", "example.com", "jan@example.com". By the rules it
// names a file, so this counts only if there is no such file.
func LacksScheme(text []byte) bool {
	end := bytes.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	host := strings.ToLower(string(text[bytes.LastIndexByte(text[:end], '@')+1 : end]))
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	last := labels[len(labels)-1]
	switch {
	case len(labels) < 2 || len(last) < 2 || !ascii.IsAlpha(last[0]):
		return false
	case labels[0] == "www":
		return len(labels) > 2 // "www.html" is a file
	}
	switch last {
	case "com", "org", "net", "edu", "gov": // com, org and so on are no extensions of files, except of old programs
		return true
	}
	return false
}
