package places_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
)

func TestParse(t *testing.T) {
	for row, want := range map[string]places.Place{
		"img[data-actualsrc]":                  {Elements: "img", Attrs: "data-actualsrc"},
		"*[hx-get]=url":                        {Elements: "*", Attrs: "hx-get"},
		"v:fill[src,o:href]":                   {Elements: "v:fill", Attrs: "src o:href"},
		"a,AREA[@click,:src]":                  {Elements: "a AREA", Attrs: "@click :src"},
		"*[data-srcset]=srcset":                {Elements: "*", Attrs: "data-srcset", Syntax: syntax.Srcset},
		"*[data-bg]=css":                       {Elements: "*", Attrs: "data-bg", Syntax: syntax.CSSValue},
		"x=css":                                {Elements: "x", Syntax: syntax.StyleSheet},
		"note content=html":                    {Elements: "content", Within: "note", Syntax: syntax.Markup},
		"div[class~=a b][data-settings]=json":  {Elements: "div", Only: "class~=a b", Attrs: "data-settings", Syntax: syntax.Strings},
		"script[type=application/json]=json":   {Elements: "script", Only: "type=application/json", Syntax: syntax.Strings},
		`script[type="application/json"]=json`: {Elements: "script", Only: "type=application/json", Syntax: syntax.Strings},
		`p[id='a]b' "c d" e ''][x]`:            {Elements: "p", Only: `id="a]b" "c d" e ""`, Attrs: "x"},
		`p[id='"'][x]`:                         {Elements: "p", Only: `id='"'`, Attrs: "x"},
		"meta[name,property=x][content]":       {Elements: "meta", Only: "name,property=x", Attrs: "content"},
		"com.example.View[src]":                {Elements: "com.example.View", Attrs: "src"},
		"Image.Source=url":                     {Elements: "Image.Source"},
		"link[!rel rev][href]":                 {Elements: "link", Only: "!rel rev", Attrs: "href"},
	} {
		want.Use, want.Seen = places.Show, new(places.Seen)
		got, err := places.Parse(row)
		require.NoError(t, err, row)
		require.Equal(t, &want, got, row)
		again, err := places.Parse(got.String())
		require.NoError(t, err, got.String())
		require.Equal(t, got, again, row)
	}
}

// TestParseErrors: the error names the character that is wrong, and what to write.
func TestParseErrors(t *testing.T) {
	for row, want := range map[string]string{
		"":                              `"": character 1: the name of an element is missing`,
		"[src]":                         `"[src]": character 1: the name of an element is missing: write *[src] for all elements`,
		"img,[src]":                     `"img,[src]": character 5: the name of an element is missing: write *[src] for all elements`,
		"1a[x]":                         `"1a[x]": character 1: "1a" is not the name of an element`,
		"img":                           `"img": character 4: what is read is missing: an attribute in brackets, img[src]`,
		"data-src":                      `"data-src": character 9: what is read is missing: an attribute in brackets, *[data-src]`,
		"img data-src":                  `"img data-src": character 13: what is read is missing: an attribute in brackets, img[data-src], or in XML the syntax of the content, img data-src=html`,
		"img[data-src":                  `"img[data-src": character 4: the bracket is not closed: write [data-src]`,
		"img[]":                         `"img[]": character 5: the name of an attribute is missing in the brackets`,
		"img[a b]":                      `"img[a b]": character 6: " " cannot be in the name of an attribute`,
		"img[x]y":                       `"img[x]y": character 7: "y" cannot follow here: a row is ELEMENT[ATTRIBUTE]=SYNTAX`,
		"img[x][y]":                     `"img[x][y]": character 8: nothing can follow the attribute but =SYNTAX: write conditions before it`,
		"img[a=b][c=d][e]":              `"img[a=b][c=d][e]": character 10: a row has one condition: write its values with spaces: [rel~=next prev]`,
		"img[=b][e]":                    `"img[=b][e]": character 5: a condition is NAME=VALUE, NAME~=TOKEN or !NAME`,
		"img[!][e]":                     `"img[!][e]": character 5: a condition is NAME=VALUE, NAME~=TOKEN or !NAME`,
		"img[x]=foo":                    `"img[x]=foo": character 8: unknown syntax "foo": known are url, link, urls, comma-urls, semicolon-urls, srcset, bgset, refresh, task, curie, css, import-map, speculation-rules, json-ld, block, json, script, html`,
		"script[xmlns:a]":               `"script[xmlns:a]": character 8: the attribute xmlns:a cannot be a place: name another`,
		"*[Integrity]":                  `"*[Integrity]": character 3: the attribute Integrity cannot be a place: name another`,
		"*[*]":                          `"*[*]": character 3: the attribute * cannot be a place: name another`,
		"*=html":                        `"*=html": character 1: the content of every element cannot be read: name the element, or an attribute: *[src]`,
		"note content[x]":               `"note content[x]": character 13: an element around another is for content: leave out "note "`,
		".gallery[data-x]":              `".gallery[data-x]": character 1: "." begins no name of HTML: write the class as a condition, *[class~=gallery]`,
		"div.gallery.wide[data-src]":    `"div.gallery.wide[data-src]": character 4: "." begins no name of HTML: write the class as a condition, div[class~=gallery]`,
		"a,x-card.big=html":             `"a,x-card.big=html": character 9: "." begins no name of HTML: write the class as a condition, x-card[class~=big]`,
		"div#a[data-src]":               `"div#a[data-src]": character 4: "#" begins no name of HTML: write the id as a condition, div[id=a]`,
		"div.[x]":                       `"div.[x]": character 5: the name of the class is missing`,
		"-a[x]":                         `"-a[x]": character 1: "-a" is not the name of an element`,
		"[option[value]]":               `"[option[value]]": character 1: the name of an element is missing: write option[value] without the brackets around it`,
		"[option[value":                 `"[option[value": character 1: the name of an element is missing`,
		`img[data-src="x"]`:             `"img[data-src=\"x\"]": character 18: what is read is missing: [data-src=x] is a condition: write the attribute that is read after it, img[data-src="x"][src]`,
		"script[type=application/json]": `"script[type=application/json]": character 30: what is read is missing: [type=application/json] is a condition: write the attribute that is read after it, script[type=application/json][src], or the syntax of the content, script[type=application/json]=json`,
		"script":                        `"script": character 7: what is read is missing: an attribute in brackets, script[src], or the syntax of the content, script=json or =html`,
		"style":                         `"style": character 6: what is read is missing: an attribute in brackets, style[src], or the syntax of the content, style=css`,
		"loc":                           `"loc": character 4: what is read is missing: an attribute in brackets, loc[src], or in XML the syntax of the content, loc=html`,
		`img[alt="x][src]`:              `"img[alt=\"x][src]": character 5: a quote is not closed, or text follows it: write alt="x y"`,
		`img[alt="x"y][src]`:            `"img[alt=\"x\"y][src]": character 5: a quote is not closed, or text follows it: write alt="x y"`,
		`img[class~="x y"][src]`:        `"img[class~=\"x y\"][src]": character 5: no token has spaces: write the tokens without quotes, [class~=a b], of which the element has one`,
		"note,b content=html":           `"note,b content=html": character 7: several elements cannot be around another: write a row for each`,
	} {
		_, err := places.Parse(row)
		require.EqualError(t, err, want, row)
	}
}

// TestRows: each place of the tables has a source, and is written as a user would write it.
func TestRows(t *testing.T) {
	seen := 0
	for row := range places.Rows() {
		seen++
		require.NotEmpty(t, row.Source, row.Place)
		if row.Place[0] == '<' || row.Place == "*[xml:base]" {
			continue
		}
		p, err := places.Parse(row.Place)
		require.NoError(t, err)
		require.Equal(t, row.Place, p.String())
	}
	require.Greater(t, seen, 130)
}

// TestNameOrProperty: what a meta element of the group social says may be in name or in property.
func TestNameOrProperty(t *testing.T) {
	seen := 0
	for row := range places.Rows() {
		if row.Group == "social" && !strings.HasPrefix(row.Place, "meta[itemprop~=") {
			seen++
			require.True(t, strings.HasPrefix(row.Place, "meta[name,property="), row.Place)
		}
	}
	require.Equal(t, 5, seen)
}

func TestKnown(t *testing.T) {
	for row, want := range map[string]string{
		"img[src]":                "it is read already",
		"img,image[src,longdesc]": "it is read already",
		"IMG[SRC]":                "it is read already",
		"img[data-src]":           "the row works; a remark: --also lazy reads this, too",
		"img[src,data-src]":       "the row works; a remark: --also lazy reads this, too",
		"img[data-actual]":        "",
		"img[src]=srcset":         "it is read already, as url",
		"img[src,data-x]=srcset":  "",
		"img[data-src]=srcset":    "",
		"style=css":               "it is read already",
		"style=json":              "",
		"link[href]":              "it is read already",
		"note content=html":       "",
		"amp-img[src]":            "it is read already",
		"x-img[src]":              "",
	} {
		p, err := places.Parse(row)
		require.NoError(t, err, row)
		how, isRemark := places.Known(p, 0)
		require.Equal(t, want, how, row)
		require.Equal(t, strings.Contains(want, "remark"), isRemark, row)
	}
}
