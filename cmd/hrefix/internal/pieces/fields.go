package pieces

import (
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
)

// noteFields notes the fields of JSON that no line of the source has.
func (p *pass) noteFields() {
	missing, containers := p.s.Rewriter.MissingFields(p.seen)
	text := "no line has a string at " + strings.Join(missing, ", ")
	switch {
	case !p.seen.Texts:
		return
	case !p.seen.Read:
		text = "nothing is read: no line is a JSON Feed: give --json-field NAME=html for the fields that have documents"
	case len(missing) == 0:
		return
	case containers:
		text += engine.HintContainers
	case missing[0][0] != '/' && strings.Contains(missing[0], "."):
		text += ": the path of a string in an object is written /" + strings.ReplaceAll(missing[0], ".", "/")
	}
	p.j.Note(p.s.DisplayName(), &console.Note{Code: engine.NoJSONField, Doc: p.s.Name, Text: text})
}
