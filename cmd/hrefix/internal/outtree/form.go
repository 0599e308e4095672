package outtree

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// CheckForm returns an error if -o names a file, and its extension belongs to a format other than the format
// of the input. The result has the format of the input, so other programs could not read the file.
func (t *Target) CheckForm(s *source.Source) error {
	if t.file == nil {
		return nil
	}
	var has *format.Coding
	if s.Coded != nil {
		has = s.Coded.Coding
	}
	name, coding := container.CutCoding(t.Output)
	f := container.ByExtension(strings.ToLower(filepath.Ext(name)))
	named := f != nil && f.Kind == format.Files
	if coding == has || coding == nil && !named {
		if !named || f.Name == s.Type.String() {
			return nil
		}
	}
	what := "not compressed"
	if has != nil {
		what = "compressed by " + has.Name
	}
	return fmt.Errorf("-o %s: not written: the result has the format of the input, which is %s, %s: give a name with its extension", t.Output, s.Type, what)
}
