package addressbook

import (
	"cmp"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// urlOf returns the URL of a file, or "". An entry that does not contradict the root of the file
// comes first, then the rules of the root.
func (b *Book) urlOf(t *tree, file string) string {
	r := t.owner(file)
	if e := b.entries.of(t.number, file); e != nil && (r == nil || b.prevails(e, r)) {
		return e.url
	}
	return b.urlByPath(r, file)
}

// urlByPath returns the URL of the file at a path by the rules of its root, which may be nil. The last segment is the
// segment that the links of the file show, or the first spelling that leads to the file.
func (b *Book) urlByPath(r *root, at string) string {
	switch {
	case r == nil:
		return ""
	case r.plain:
		return r.url + encodePath(at[len(r.prefix):])
	}
	dir, name := path.Split(at[len(r.prefix):])
	dir = encodePath(dir)
	if last := b.lastShown(r, at, dir, name); last != "" {
		return r.url + dir + last
	}
	all := b.spellings(name, b.isExtended(r, at, name))
	first, last := all[0], all[len(all)-1]
	if first == last || r.tree.at(at).kind != file { // no other file has this URL, or the file is about to be written
		return r.url + dir + first
	}
	for _, segment := range all[:len(all)-1] {
		if s := b.search(r, dir+segment); s.state == File && s.path == at && s.query == "" {
			return r.url + dir + segment
		}
	}
	return r.url + dir + last
}

// prevails reports whether an entry counts for a file of a root: a line of a map always counts, and
// another entry counts if it agrees with the root about the URL of the site.
func (b *Book) prevails(e *entry, r *root) bool {
	if b.entries.rule(e) == RuleMap {
		return true
	}
	in, _ := b.of(e.url, nil)
	return r.plain || in.in(r) != nil
}

// spellings returns the last segments of URLs that a file may have. The first spelling that leads
// to the file counts. The last is the name with "?" and "%" escaped, which no other file has. extended reports whether
// wget -E has added the extension of name.
func (b *Book) spellings(name string, extended bool) []string {
	type original struct { // a name before a program changed it
		name    string
		escaped bool // the name has the escapes of the URL
	}
	originals := []original{{name, false}}
	prepend := func(name string, escaped bool) { originals = slices.Insert(originals, 0, original{name, escaped}) }
	if b.names.windows {
		prepend(strings.Replace(name, "@", "?", 1), true)
	}
	if b.names.escaped {
		was := name
		if i := strings.Index(strings.ToUpper(name), "%3F"); i >= 0 && !strings.Contains(name[:i], "?") {
			was = name[:i] + "?" + name[i+3:]
		}
		prepend(was, true)
	}
	if b.names.extension || b.names.clean {
		for _, o := range slices.Clone(originals) {
			if was, ok := b.withoutExtension(o.name, extended); ok {
				prepend(was, o.escaped)
			}
		}
	}

	all := make([]string, 0, 4)
	for _, o := range originals {
		stem, query, asked := strings.Cut(o.name, "?")
		if slices.Contains(b.index, stem) {
			stem = ""
		}
		s := encodeName(stem)
		if o.escaped {
			s = encodeKeeping(stem, pchars)
		}
		if asked {
			s += "?" + encodeKeeping(query, queryChars)
		}
		all = append(all, s)
	}
	return append(all, encodeName(name))
}

// withoutExtension returns the name without an extension that the URL does not have: wget -E adds
// an extension to a query or to the name of a program, and to others if extended is true; clean URLs leave ".html" out.
func (b *Book) withoutExtension(name string, extended bool) (string, bool) {
	for _, ext := range extensions {
		was, ok := strings.CutSuffix(name, ext)
		if !ok || was == "" {
			continue
		}
		if b.names.extension && (extended || strings.Contains(was, "?") || isProgram(was)) {
			return was, true
		}
		if b.names.clean && ext == ".html" && !strings.Contains(was, "?") && !slices.Contains(b.index, name) {
			return was, true
		}
	}
	return "", false
}

// isExtended reports whether wget -E has added the extension of the name of a file, because a backup of wget -K shows
// it: wget writes "orig" over the last four letters, as in "about.orig" for "about.html". If it added nothing, the
// backup is "about.html.orig".
func (b *Book) isExtended(r *root, path, name string) bool {
	if !b.names.extension || len(name) <= len(".css") {
		return false
	}
	in := r.tree.at(strings.TrimSuffix(path[:len(path)-len(name)], "/"))
	has := func(name string) bool { return in.kind == directory && r.tree.child(in.dir, name).kind == file }
	return has(name[:len(name)-len(".css")]+"orig") && !has(name+".orig")
}

// Endings say what the name of a file shows about the program that named the files of its tree.
type Endings struct {
	Added bool // wget -E added ".html" or ".css": without it, the name has a query, or is the name of a program
	Clean bool // wget -E added ".html" to the URL of a page without an ending: "page?x=1.html"
	Kept  bool // wget -E may have added ".html", and the URL has it
}

// EndingsOf returns what the name of a file shows.
func EndingsOf(name string) (e Endings) {
	ending := path.Ext(name)
	was := strings.TrimSuffix(name, ending)
	stem, _, asked := strings.Cut(was, "?")
	e.Added = slices.Contains(extensions, ending) && (asked || isProgram(was))
	e.Clean = e.Added && asked && ending == ".html" && stem != "" && !strings.Contains(stem, ".")
	return e
}

// Endings returns what the name of the document shows and the options do not say, if the URL of the document shows that
// the options should say it.
func (p *Place) Endings() (e Endings) {
	b := p.book
	if p.root == nil || p.root.plain || b.entries.of(p.tree.number, p.path) != nil {
		return e
	}
	e = EndingsOf(path.Base(p.path))
	e.Added = e.Added && !b.names.extension && !b.names.plain && strings.HasSuffix(p.url, path.Ext(p.path)) && !p.isPolish()
	e.Clean = e.Clean && !b.names.clean && !b.names.plain
	e.Kept = b.names.extension && !b.names.clean && strings.HasSuffix(p.url, ".html") && path.Ext(p.path) == ".html" &&
		p.tree.at(p.path+".orig").kind != file // a backup of wget -K with this name shows that wget -E added nothing
	return e
}

// isPolish reports whether the document is probably a page in Polish, not a page by a Perl program: a name such as
// index.pl.html is beside the name of another language, such as index.en.html.
func (p *Place) isPolish() bool {
	stem, ok := strings.CutSuffix(p.path, ".pl.html")
	return ok && slices.ContainsFunc([]string{"en", "de", "fr", "es", "it", "ru", "cs", "ja"}, func(language string) bool {
		return p.tree.at(stem+"."+language+".html").kind == file
	})
}

// AddedEndings returns how many files have a URL with an ending that wget -E has probably added to their name, and the
// name of the first such file. name is a file or a directory in the file system.
func (b *Book) AddedEndings(name string) (n int, first string) {
	for t := range b.FilesIn(name) {
		if EndingsOf(path.Base(t.Path)).Added && b.place(b.trees[t.Tree], t.Path).Endings().Added {
			n++
			first = cmp.Or(first, b.Name(t))
		}
	}
	return n, first
}

// IsAdjusted reports whether the names of files may have endings that wget -E added.
func (p *Place) IsAdjusted() bool { return p.book.names.extension }

// programExtensions are the extensions of programs that write pages.
var programExtensions = []string{".php", ".php3", ".php5", ".phtml", ".asp", ".aspx", ".jsp", ".jspx", ".cgi", ".pl", ".py", ".do", ".cfm", ".shtml", ".dll", ".exe", ".xhtml"}

func isProgram(name string) bool {
	return slices.Contains(programExtensions, strings.ToLower(path.Ext(name)))
}

// owner returns the root with the longest directory that has a file, or nil.
func (t *tree) owner(file string) *root {
	r := t.roots[""]
	for i, n := 0, 0; n < t.depth; n++ {
		next := strings.IndexByte(file[i:], '/')
		if next < 0 {
			break
		}
		if i += next + 1; t.roots[file[:i]] != nil {
			r = t.roots[file[:i]]
		}
	}
	return r
}

// The name of a page does not always show its URL. If a link leads to /dev, and the server redirects to /dev/,
// wget -E writes the page to dev.html, and once more to dev/index.html if another link leads to /dev/. It writes
// the pages of /list and /list?page=2 to list.html and list?page=2.html. The relative links of such a page show its
// URL: resolved against that URL, more of them lead to files than if they are resolved against the URL that the name
// shows.

// lastShown returns the last segment of the URL that the relative links of a page show, or "" if that is the URL that
// its name shows. It reads a page only if there is a directory, or a file with a query, of the same name beside the
// page. It reads each page once: later the links may have changed. A page that cannot be read shows nothing.
func (b *Book) lastShown(r *root, file, dir, name string) string {
	stem, isPage := strings.CutSuffix(name, ".html")
	if b.links == nil || !isPage || stem == "" || slices.Contains(b.index, name) {
		return ""
	}
	in := r.tree.at(strings.TrimSuffix(file[:len(file)-len(name)], "/"))
	if in.kind != directory || r.tree.child(in.dir, stem).kind != directory && !in.dir.hasPrefix(stem+"?") {
		return ""
	}
	key := filePath{r.tree.number, file}
	last, known := b.shown.Load(key)
	if !known {
		last, _ = b.shown.LoadOrStore(key, b.showLast(r, key, dir, stem))
	}
	return last.(string)
}

// showLast tries the URLs that a page may have, and returns the last segment of the URL with which the most links of the
// page lead to files, or "" if that is the URL that the name shows.
func (b *Book) showLast(r *root, page filePath, dir, stem string) (last string) {
	f, err := b.Open(Target{Tree: int(page.tree), Path: page.path})
	if err != nil {
		return ""
	}
	defer f.Close()
	links := b.links(f)
	if len(links) == 0 {
		return ""
	}
	most := b.leads(r, page.path, dir+encodeName(stem+".html"), links)
	stem = encodeName(stem)
	for _, other := range []string{stem + "/", stem} {
		s := b.lookup(r.url+dir+other, r)
		if s.state != File || s.root.first != r || s.path != page.path && s.rule != RuleIndex {
			continue // another root or entry has the URL
		}
		if n := b.leads(r, page.path, dir+other, links); n > most {
			last, most = other, n
		}
	}
	return last
}

// leads returns how many links of a page lead to other files if the page has the URL url in the root.
func (b *Book) leads(r *root, file, url string, links []string) (n int) {
	from := resolve.RFC3986.Base(r.url + url)
	for _, link := range links {
		out, outcome := from.AppendReplacement(nil, []byte(link))
		if outcome != resolve.Resolved {
			continue
		}
		to, _, _ := strings.Cut(string(out), "#")
		if s := b.lookup(to, r); s.state == File && !s.guess && (s.root.tree != r.tree || s.path != file) {
			n++
		}
	}
	return n
}

// hasPrefix reports whether a file of the directory has a name with this prefix.
func (d *dir) hasPrefix(prefix string) bool {
	i, _ := d.search(len(d.subs), len(d.ends), prefix)
	return int(i) < len(d.ends) && strings.HasPrefix(d.name(i), prefix)
}

// IsShown reports whether the document has the URL that its links show, and not the URL that its name shows: see
// lastShown.
func (p *Place) IsShown() bool {
	last, ok := p.book.shown.Load(filePath{p.tree.number, p.path})
	return ok && last != ""
}

// A LinkReader returns the relative links in a page that depend on the URL of the page.
type LinkReader func(page io.Reader) []string
