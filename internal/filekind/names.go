package filekind

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Ext returns the extension of a file name in lower case, such as ".css", or "" if it has no
// extension. In a name that programs such as wget make from a URL with a query ("s.css?v=1",
// "s.css@v=1" and "s.css%3Fv=1"), the extension is before the query.
func Ext(name string) string {
	ext, _ := extension(name)
	return ext
}

// HasQuery reports whether a file name is made from a URL with a query.
func HasQuery(name string) bool {
	_, has := extension(name)
	return has
}

// extension returns the results of Ext and HasQuery.
func extension(name string) (ext string, hasQuery bool) {
	name = strings.ToLower(path.Base(name))
	for _, mark := range []string{"?", "%3f", "@"} {
		if before, query, ok := strings.Cut(name, mark); ok && isQuery(query) {
			return path.Ext(before), true
		}
	}
	return path.Ext(name), false
}

// isQuery reports whether s, which follows a "?" or the like in a file name, is a query, and not
// the rest of a name such as "What?.html". The number of a version is a query: "s.css?1.2".
func isQuery(s string) bool {
	if s == "" || strings.Contains(s, "=") {
		return s != ""
	}
	ext := strings.TrimPrefix(path.Ext(s), ".")
	return strings.Trim(ext, "0123456789") == "" && !strings.HasSuffix(s, ".")
}

// IsServed reports whether a file with this name may be a page that a program on a server made: its
// extension belongs to such programs, such as .php. Perl and Python are not among them, because
// their programs are usually found as source code.
func IsServed(name string) bool { return isServed(Ext(name)) }

// isServed reports whether an extension belongs to pages that a program on a server makes.
func isServed(ext string) bool {
	switch ext {
	case ".php", ".php3", ".php4", ".php5", ".phtml", ".asp", ".aspx", ".ashx", ".jsp", ".jspx", ".jhtml",
		".cgi", ".fcgi", ".cfm", ".do", ".action", ".nsf", ".dll":
		return true
	}
	return false
}

// IsTemplate reports whether a file with this name is a template. It may hold tags of HTML, but the
// text between these is not what a browser sees.
func IsTemplate(name string) bool {
	switch Ext(name) {
	case ".vue", ".svelte", ".astro", ".hbs", ".handlebars", ".mustache", ".ejs", ".erb", ".haml", ".pug",
		".twig", ".liquid", ".jinja", ".jinja2", ".j2", ".njk", ".tmpl", ".tpl", ".gotmpl", ".ftl", ".vm",
		".xsl":
		return true
	}
	return false
}

// Script returns the kind of a file whose name belongs to a program, to data in text form, or to text
// in another markup language. Such files often have markup in strings, which must not be edited, or
// between text that a browser never sees. A file with a name such as p.php is mostly a saved page
// that the program made: it is a program only if its head has code.
func Script(name string, head []byte) (k Kind, ok bool) {
	ext := Ext(name)
	switch ext {
	case ".js", ".mjs", ".cjs", ".jsx":
		return Kind{Program, "a JavaScript file"}, true
	case ".ts", ".tsx", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".cs", ".java", ".kt", ".scala", ".go",
		".rs", ".swift", ".m", ".mm", ".rb", ".lua", ".tcl", ".r", ".jl", ".hs", ".ml", ".ex", ".exs", ".erl",
		".el", ".lisp", ".pl", ".py", ".clj", ".dart", ".pas", ".vb", ".vbs", ".ps1", ".psm1", ".bat", ".cmd", ".sh", ".bash",
		".zsh", ".fish", ".awk", ".pm", ".pyi", ".sql", ".s", ".asm", ".f90", ".proto", ".cmake", ".mk":
		return Kind{Program, "source code"}, true
	case ".json", ".jsonl", ".har", ".jsonld", ".geojson", ".ndjson", ".map", ".webmanifest", ".ipynb", ".yaml", ".yml", ".toml", ".ini",
		".properties", ".csv", ".tsv", ".po", ".pot", ".lock", ".cdx", ".cdxj", ".db":
		return Kind{Data, "a data file"}, true
	case ".diff", ".patch":
		return Kind{Data, "a patch"}, true
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx":
		return Kind{Markup, "a Markdown file"}, true
	case ".rst":
		return Kind{Markup, "a reStructuredText file"}, true
	case ".adoc", ".asciidoc":
		return Kind{Markup, "an AsciiDoc file"}, true
	case ".org":
		return Kind{Markup, "an Org file"}, true
	case ".wiki", ".mediawiki":
		return Kind{Markup, "a file of a wiki"}, true
	case ".tex":
		return Kind{Markup, "a TeX file"}, true
	}
	hasMark := func(mark string) bool { return bytes.Contains(head, []byte(mark)) }
	if isServed(ext) && slices.ContainsFunc([]string{"<?php", "<?=", "<%"}, hasMark) { // PHP, ASP or JSP
		return Kind{Program, "a program that makes pages"}, true
	}
	return Kind{}, false
}

// Package returns the kind of zip files whose names have the same extension as name. Their first
// entries may not show their kind, and their readers often need them unchanged.
func Package(name string) (k Kind, ok bool) {
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".jar", ".war", ".ear", ".aar", ".jmod":
		return Kind{Program, "a Java archive"}, true
	case ".apk", ".aab":
		return Kind{Program, "an Android package"}, true
	case ".ipa":
		return Kind{Program, "an iOS package"}, true
	case ".whl", ".egg":
		return Kind{Program, "a Python package"}, true
	case ".nupkg", ".vsix", ".appx", ".msix":
		return Kind{Program, "a package of programs"}, true
	case ".xpi", ".crx":
		return Kind{Program, "a browser extension"}, true
	case ".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".pptx", ".pptm", ".vsdx", ".xps", ".oxps",
		".odt", ".ods", ".odp", ".odg", ".ott", ".pages", ".numbers", ".key":
		return Kind{Office, "an office file"}, true
	case ".wacz":
		return WACZ, true
	case ".npz", ".kmz", ".3mf", ".sketch":
		return Kind{Data, "a data file"}, true
	}
	return Kind{}, false
}
