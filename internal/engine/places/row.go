package places

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// notAsRow are attributes that cannot be a place of the user: hrefix reads them for another purpose, or
// removes them.
var notAsRow = []string{"xml:base", "xmlns", "integrity", "crossorigin"}

// Parse returns the place that a row describes. A row is written much as a selector of CSS:
//
//	img[data-photo]                          the attribute has a URL
//	a,area[data-href,data-url]               several elements and attributes
//	*[data-srcset]=srcset                    the syntax of the value
//	div[class~=gallery][data-settings]=json  only if another attribute has this value, or one of several values
//	div[title="a b"][data-x]                 values with spaces are in quotes, as in CSS; others may be
//	meta[name,property=x][content]           one of two attributes has the value
//	script[type=application/json]=json       the content of the element
//	note content=html                        the content of an element of XML within another element
//
// A name with a prefix, such as v:fill, is compared as the document writes it. A row that begins with "!"
// in brackets requires that the element lacks these attributes: link[!rel][href]. The error names the
// number of the character that is wrong, from 1.
func Parse(row string) (*Place, error) {
	p := parser{row: row}
	place, err := p.place()
	if err != nil {
		return nil, fmt.Errorf("%q: character %d: %w", row, p.pos+1, err)
	}
	return place, nil
}

// A parser parses a row.
type parser struct {
	row string
	pos int
}

func (p *parser) place() (*Place, error) {
	place := &Place{Use: Show, Seen: new(Seen)}
	elements, err := p.names("element")
	if err != nil {
		return nil, err
	}
	if p.rest() != "" && p.rest()[0] == ' ' {
		if len(elements) > 1 {
			return nil, fmt.Errorf("several elements cannot be around another: write a row for each")
		}
		p.pos++
		place.Within = elements[0]
		if elements, err = p.names("element"); err != nil {
			return nil, err
		}
	}
	place.Elements = strings.Join(elements, " ")
	for strings.HasPrefix(p.rest(), "[") {
		if err := p.bracket(place); err != nil {
			return nil, err
		}
	}
	name := "url"
	switch rest := p.rest(); {
	case rest == "" && place.Attrs == "":
		return nil, fmt.Errorf("what is read is missing: %s", p.missing(place, elements[len(elements)-1]))
	case strings.HasPrefix(rest, "="):
		p.pos++
		name = p.rest()
	case rest != "":
		return nil, fmt.Errorf("%q cannot follow here: a row is ELEMENT[ATTRIBUTE]=SYNTAX", rest)
	}
	kind, ok := syntax.Parse(name, place.Attrs != "")
	if !ok {
		return nil, fmt.Errorf("unknown syntax %q: known are %s", name, strings.Join(syntax.Names(), ", "))
	}
	place.Syntax = kind
	switch {
	case place.Attrs == "" && slices.Contains(elements, "*"):
		p.pos = 0
		return nil, fmt.Errorf("the content of every element cannot be read: name the element, or an attribute: *[src]")
	case place.Attrs != "" && place.Within != "":
		p.pos = strings.IndexByte(p.row, '[')
		return nil, fmt.Errorf("an element around another is for content: leave out %q", place.Within+" ")
	}
	return place, nil
}

// missing says what could follow a row that names an element, but not what is read of it.
func (p *parser) missing(place *Place, element string) string {
	attr := "an attribute in brackets, " + p.row + "[src]"
	switch {
	case place.Only != "" && !strings.ContainsAny(place.Only, "!"):
		attr = "[" + place.Only + "] is a condition: write the attribute that is read after it, " + p.row + "[src]"
	case place.Within != "":
		attr = "an attribute in brackets, " + place.Within + "[" + element + "]"
	case strings.HasPrefix(element, "data-"):
		attr = "an attribute in brackets, *[" + element + "]"
	}
	kinds := "html"
	switch {
	case element == "script" && strings.Contains(place.Only, "json"):
		kinds = "json"
	case element == "script":
		kinds = "json or =html"
	case element == "style":
		kinds = "css"
	case isHTML(element) && place.Within == "", element == "*":
		return attr // only XML has its content as one text
	default:
		return attr + ", or in XML the syntax of the content, " + p.row + "=html"
	}
	return attr + ", or the syntax of the content, " + p.row + "=" + kinds
}

func (p *parser) rest() string { return p.row[p.pos:] }

// bracket parses an attribute list or a condition in brackets.
func (p *parser) bracket(place *Place) error {
	n := bracketEnd(p.rest())
	if n < 0 {
		return fmt.Errorf("the bracket is not closed: write %s]", p.rest())
	}
	inner := p.rest()[1:n]
	p.pos++
	switch {
	case place.Attrs != "":
		return fmt.Errorf("nothing can follow the attribute but =SYNTAX: write conditions before it")
	case inner == "":
		return fmt.Errorf("the name of an attribute is missing in the brackets")
	case inner[0] == '!' || strings.Contains(inner, "="):
		if place.Only != "" {
			return fmt.Errorf("a row has one condition: write its values with spaces: [rel~=next prev]")
		}
		c := parseCondition(inner)
		name, values, _ := strings.Cut(inner, "=")
		_, ok := splitValues(values)
		switch {
		case !ok:
			return fmt.Errorf("a quote is not closed, or text follows it: write %s=\"x y\"", name)
		case c.absent != nil && !allNames(c.absent), c.absent == nil && (!allNames(c.attrs) || len(c.values) == 0):
			return fmt.Errorf("a condition is NAME=VALUE, NAME~=TOKEN or !NAME")
		case c.tokens && slices.ContainsFunc(c.values, func(v string) bool { return strings.ContainsAny(v, ascii.Whitespace) }):
			return fmt.Errorf("no token has spaces: write the tokens without quotes, [class~=a b], of which the element has one")
		}
		place.Only = c.text(inner)
		p.pos += n
		return nil
	}
	attrs, err := p.names("attribute")
	if err != nil {
		return err
	}
	for _, a := range attrs {
		if a == "*" || slices.ContainsFunc(notAsRow, func(name string) bool { return strings.EqualFold(a, name) }) || strings.HasPrefix(a, "xmlns:") {
			p.pos -= len(strings.Join(attrs, ","))
			return fmt.Errorf("the attribute %s cannot be a place: name another", a)
		}
	}
	if !strings.HasPrefix(p.rest(), "]") {
		return fmt.Errorf("%q cannot be in the name of an attribute", p.rest()[:1])
	}
	p.pos++
	place.Attrs = strings.Join(attrs, " ")
	return nil
}

// bracketEnd returns the index of the "]" that closes the bracket at the start of s, and that is in no quotes, or -1.
func bracketEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == ']':
			return i
		case s[i-1] == '=' || s[i-1] == ' ':
			if value, _, ok := cutQuoted(s[i:]); ok {
				i += len(value) + 1
			}
		}
	}
	return -1
}

// text returns the condition as rows have it: with quotes only where a value needs them. given is the text of it.
func (c *condition) text(given string) string {
	if c.absent != nil {
		return given
	}
	names, _, _ := strings.Cut(given, "=")
	values := slices.Clone(c.values)
	for i, v := range values {
		values[i] = Quote(v)
	}
	return names + "=" + strings.Join(values, " ")
}

// Quote returns a value as the condition of a row has it: in quotes if it needs them.
func Quote(value string) string {
	switch {
	case value != "" && !strings.ContainsAny(value, ascii.Whitespace+`"']`):
		return value
	case strings.Contains(value, `"`):
		return "'" + value + "'"
	}
	return `"` + value + `"`
}

// names parses the names of elements or of attributes, as what says, with commas between them.
func (p *parser) names(what string) (all []string, err error) {
	for {
		n := 0
		for n < len(p.rest()) && !strings.ContainsRune("[]=, ", rune(p.rest()[n])) {
			n++
		}
		name := p.rest()[:n]
		isElement := what == "element"
		if isElement {
			if err := p.selector(name); err != nil {
				return nil, err
			}
		}
		switch {
		case name == "" && isElement && strings.HasPrefix(p.rest(), "["):
			return nil, fmt.Errorf("the name of an element is missing%s", instead(p.rest()))
		case name == "":
			return nil, fmt.Errorf("the name of an %s is missing", what)
		case !isName(name) && name != "*", isElement && strings.IndexByte("-.@", name[0]) >= 0:
			return nil, fmt.Errorf("%q is not the name of an %s", name, what)
		}
		all = append(all, name)
		p.pos += n
		if !strings.HasPrefix(p.rest(), ",") {
			return all, nil
		}
		p.pos++
	}
}

// instead says what to write instead of a row that begins with a bracket.
func instead(row string) string {
	if _, err := Parse("*" + row); err == nil {
		return ": write *" + row + " for all elements"
	}
	if inner := strings.TrimSuffix(row[1:], "]"); len(inner) < len(row)-1 {
		if _, err := Parse(inner); err == nil {
			return ": write " + inner + " without the brackets around it"
		}
	}
	return ""
}

// selector returns an error if the name of an element has a class or an id as in CSS. The names of elements of XML may
// have dots, as in com.example.View.
func (p *parser) selector(name string) error {
	i := strings.IndexAny(name, ".#")
	if i < 0 || name[i] == '.' && i > 0 && name[:i] != "*" && !isHTML(name[:i]) {
		return nil
	}
	element, what, kind := name[:i], "class~", "class"
	if element == "" {
		element = "*"
	}
	if name[i] == '#' {
		what, kind = "id", "id"
	}
	value, _, _ := strings.Cut(name[i+1:], ".")
	value, _, _ = strings.Cut(value, "#")
	p.pos += i
	if value == "" {
		p.pos++
		return fmt.Errorf("the name of the %s is missing", kind)
	}
	return fmt.Errorf("%q begins no name of HTML: write the %s as a condition, %s[%s=%s]", name[i:i+1], kind, element, what, value)
}

// htmlElements are the elements of the HTML Standard, and some that it has dropped.
const htmlElements = " a abbr address applet area article aside audio b base bgsound big blockquote body br button canvas caption center cite code " +
	"col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset " +
	"h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee menu meta meter nav " +
	"noembed noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select " +
	"slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul " +
	"var video wbr "

// isHTML reports whether a name is that of an element of HTML, or may be that of a custom element.
func isHTML(name string) bool {
	return strings.Contains(htmlElements, " "+name+" ") || strings.Contains(name, "-")
}

// isName reports whether s may be the name of an element or of an attribute, with or without a prefix.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !ascii.IsAlphanumeric(c) && c < 0x80 && strings.IndexByte("-._:@", c) < 0 {
			return false
		}
	}
	return s != "" && !ascii.IsDigit(s[0])
}

func allNames(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(s string) bool { return !isName(s) })
}

// String returns the place as a row.
func (p *Place) String() string {
	list := func(names string) string { return strings.ReplaceAll(names, " ", ",") }
	row := list(p.Elements)
	if p.Within != "" {
		row = p.Within + " " + row
	}
	if p.Only != "" {
		row += "[" + p.Only + "]"
	}
	if p.Attrs != "" {
		row += "[" + list(p.Attrs) + "]"
	}
	if name := p.Syntax.String(); name != "url" || p.Attrs == "" {
		row += "=" + name
	}
	return row
}

// ParseRows returns the places that rows describe: see [Parse]. Two rows must not read the same with different
// syntaxes and the same condition.
func ParseRows(rows []string) (all []*Place, err error) {
	type reading struct{ within, element, only, attr string }
	first := make(map[reading]*Place)
	for _, row := range rows {
		p, err := Parse(row)
		if err != nil {
			return nil, err
		}
		attrs := strings.Fields(p.Attrs)
		if len(attrs) == 0 {
			attrs = []string{""} // the content
		}
		for _, element := range strings.Fields(p.Elements) {
			for _, attr := range attrs {
				key := reading{p.Within, element, p.Only, attr}
				other, had := first[key]
				switch {
				case !had:
					first[key] = p
				case other.Syntax != p.Syntax && attr == "":
					return nil, fmt.Errorf("%q and %q: both read the content of %s: give one of them, or a condition such as [class~=x]", other, p, element)
				case other.Syntax != p.Syntax:
					return nil, fmt.Errorf("%q and %q: both read %s[%s]: give one of them, or a condition such as [class~=x]", other, p, element, attr)
				}
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// Known says how places that hrefix has already read all that a place of the user would. If places of groups that are
// not asked for would, too, this is a remark: the place of the user works. If they would not, Known returns "".
// asked are the groups that are read.
func Known(p *Place, asked Groups) (how string, isRemark bool) {
	if p.Attrs == "" {
		if s := p.String(); s == "style=css" || s == "script=script" {
			return "it is read already", false
		}
		return "", false
	}
	var group Groups
	as := p.Syntax.String()
	for _, element := range strings.Fields(p.Elements) {
		for _, attr := range strings.Fields(p.Attrs) {
			known := knownPlace(strings.ToLower(element), strings.ToLower(attr))
			if known == nil || known.Group&^asked != 0 && known.Syntax.String() != p.Syntax.String() {
				return "", false
			}
			group |= known.Group &^ asked
			if as == p.Syntax.String() {
				as = known.Syntax.String()
			}
		}
	}
	switch {
	case as != p.Syntax.String():
		return "it is read already, as " + as, false
	case group != 0:
		return "the row works; a remark: --also " + group.String() + " reads this, too", true
	}
	return "it is read already", false
}

// knownPlace returns the place of an attribute of an element of HTML that has no condition, or nil.
func knownPlace(element, attr string) *Place {
	known := For(AllGroups, nil).Of[htmlscan.HTML].Attr([]byte(attr))
	if known == nil {
		return nil
	}
	all := known.all
	if e := known.of(atom.Lookup([]byte(element)), element); e != nil {
		all = slices.Concat(e.places, all)
	}
	for _, p := range all {
		if p.condition == nil {
			return p.Place
		}
	}
	return nil
}

// InXML reports whether a place of the user is the content of an element that only XML has as one text. In HTML that is
// the content of script and style.
func (p *Place) InXML() bool {
	return p.Attrs == "" && (p.Within != "" || slices.ContainsFunc(strings.Fields(strings.ToLower(p.Elements)), func(e string) bool { return e != "script" && e != "style" }))
}
