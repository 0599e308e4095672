package jsonfield_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

// walked returns the strings of text that the list of fields names: each with its pointer, its
// role, and the base that is in scope.
func walked(t testing.TB, list, text string) (found []string, fault string) {
	fields, err := jsonfield.Parse(list)
	require.NoError(t, err)
	set, err := jsonfield.NewSet(fields...)
	require.NoError(t, err)
	var w jsonfield.Walker
	w.Reset(set, []byte(text))
	for s, ok := w.Next(); ok; s, ok = w.Next() {
		line := fmt.Sprintf("%s %v %s", w.AppendPointer(nil), fields[s.Field].Role, text[s.Start:s.End])
		for scope := s.Scope; scope > 0; scope = w.Bases[scope-1].Outer {
			b := w.Bases[scope-1]
			line += " | " + text[b.Start:b.End]
		}
		found = append(found, line)
	}
	if w.Fault != "" {
		fault = fmt.Sprintf("%d: %s", w.FaultAt, w.Fault)
	}
	return found, fault
}

func TestWalker(t *testing.T) {
	for _, c := range []struct {
		fields, text string
		want         []string
		fault        string
	}{
		{"content=html", `{"a":"b","content":"c","d":{"content":"e"}}`, []string{"/content html c"}, ""},
		{"content=html", `[{"content":"c"}]`, nil, ""},
		{"content=html", `"content"`, nil, ""},
		{"content=html", `{"content":null,"content":["x"],"content":{"content":"y"},"content":"z"}`, []string{"/content html z"}, ""},
		{"/*/content=html", `[{"content":"c"},1,"x",{"content":"d"}]`, []string{"/0/content html c", "/3/content html d"}, ""},
		{"/*/content=html", `{"x":{"content":"c"},"content":"y"}`, []string{"/x/content html c"}, ""},
		{"/1=html,/0=css", `["a",{},"b"]`, []string{"/0 css a"}, ""},
		{"/1=html,/0=css", `[{},"b",2]`, []string{"/1 html b"}, ""},
		{"/1=html", `{"01":"a","1":"b"}`, []string{"/1 html b"}, ""},
		{"/a~1b=html,/m~0n=xml,/*=url", `{"a/b":"c","m~n":"d","~1":"e"}`, []string{"/a~1b html c", "/m~0n xml d", "/~01 url e"}, ""},
		{"#/a%2Cb=html", `{"a,b":"c"}`, []string{"/a,b html c"}, ""},
		{"/a=b=html", `{"a=b":"c"}`, []string{"/a=b html c"}, ""},
		{"content=html", `{"c\u006fntent":"c","\u0063ontent\u0020":"d"}`, []string{"/content html c"}, ""},
		{"/=html", `{"":"c"}`, []string{"/ html c"}, ""},
		{"a=url,/*=html", `{"a":"x","b":"y"}`, []string{"/a url x", "/b html y"}, ""},

		// Bases.
		{"content=html,url=base", `{"content":"c","url":"u"}`, []string{"/content html c | u", "/url base u"}, ""},
		{"content=html,url=base", `{"url":"u","content":"c","url":"v"}`, []string{"/url base u", "/content html c | v", "/url base v"}, ""},
		{"/*/c=html,/*/u=base,/u=base", `[{"c":"1"},{"c":"2","u":"3"},{"u":4,"c":"5"}]`,
			[]string{"/0/c html 1", "/1/c html 2 | 3", "/1/u base 3", "/2/c html 5"}, ""},
		{"/x/c=html,/x/u=base,/u=base", `{"x":{"c":"1","u":"2"},"u":"3"}`, []string{"/x/c html 1 | 2 | 3", "/x/u base 2 | 3", "/u base 3"}, ""},
		{"/*/*/c=html,/u=base", `{"x":[{"c":"1"}],"u":"3"}`, []string{"/x/0/c html 1 | 3", "/u base 3"}, ""},
		{"/b/*=base,/b/*/c=html", `{"b":["x",{"c":"1"},"y"]}`, []string{"/b/0 base x", "/b/1/c html 1 | y", "/b/2 base y"}, ""},

		// Broken text.
		{"content=html", `{"content":"c","x":}`, nil, "19: no value"},
		{"content=html", `{"content":"c`, nil, "11: a string without an end"},
		{"content=html", `{"y":{"a":]},"content":"c"}`, nil, "10: no value"},
		{"/*/c=html,/*/u=base", `[{"c":"1"},{"c":"2","u":"3"},{"c":"4"`, nil, "37: the text ends too early"},
	} {
		found, fault := walked(t, c.fields, c.text)
		require.Equal(t, c.want, found, "%s %s", c.fields, c.text)
		require.Equal(t, c.fault, fault, "%s %s", c.fields, c.text)
	}
}

func TestParseErrors(t *testing.T) {
	for list, want := range map[string]string{
		"":             `field "": no role: give =html or another of html, url, base, xml, css, message`,
		"content":      `field "content": no role: give content=html or another of html, url, base, xml, css, message`,
		"a=html,b":     `field "b": no role: give b=html or another of html, url, base, xml, css, message`,
		"content=json": `field "content=json": unknown role "json": known are html, url, base, xml, css, message`,
	} {
		_, err := jsonfield.Parse(list)
		require.EqualError(t, err, want)
	}
	for path, want := range map[string]string{
		"":      `field "": empty: give the name of a member, or a JSON Pointer such as /items/*/content`,
		"/a~":   `field "/a~": segment "a~": "~" begins no escape: write ~0 for "~"`,
		"/a~2b": `field "/a~2b": segment "a~2b": "~" begins no escape: write ~0 for "~"`,
		"#a":    `field "#a": give a path that begins with "#/"`,
		"#/%zz": `field "#/%zz": invalid URL escape "%zz"`,
	} {
		_, err := jsonfield.NewSet(jsonfield.Field{Path: path})
		require.EqualError(t, err, want)
	}
}
