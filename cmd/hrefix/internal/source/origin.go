package source

import (
	"io"
	"os"

	"github.com/pkg/xattr"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/savedfrom"
)

// originAttr is the extended attribute in which programs that fetch a file note
// where it came from.
const originAttr = "user.xdg.origin.url"

// origin returns the URL that a file was retrieved from, if it is recorded outside of the file: in
// extended attributes, in a copy of the stream that Windows keeps with a file, or in the index of
// an archive that it was unpacked from. from is the name of the record. Both are "" without a
// record.
func (s *Source) origin() (from, url string) {
	if value, err := xattr.FGet(s.In, originAttr); err == nil {
		return originAttr, string(value)
	}
	if s.Folder == nil {
		return "", ""
	}
	names := OriginNames(s.Base)
	if zone, ok := savedfrom.ZoneIdentifier(s.readBeside(names[0])); ok {
		return "Zone.Identifier", zone
	}
	if index, ok := savedfrom.IndexRDF(s.readBeside(names[1]), s.Base); ok {
		return names[1], index
	}
	return "", ""
}

// OriginOf returns the URL that an input was retrieved from, if it is recorded outside of the file,
// or "". in is the open file.
func OriginOf(in *os.File, f *inputs.File) string {
	_, url := (&Source{File: f, In: in}).origin()
	return url
}

// OriginNames returns the names of the files that may record where the named file in the
// same directory was retrieved from.
func OriginNames(name string) [2]string {
	return [2]string{name + ":Zone.Identifier", "index.rdf"}
}

// readBeside returns the start of the file called name in the directory of the source, or nil if
// there is no such file. It does not follow symbolic links.
func (s *Source) readBeside(name string) []byte {
	const enough = 64 << 10
	if info, err := s.Folder.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, _, err := s.Folder.OpenRead(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, enough))
	if err != nil {
		return nil
	}
	return text
}
