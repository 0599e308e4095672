package roots

import "strings"

// A query as the URL has it is more than what wget keeps of it in the name of the
// file: there, escapes are decoded, and "/" is written "%2F". So that the link form
// says which query it was, it has the query as it is, but for what would mean
// something else in a path, for which there are two spellings:
//
//	/      %25%32F
//	%2F    %252F
//	?      %3F
//	%3F    %3f
var (
	queryToForm = strings.NewReplacer("/", "%25%32F", "%2F", "%252F", "?", "%3F", "%3F", "%3f")
	formToQuery = strings.NewReplacer("%25%32F", "/", "%252F", "%2F", "%3F", "?", "%3f", "%3F")
)

// mark stands before the query in a link form.
const mark = "%3F"

// findQuery returns the link form of a file with a query in its name.
func (p *Place) findQuery(link, dir, last, query string) (string, bool) {
	for _, stem := range p.set.stems(last) {
		for _, q := range []string{strings.ReplaceAll(decode(query), "/", "%2F"), query} {
			name := decode(stem) + "?" + q
			if !isName(name) || !p.set.isFile(p.root, dir+name) {
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

// isASCII reports whether what could be a query means the same in a path: there, other
// characters are never those of the document's encoding.
func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// stems returns what can stand before the query in the name of a file, encoded.
func (s *Set) stems(last string) []string {
	if last != "" {
		return []string{last}
	}
	var stems []string
	for _, index := range s.index {
		stems = append(stems, encodeName(index))
	}
	return append(stems, "")
}

// retrievedQuery returns the URL that a link form stands for, which is that of a file
// with a query in its name, in the directory of a URL: that of the file itself, if it
// has this form, or else the one that is spelled so.
func (p *Place) retrievedQuery(dir, last, name string) string {
	own := dir + p.set.encode(name)
	if _, link, _ := p.Find(own); link == dir+last {
		return own
	}
	stem, query, _ := strings.Cut(last, mark)
	for _, index := range p.set.index {
		if stem == encodeName(index) {
			stem = ""
		}
	}
	return dir + stem + "?" + formToQuery.Replace(query)
}
