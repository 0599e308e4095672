package feeds

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Case is a test of feedparser: a comment at the start of a feed.
type Case struct {
	ContentLocation string // the Content-Location of the HTTP response
	Expected        []Expectation
}

// An Expectation is the value that feedparser finds at a path, such as
// entries[0]['links'][0]['href'].
type Expectation struct {
	Path  []string // the path without brackets and quotes
	Value string
}

var (
	headerLine = regexp.MustCompile(`(?m)^\s*Header:\s*Content-Location:\s*(\S+)`)
	expectLine = regexp.MustCompile(`(?m)^\s*Expect:\s*(.*?)\s*$`)
	// pair matches a key and a string of a dictionary.
	pair = regexp.MustCompile(`'(\w+)': '([^']*)'`)
	// step matches a step of a path.
	step = regexp.MustCompile(`\w+`)
)

// ParseCase reads the comment of a test. Expectations that are not about URLs or bases are left
// out.
func ParseCase(feed []byte) Case {
	var c Case
	if m := headerLine.FindSubmatch(feed); m != nil {
		c.ContentLocation = string(m[1])
	}
	m := expectLine.FindSubmatch(feed)
	if m == nil {
		return c
	}
	for _, condition := range strings.Split(string(m[1]), " and ") {
		sides := strings.Split(strings.Trim(condition, " ()"), " == ")
		for _, path := range sides[:len(sides)-1] {
			c.Expected = append(c.Expected, expectations(step.FindAllString(path, -1), sides[len(sides)-1])...)
		}
	}
	c.Expected = slices.DeleteFunc(c.Expected, func(e Expectation) bool { // neither a URL, a base, nor markup with URLs
		return !slices.Contains(urlKeys, e.Path[len(e.Path)-1]) && !strings.Contains(e.Value, "://") && len(URLs(e.Value)) == 0
	})
	return c
}

// expectations returns the expectation that a path has a value of Python.
func expectations(path []string, literal string) (list []Expectation) {
	if path[0] != "feed" && path[0] != "entries" {
		return nil // a function of a value
	}
	if strings.HasPrefix(literal, "{") {
		for _, m := range pair.FindAllStringSubmatch(literal, -1) {
			list = append(list, Expectation{append(slices.Clone(path), m[1]), m[2]})
		}
		return list
	}
	return []Expectation{{path, fromPython(literal)}}
}

var escapes = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)

// fromPython returns the value of a string literal.
func fromPython(literal string) string {
	s := strings.TrimPrefix(literal, "u")
	for _, quote := range []string{`"""`, `'`, `"`} {
		if strings.HasPrefix(s, quote) {
			s = strings.TrimSuffix(strings.TrimPrefix(s, quote), quote)
			break
		}
	}
	return escapes.ReplaceAllStringFunc(s, func(e string) string {
		n, _ := strconv.ParseUint(e[2:], 16, 32)
		return string(rune(n))
	})
}

// urlKeys are the names of values that are URLs or bases.
var urlKeys = []string{
	"base", "href", "url", "link", "id", "guid", "src", "docs", "comments", "icon", "logo", "license",
	"newlocation", "wfw_comment", "wfw_commentrss",
}

// IsBase reports whether an expectation is a base.
func (e *Expectation) IsBase() bool { return e.Path[len(e.Path)-1] == "base" }

// String returns the path as messages show it.
func (e *Expectation) String() string { return strings.Join(e.Path, ".") }
