package savedfrom

import (
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// TeleportAttr is the attribute in which Teleport keeps the absolute form of a link that it
// has rewritten.
const TeleportAttr = "tppabs"

// folderSuffixes are the ends of the names of a saved page's folder, in lower case. Windows
// keeps folders with these suffixes together with the page; they depend on the language of
// the browser (Microsoft, "Managing the File System", connected files). Office and
// WebScrapBook write ".files".
var folderSuffixes = []string{
	"_files", ".files", "_archivos", "_arquivos", "_bestanden", "_bylos", "-dateien", "_datoteke", "_dosyalar",
	"_elemei", "_failid", "_fails", "_fajlovi", "_ficheiros", "_fichiers", "_file", "-filer", "_fitxategiak",
	"_fitxers", "_pliki", "_soubory", "_tiedostot",
}

// maxSuffix is greater than the length of any of folderSuffixes.
const maxSuffix = 16

// OwnFile reports whether ref, a reference as written, leads into the folder of a saved
// page: its first segment, percent-decoded, ends in a suffix of such folders, and another
// segment follows. "./" may precede it. A backslash counts as a slash, as in browsers.
func OwnFile(ref []byte) bool {
	if resolve.IsAbsolute(ref) {
		return false
	}
	for len(ref) > 1 && ref[0] == '.' && urltext.IsSlash(ref[1]) {
		ref = ref[2:]
	}
	end, mayEnd := 0, false // the name may end in a suffix
	for end < len(ref) && !urltext.IsSlash(ref[end]) {
		switch ref[end] {
		case '?', '#':
			return false
		case '_', '-', '.', '%':
			mayEnd = true
		}
		end++
	}
	return mayEnd && end+1 < len(ref) && isOwnFolder(ref[:end])
}

// FilePath returns the path of the file that a relative reference leads to from the file of its document:
// percent-decoded, with slashes, and without "./" before it.
func FilePath(ref []byte) string {
	file := strings.ReplaceAll(urltext.Decode(string(urltext.Path(ref))), `\`, "/")
	for strings.HasPrefix(file, "./") {
		file = file[2:]
	}
	return file
}

// IsFolderOf reports whether a directory is named as browsers name the folder for the files of a page: the name
// of the page's file, without its extension, and a suffix.
func IsFolderOf(directory, file string) bool {
	stem := strings.TrimSuffix(file, path.Ext(file))
	return len(directory) > len(stem) && strings.EqualFold(directory[:len(stem)], stem)
}

// InOwnFolder reports whether a path with slashes leads through a directory that has the name of
// the folder of a saved page.
func InOwnFolder(file string) bool {
	for {
		name, rest, ok := strings.Cut(file, "/")
		if !ok {
			return false
		}
		if isOwnFolder([]byte(name)) {
			return true
		}
		file = rest
	}
}

// isOwnFolder reports whether name, percent-encoded, is the name of a saved page's folder.
func isOwnFolder(name []byte) bool {
	tail := urltext.Decode(name[max(0, len(name)-3*maxSuffix):]) // a byte may have an escape of three bytes
	return slices.ContainsFunc(folderSuffixes, func(s string) bool {
		return len(tail) > len(s) && ascii.EqualFold(tail[len(tail)-len(s):], s)
	})
}
