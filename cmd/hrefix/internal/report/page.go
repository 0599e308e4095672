package report

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/webpage"
)

var (
	//go:embed page.css
	style string
	//go:embed page_data.js
	scriptData string
	//go:embed page_tree.js
	scriptTree string
	//go:embed page_list.js
	scriptList string
	//go:embed page_filter.js
	scriptFilter string
	//go:embed page.js
	scriptPage string
	//go:embed page.html
	markup string
)

// script is the script of the page. It shows texts of documents only as text nodes.
var script = "\n\"use strict\";\n(() => {\n\n" + webpage.Elements + "\n" + scriptData + "\n" + scriptList + "\n" + scriptFilter + "\n" + scriptTree + "\n" + scriptPage + "\n})();\n"

// templates are parsed when they are needed, since that takes time.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"visible": visible, "breaking": breaking, "number": number}).Parse(markup))
})

// beginning is the text that every report begins with.
const beginning = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-`

// Is reports whether r reads a report, by its beginning. The error comes from r.
func Is(r io.Reader) (bool, error) {
	head := make([]byte, len(beginning))
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return string(head[:n]) == beginning, err
}

// A page is the data of the templates.
type page struct {
	Options
	Title, Policy string // the policy is the Content-Security-Policy
	Style, Script template.HTML
	Summary       summary
	Documents     []document
	References    []reference
}

func newPage(opts Options) page {
	asked := slices.DeleteFunc([]string{opts.Tree, cmp.Or(opts.Command, "hrefix report"), opts.Time}, func(s string) bool { return s == "" })
	return page{
		Options: opts,
		Title:   strings.Join(asked, ", "),
		Policy: strings.Join([]string{ // only our style sheet and script, nothing fetched, no markup made by scripts
			"default-src 'none'",
			"style-src " + webpage.PolicyHash(style),
			"script-src " + webpage.PolicyHash(script),
			"base-uri 'none'",
			"form-action 'none'",
			"require-trusted-types-for 'script'",
			"trusted-types 'none'",
		}, "; "),
		Style:  template.HTML("<style>" + style + "</style>"),
		Script: template.HTML("<script>" + script + "</script>"),
		Summary: summary{
			max: opts.MaxReferences, Checked: opts.Checked, bases: make(map[baseFolder]*baseCount),
			layers: make(map[string]int), statuses: make(map[string]int), reasons: make(map[reason]int), faults: make(map[string]int),
			targets: make(map[Fault]*target), notes: make(map[kindKey]*kind),
		},
	}
}

// shorten removes the common beginning of all names of sources from the names that browsers without
// scripts show.
func (p *page) shorten() {
	short := func(at *place) { at.Name = p.Summary.Short(at.Name) }
	for i := range p.Documents {
		short(&p.Documents[i].place)
	}
	for i := range p.References {
		short(&p.References[i].place)
	}
	for _, t := range p.Summary.targets {
		short(&t.First)
	}
	for _, b := range p.Summary.bases {
		short(&b.First)
	}
	for _, k := range p.Summary.notes {
		for i := range k.First {
			short(&k.First[i].place)
		}
	}
}
