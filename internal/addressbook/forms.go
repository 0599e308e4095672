package addressbook

import "strings"

// Form returns the file of the document's tree that a URL without a fragment names: its URL
// in the root, and its link form. If there is no such file, ok is false. If the URL is not
// even below the root's URL, same is empty, too.
func (p *Place) Form(url string) (same, link string, ok bool) {
	r, rest := p.of(url)
	if r == nil {
		return "", "", false
	}
	path, query, asked := strings.Cut(rest, "?")
	cut := strings.LastIndexByte(path, '/') + 1
	same, link = r.url+rest, r.url+path[:cut]
	dir, ok := p.dir(path[:cut])
	if !ok {
		return same, "", false
	}
	switch last := path[cut:]; {
	case asked:
		link, ok = p.findQuery(link, dir, last, query)
	case last == "":
		link, ok = p.findIndex(link, dir)
	default:
		name := decode(last)
		link, ok = link+last, isName(name) && p.isFile(dir+name)
	}
	return same, link, ok
}

// of returns the root of url and the part of url after the root's URL, if that root is the
// root of the document or an alias of it. Otherwise it returns nil. A URL in an alias does
// not count if the corresponding URL in the document's root belongs to another root.
func (p *Place) of(url string) (*root, string) {
	r, rest := p.book.of(url)
	switch {
	case r == p.root:
		return r, rest
	case r == nil || r.first != p.root:
		return nil, ""
	}
	if r, _ = p.book.of(p.root.url + rest); r != p.root {
		return nil, ""
	}
	return r, rest
}

// dir returns the path of a directory, from the segments of a URL. It ends in "/", except
// for the root directory.
func (p *Place) dir(segments string) (dir string, ok bool) {
	if segments == "" {
		return "", true
	}
	dir, ok = decodeNames(strings.TrimSuffix(segments, "/"))
	return dir + "/", ok
}

// findIndex returns the link form of the index of a directory.
func (p *Place) findIndex(link, dir string) (string, bool) {
	for _, index := range p.book.index {
		if p.isFile(dir + index) {
			return link + marked(index), true
		}
	}
	return "", false
}

// Retrieved returns the URL, without a fragment, of a link form: the inverse of Form. It
// returns any other URL as it is.
func (p *Place) Retrieved(link string) string {
	r, rest := p.book.of(link)
	if r == nil || r != p.root || strings.IndexByte(rest, '?') >= 0 || strings.IndexByte(rest, '%') < 0 {
		return link
	}
	cut := strings.LastIndexByte(rest, '/') + 1
	dir, ok := p.dir(rest[:cut])
	if !ok {
		return link
	}
	last := rest[cut:]
	name := decode(last)
	if !isName(name) || !p.isFile(dir+name) {
		return link
	}
	for _, index := range p.book.index {
		if last == marked(index) {
			return r.url + rest[:cut]
		}
	}
	if strings.Contains(last, mark) && isASCII(last) { // like all link forms
		return p.retrievedQuery(r.url+rest[:cut], last, name)
	}
	return link
}

// FormDir reports whether the directory of a URL is in the document's tree, so that the URL
// can be a base. It returns the URL in the root.
func (p *Place) FormDir(url string) (same string, ok bool) {
	r, rest := p.of(url)
	if r == nil {
		return "", false
	}
	path, _, _ := strings.Cut(rest, "?")
	dir, ok := p.dir(path[:strings.LastIndexByte(path, '/')+1])
	if !ok || dir != "" && p.kindOf(strings.TrimSuffix(dir, "/")) != directory {
		return "", false
	}
	return r.url + rest, true
}

// kindOf returns the kind of a path in the root of the document.
func (p *Place) kindOf(path string) kind {
	return p.root.tree.at(strings.TrimSuffix(p.root.prefix+path, "/")).kind
}

func (p *Place) isFile(path string) bool { return p.kindOf(path) == file }
