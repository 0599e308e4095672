package linkcheck

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// A generator describes how the scripts of certain pages handle fragments: they look for another
// name in the page, or they make the name.
type generator struct {
	fragment *regexp.Regexp
	name     string // the name that the scripts look for, with $1 for the group of fragment; "" if they make the anchor
	mark     string // a text in all pages whose scripts make the name
}

// generators are the programs whose pages have such scripts. To add a program, add a row with a
// comment that names the program and its script.
var generators = []generator{
	// Telegram Desktop, export of chats as HTML: js/script.js, functions CheckLocation and GoToMessage.
	{regexp.MustCompile(`^go_to_message(-?[0-9]+)$`), "message$1", ""},
	{regexp.MustCompile(`^allow_back$`), "", "js/script.js"},

	// GitHub, GitLab and Gitea write this prefix before the ids of a README and other documents
	// (SANITIZE_NAMED_PROPS of DOMPurify does the same); their scripts look for it.
	{regexp.MustCompile(`^(.+)$`), "user-content-$1", ""},

	// JSDoc, the default template and templates based on it: scripts/linenumber.js.
	{regexp.MustCompile(`^line[0-9]+$`), "", "linenumber.js"},
	{regexp.MustCompile(`^line[0-9]+$`), "", "prettyprint source linenums"},

	// ESDoc: script/pretty-print.js.
	{regexp.MustCompile(`^lineNumber[0-9]+$`), "", "script/pretty-print.js"},

	// YUIDoc: assets/js/yui-prettify.js.
	{regexp.MustCompile(`^LINE(?:NUM)?_[0-9]+$`), "", "yui-prettify.js"},

	// Prism, plugin Line Highlight, which phpDocumentor uses: the id of the text, and lines of it. Without
	// a mark, "#section-7.2" would lead to section 7 of any page.
	{regexp.MustCompile(`^.+\.[0-9]+(?:[-,][0-9]+)*$`), "", "linkable-line-numbers"},
	{regexp.MustCompile(`^.+\.[0-9]+(?:[-,][0-9]+)*$`), "", "prism-line-highlight"},
}

// lineRange matches a fragment for a range of lines, such as "2-3" and "L1-L9". rustdoc and services
// that show sources write such fragments.
var lineRange = regexp.MustCompile(`^(.*?)([0-9]+)[-:](.*?)([0-9]+)$`)

// otherNames yields lists of names. If a page has all names of a list, the fragment leads there even if
// the page does not have the fragment itself.
func otherNames(fragment []byte, yield func(names ...[]byte) bool) {
	if m := lineRange.FindSubmatch(fragment); m != nil && (len(m[3]) == 0 || bytes.Equal(m[1], m[3])) {
		first, last := append(bytes.Clone(m[1]), m[2]...), append(bytes.Clone(m[1]), m[4]...)
		if !yield(first, last) {
			return
		}
	}
	for i := range generators {
		g := &generators[i]
		if g.name == "" || !g.fragment.Match(fragment) {
			continue
		}
		if !yield(g.fragment.ReplaceAll(fragment, []byte(g.name))) {
			return
		}
	}
}

// madeNames are the generators that make names in a page, a bit for each.
type madeNames uint32

// marked returns the generators whose mark is in the text of a page.
func marked(text []byte) (made madeNames) {
	for i := range generators {
		if mark := generators[i].mark; mark != "" && bytes.Contains(text, []byte(mark)) {
			made |= 1 << i
		}
	}
	return made
}

// makes reports whether one of the generators makes a fragment.
func (made madeNames) makes(fragment []byte) bool {
	for i := range generators {
		if made&(1<<i) != 0 && generators[i].fragment.Match(fragment) {
			return true
		}
	}
	return false
}

// menus are the names of scripts that make the menus of a generator of documentation. wget does not fetch pages that only
// such a script names.
var menus = map[string]string{"menudata.js": "Doxygen", "navtreedata.js": "Doxygen"}

// menuPage matches a string of such a script that names a page beside the script.
var menuPage = regexp.MustCompile(`"([^"#?:<>]+\.html)(?:#[^"]*)?"`)

// checkMenu looks for the pages that a script names if it makes a menu, and adds a message if pages are missing: their
// links are in no document.
func (p *Page) checkMenu(script addressbook.Target) {
	maker := menus[path.Base(script.Path)]
	if maker == "" {
		return
	}
	if _, done := p.c.menus.LoadOrStore(script.ID, true); done {
		return
	}
	const most = 1 << 20
	name, text := p.files.Text(script, most)
	location, _, _ := strings.Cut(script.Location, "?")
	folder := location[:strings.LastIndexByte(location, '/')+1]
	pages, missing, first := make(map[string]bool), 0, ""
	for _, m := range menuPage.FindAllSubmatch(text, -1) {
		page := string(m[1])
		if pages[page] {
			continue
		}
		pages[page] = true
		if p.files.LookupAt(folder+page).State != addressbook.File {
			missing++
			first = cmp.Or(first, page)
		}
	}
	if missing > 0 {
		p.c.redirects.complain(fmt.Sprintf("%s: %d of the %d pages in this menu of %s are missing, such as %s: links in scripts are not checked, and wget does not follow them",
			name, missing, len(pages), maker, first))
	}
}
