package main

import (
	"os"
	"path"
	"regexp"
	"strconv"

	"github.com/hrefix/hrefix/rewrite"
)

// isMaildir reports whether a directory is a Maildir.
func isMaildir(root *os.Root, dir string) bool {
	for _, name := range []string{"cur", "new"} {
		info, err := root.Lstat(path.Join(dir, name))
		if err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// setMail takes notice of a message of a Maildir: what lies in the folder cur or
// new of one. If not the whole Maildir was given, or it is not complete, sizes in
// the name tell one.
func (f *file) setMail(folder string, inMaildir bool) {
	if isMailFolder(folder) && (inMaildir || sizeField.MatchString(f.base)) {
		f.typ, f.mail = rewrite.Message, true
	}
}

// isMailFolder reports whether the folder of that name in a Maildir has messages.
func isMailFolder(name string) bool { return name == "cur" || name == "new" }

// sizeField finds the sizes in the name of a message in a Maildir: S is that of
// the file, W that with every line ending as CRLF. They stand before the flags.
var sizeField = regexp.MustCompile(`,([SW])=[0-9]+`)

// sizedName returns the name of a message with the sizes in it made right.
func sizedName(name string, size, wide int64) string {
	return sizeField.ReplaceAllStringFunc(name, func(field string) string {
		n := size
		if field[1] == 'W' {
			n = wide
		}
		return field[:len(",S=")] + strconv.FormatInt(n, 10)
	})
}
