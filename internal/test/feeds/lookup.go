package feeds

import (
	"slices"
	"strconv"
	"strings"
)

// Lookup returns the elements and values that feedparser could mean by a path. The elements have
// these values; a value is a URL, a text, or markup.
func (e *Element) Lookup(path []string) ([]*Element, []string) {
	var at *Element
	if path[0] == "feed" { // the element that describes the feed
		at = e
		if i := slices.IndexFunc(e.Children, func(c *Element) bool { return c.is("channel") || c.is("redirect") }); i >= 0 {
			at = e.Children[i]
		}
	}
	path = path[1:]
	if len(path) > 0 && at == nil {
		if n, err := strconv.Atoi(path[0]); err == nil {
			at, path = e.item(n), path[1:]
		}
	}
	if at == nil || len(path) == 0 {
		return nil, nil
	}
	return at.values(path)
}

func (e *Element) is(name string) bool { return strings.EqualFold(e.Name.Local, name) }

// item returns the nth item or entry in e, from 0, or nil.
func (e *Element) item(n int) (item *Element) {
	e.All(func(e *Element) {
		if e.is("item") || e.is("entry") {
			if n == 0 {
				item = e
			}
			n--
		}
	})
	return item
}

// named returns the children with one of the names.
func (e *Element) named(names ...string) (list []*Element) {
	for _, child := range e.Children {
		if slices.ContainsFunc(names, child.is) {
			list = append(list, child)
		}
		if child.is("group") {
			list = append(list, child.named(names...)...)
		}
	}
	return list
}

// elementNames are the names of the elements for a name of feedparser.
var elementNames = map[string][]string{
	"subtitle":       {"tagline", "subtitle", "description"},
	"tagline":        {"tagline", "subtitle", "description"},
	"description":    {"description", "tagline", "subtitle", "abstract", "summary"},
	"summary":        {"summary", "description"},
	"copyright":      {"copyright", "rights"},
	"rights":         {"copyright", "rights"},
	"content":        {"content", "encoded", "body", "fullitem"},
	"link":           {"link", "guid"},
	"links":          {"link"},
	"guid":           {"guid", "id"},
	"id":             {"id", "guid"},
	"author":         {"author"},
	"authors":        {"author"},
	"contributors":   {"contributor"},
	"enclosures":     {"enclosure", "link"},
	"tags":           {"category"},
	"wfw_comment":    {"comment"},
	"wfw_commentrss": {"commentRss"},
}

// values returns the elements and values below an element.
func (e *Element) values(path []string) ([]*Element, []string) {
	key := path[0]
	name := strings.TrimSuffix(key, "_detail")
	name = strings.TrimPrefix(name, "media_")
	names := elementNames[name]
	if names == nil {
		names = []string{name}
	}
	list := e.named(names...)
	if name == "enclosures" {
		list = slices.DeleteFunc(list, func(e *Element) bool { rel, _ := e.Attr("", "rel"); return e.is("link") && rel != "enclosure" })
	}
	path = path[1:]
	if len(path) > 0 {
		if n, err := strconv.Atoi(path[0]); err == nil {
			list, path = list[min(n, len(list)):min(n+1, len(list))], path[1:]
		}
	}
	if name == "source" && len(path) > 0 && path[0] != "href" && len(list) > 0 {
		return list[0].values(path)
	}
	return list, e.ownValues(list, name, path)
}

// ownValues returns the values of elements with a name of feedparser.
func (e *Element) ownValues(list []*Element, name string, path []string) (values []string) {
	switch name {
	case "id":
		values = e.attrs("about")
	case "link", "links":
		values = e.attrs("href")
	}
	for _, child := range list {
		if len(path) == 0 || path[0] == "value" || path[0] == "base" {
			values = append(values, child.value()...)
			continue
		}
		values = append(values, child.attrs(path[0])...)
		switch path[0] {
		case "href", "url":
			values = append(values, child.attrs("uri", "url", "href")...)
			for _, u := range child.named("uri", "url", "homepage") {
				values = append(values, u.value()...)
			}
		case "scheme":
			values = append(values, child.attrs("domain")...)
		case "link":
			for _, u := range child.named("link") {
				values = append(values, u.value()...)
			}
		}
		if path[0] == "href" {
			values = append(values, child.value()...)
		}
	}
	return values
}

// attrs returns the values of attributes with these names in any namespace.
func (e *Element) attrs(names ...string) (values []string) {
	for _, a := range e.Attrs {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(a.Name.Local, name) }) {
			values = append(values, strings.TrimSpace(a.Value))
		}
	}
	return values
}

// value returns the content of an element, and the attribute that is its value. Elements in it
// are written as tags with their URLs.
func (e *Element) value() []string {
	text := strings.TrimSpace(e.markup())
	if decoded, ok := fromBase64(text); ok {
		text = decoded
	}
	return append([]string{text}, e.attrs("href", "resource")...)
}

func (e *Element) markup() string {
	if len(e.Children) == 0 {
		return e.Text()
	}
	var b strings.Builder
	b.WriteString(e.Texts[0])
	for i, child := range e.Children {
		b.WriteString("<" + child.Name.Local)
		for _, a := range child.Attrs {
			b.WriteString(" " + a.Name.Local + `="` + strings.ReplaceAll(a.Value, `"`, "&quot;") + `"`)
		}
		b.WriteString(">" + child.markup() + e.Texts[i+1])
	}
	return b.String()
}
