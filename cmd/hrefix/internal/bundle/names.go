package bundle

import (
	"io/fs"
	"strings"

	"github.com/hrefix/hrefix/internal/dirpath"
)

// Path returns the path of a member by its name. ok is false if the name is no path.
func Path(name string) (path string, ok bool) {
	path, ok = pathOf(name)
	return path, ok && path != "."
}

// pathOf returns the path of a member by its name. ok is false if the name is no path.
func pathOf(name string) (path string, ok bool) {
	for strings.HasPrefix(name, "./") {
		name = name[len("./"):]
	}
	name = strings.TrimSuffix(name, "/")
	if name == "" {
		name = "." // the top
	}
	return name, fs.ValidPath(name) && len(name) <= maxName && strings.IndexByte(name, 0) < 0
}

// maxName is the length of the longest path that Linux opens.
const maxName = 4096

// Skips reports whether a member stays because of its name: it is in a directory of version control,
// whose files an edit would break.
func Skips(name string) bool {
	for dir := range strings.SplitSeq(name, "/") {
		if dirpath.IsVersionControl(dir) {
			return true
		}
	}
	return false
}
