package addressbook

import "strings"

// In the name of a file, wget decodes the escapes of a query and writes "/" as "%2F". So
// several queries give the same name. The link form has the query as it is in the URL, so
// that it can be mapped back. Only characters that mean something else in a path are
// escaped. There are two spellings of each:
//
//	/      %25%32F
//	%2F    %252F
//	?      %3F
//	%3F    %3f
var (
	queryToForm = strings.NewReplacer("/", "%25%32F", "%2F", "%252F", "?", "%3F", "%3F", "%3f")
	formToQuery = strings.NewReplacer("%25%32F", "/", "%252F", "%2F", "%3F", "?", "%3f", "%3F")
)

// mark precedes the query in a link form.
const mark = "%3F"

// findQuery returns the link form of a file with a query in its name.
func (p *Place) findQuery(link, dir, last, query string) (string, bool) {
	for _, stem := range p.book.stems(last) {
		for _, q := range []string{strings.ReplaceAll(decode(query), "/", "%2F"), query} {
			name := decode(stem) + "?" + q
			if !isName(name) || !p.isFile(dir+name) {
				continue
			}
			if form := stem + mark + queryToForm.Replace(query); isASCII(query) && decode(form) == name {
				return link + form, true
			}
			return link + encodeName(name), true
		}
	}
	return "", false
}

// isASCII reports whether s is ASCII. In a query other characters depend on the encoding of
// the document, but in a path they do not.
func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// retrievedQuery returns the URL of a link form that has a query, in the directory of a
// URL: the URL of the file with that name, or else the URL that gives this link form.
func (p *Place) retrievedQuery(dir, last, name string) string {
	own := dir + p.book.encode(name)
	if _, link, _ := p.Form(own); link == dir+last {
		return own
	}
	stem, query, _ := strings.Cut(last, mark)
	for _, index := range p.book.index {
		if stem == encodeName(index) {
			stem = ""
		}
	}
	return dir + stem + "?" + formToQuery.Replace(query)
}

// encode returns the part of a file's URL after the URL of its root, for link forms.
func (b *Book) encode(file string) string {
	cut := strings.LastIndexByte(file, '/') + 1
	name, query, asked := strings.Cut(file[cut:], "?")
	for _, index := range b.index {
		if name == index {
			name = ""
		}
	}
	if name = encodeName(name); asked {
		name += "?" + encodeQuery(query)
	}
	return encodePath(file[:cut]) + name
}
