package main

import (
	"path"
	"regexp"
	"strconv"
)

// sizeField finds the sizes in the name of a message in a Maildir: S is that of
// the file, W that with every line ending as CRLF. They stand before the flags.
var sizeField = regexp.MustCompile(`,([SW])=[0-9]+`)

// sizedName returns the path of a message with the sizes in its name made right.
func sizedName(rel string, size, wide int64) string {
	dir, name := path.Split(rel)
	return dir + sizeField.ReplaceAllStringFunc(name, func(field string) string {
		n := size
		if field[1] == 'W' {
			n = wide
		}
		return field[:len(",S=")] + strconv.FormatInt(n, 10)
	})
}
