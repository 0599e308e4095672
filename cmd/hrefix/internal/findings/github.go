package findings

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/hrefix/hrefix/internal/printable"
)

// github writes a workflow command for each finding, which GitHub shows as an annotation of the
// line.
type github struct{ w io.Writer }

// The escapes of workflow commands: of messages, and of the values of properties.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (github) Document(string) error { return nil }

// Finding escapes hidden characters first, since the log of a workflow may be shown on a terminal.
func (g github) Finding(f *Finding) error {
	property := func(s string) string { return commandProperty.Replace(printable.String(s)) }
	where := "file=" + property(filepath.ToSlash(filepath.Clean(f.Doc)))
	if f.Line > 0 {
		where += fmt.Sprintf(",line=%d,col=%d", f.Line, cmp.Or(f.Character, f.Column))
	}
	_, err := fmt.Fprintf(g.w, "::%s %s,title=%s::%s\n", f.Severity, where, property("hrefix "+f.Code), commandData.Replace(printable.String(f.Sentence())))
	return err
}

func (github) Close(bool) error { return nil }
