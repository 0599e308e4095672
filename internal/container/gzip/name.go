package gzip

import (
	"path"
	"strings"
)

// extension is that of the name of a gzip file.
const extension = ".gz"

// TrimExt returns the name of a file without the extension of gzip.
func TrimExt(name string) string {
	if strings.EqualFold(path.Ext(name), extension) {
		return name[:len(name)-len(extension)]
	}
	return name
}
