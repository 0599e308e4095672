package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonOptions returns options with the fields of a list.
func jsonOptions(t testing.TB, list string) engine.Options {
	opts := engine.Options{Type: detect.JSON}
	if list != "" {
		fields, err := jsonfield.Parse(list)
		require.NoError(t, err)
		opts.JSONFields = fields
	}
	return opts
}

// jsonCases are JSON texts, with the same texts rewritten. An empty want means that nothing
// changes. refs are the references, each with part, element, attribute and target.
var jsonCases = []struct {
	name, fields, base, text, want string
	refs                           []string
	notes                          string
}{
	{
		name: "HTML", fields: "content=html", base: "http://h/d/",
		text: `{ "n" : 1.0e+2, "content": "<a href=\"x\">é\u00e9</a>\n<img src='\/y'>" , "content2":"<a href=z>"}`,
		want: `{ "n" : 1.0e+2, "content": "<a href=\"http://h/d/x\">é\u00e9</a>\n<img src='http://h\/y'>" , "content2":"<a href=z>"}`,
		refs: []string{"/content a href http://h/d/x", "/content img src http://h/y"},
	},
	{
		name: "the field gives the base", fields: "content=html,url=base", base: "http://other/",
		text: `{"content":"<a href=x>","url":"http://h/d/p"}`,
		want: `{"content":"<a href=http://h/d/x>","url":"http://h/d/p"}`,
		refs: []string{"/content a href http://h/d/x", "/url  url http://h/d/p"},
	},
	{
		name: "BASE in the document counts more", fields: "content=html,url=base",
		text: `{"content":"<base href=\"/b/\"><a href=x>","url":"http://h/d/p"}`,
		want: `{"content":"<base href=\"http://h/b/\"><a href=http://h/b/x>","url":"http://h/d/p"}`,
		refs: []string{"/content base href http://h/b/", "/content a href http://h/b/x", "/url  url http://h/d/p"},
	},
	{
		name: "a relative base", fields: "/*/c=html,/*/u=base,/*/l=url", base: "http://h/d/",
		text: `[{"l":"m","u":"..\/e/","c":"<a href=x>"},{"c":"<a href=x>"}]`,
		want: `[{"l":"http://h/e/m","u":"http://h\/e/","c":"<a href=http://h/e/x>"},{"c":"<a href=http://h/d/x>"}]`,
		refs: []string{"/0/l  l http://h/e/m", "/0/u  u http://h/e/", "/0/c a href http://h/e/x", "/1/c a href http://h/d/x"},
	},
	{
		name: "nested bases", fields: "/b=base,/x/*/b=base,/x/*/c=html,/y=url",
		text: `{"x":[{"c":"<a href=x>","b":"e/"},{"c":"<a href=x>"}],"b":"http://h/d/","y":"z"}`,
		want: `{"x":[{"c":"<a href=http://h/d/e/x>","b":"http://h/d/e/"},{"c":"<a href=http://h/d/x>"}],"b":"http://h/d/","y":"http://h/d/z"}`,
		refs: []string{"/x/0/c a href http://h/d/e/x", "/x/0/b  b http://h/d/e/", "/x/1/c a href http://h/d/x", "/b  b http://h/d/", "/y  y http://h/d/z"},
	},
	{
		name: "fragments alone", fields: "/*/c=html,/*/u=base,/*/l=url", base: "http://h/",
		text: `[{"c":"<a href=#n><area href=\"#n\"><iframe srcdoc='<a href=#n>'></iframe><img src=#n>","l":"#n"},{"c":"<a href=#n>","u":"http:\/\/h\/p"},{"c":"<base href=/b><a href=#n>"}]`,
		want: `[{"c":"<a href=#n><area href=\"#n\"><iframe srcdoc='<a href=#n>'></iframe><img src=http://h/#n>","l":"http://h/#n"},{"c":"<a href=http://h/p#n>","u":"http:\/\/h\/p"},{"c":"<base href=http://h/b><a href=http://h/b#n>"}]`,
		refs: []string{
			"/0/c a href #n", "/0/c area href #n", "/0/c a href #n", "/0/c img src http://h/#n", "/0/l  l http://h/#n", "/1/c a href http://h/p#n",
			"/1/u  u http://h/p", "/2/c base href http://h/b", "/2/c a href http://h/b#n",
		},
	},
	{
		name: "all roles", fields: "h=html,x=xml,c=css,m=message,u=url", base: "http://h/",
		text: `{"h":"<a href=1>","x":"<svg><a href='2'/></svg>","c":"a{b:url(3)}","m":"Content-Location: 4\nContent-Type: text/html\n\n<a href=5>","u":" 6 ","l":"7"}`,
		want: `{"h":"<a href=http://h/1>","x":"<svg><a href='http://h/2'/></svg>","c":"a{b:url(http://h/3)}","m":"Content-Location: http://h/4\nContent-Type: text/html\n\n<a href=http://h/5>","u":" http://h/6 ","l":"7"}`,
		refs: []string{
			"/h a href http://h/1", "/x a href http://h/2", "/c   http://h/3", "/m 1  Content-Location http://h/4", "/m 1 a href http://h/5", "/u  u http://h/6",
		},
	},
	{
		name: "a JSON Feed", base: "http://h/f/",
		text: `{"version":"https:\/\/jsonfeed.org\/version\/1.1","home_page_url":"/","icon":"i.png","authors":[{"url":"a","name":"b"}],"hubs":[{"type":"x","url":"hub"}],` +
			`"items":[{"id":"1","url":"p","image":"q","content_html":"<img src=r>","content_text":"s","attachments":[{"url":"t","mime_type":"u"}],"_x":{"url":"v"}}]}`,
		want: `{"version":"https:\/\/jsonfeed.org\/version\/1.1","home_page_url":"http://h/","icon":"http://h/f/i.png","authors":[{"url":"http://h/f/a","name":"b"}],"hubs":[{"type":"x","url":"http://h/f/hub"}],` +
			`"items":[{"id":"1","url":"http://h/f/p","image":"http://h/f/q","content_html":"<img src=http://h/f/r>","content_text":"s","attachments":[{"url":"http://h/f/t","mime_type":"u"}],"_x":{"url":"v"}}]}`,
		refs: []string{
			"/home_page_url  home_page_url http://h/", "/icon  icon http://h/f/i.png", "/authors/0/url  url http://h/f/a", "/hubs/0/url  url http://h/f/hub",
			"/items/0/url  url http://h/f/p", "/items/0/image  image http://h/f/q", "/items/0/content_html img src http://h/f/r", "/items/0/attachments/0/url  url http://h/f/t",
		},
	},
	{
		name: "broken text", fields: "/*/c=html", base: "http://h/",
		text:  `[{"c":"<a href=x>"},{"c":"<a href=y>",},{"c":"<a href=z>"}]`,
		notes: "broken-json 38 left: broken JSON: no name of a member",
	},
	{
		name: "no such field", fields: "content=html,url=base", text: `{"body":"<a href=x>"}`,
		notes: "no-json-field 0 nothing is read: no string at content, url",
	},
	{
		name: "no fields", text: `{"body":"<a href=x>"}`,
		notes: "no-json-field 0 nothing is read: this is no JSON Feed or web app manifest: name the fields that have documents or URLs",
	},
	{
		name: "equal names", fields: "c=html,u=base",
		text: `{"c":"<a href=1>","u":"http://x/","c":"<a href=2>","u":"http://h/"}`,
		want: `{"c":"<a href=http://h/1>","u":"http://x/","c":"<a href=http://h/2>","u":"http://h/"}`,
		refs: []string{"/c a href http://h/1", "/u  u http://x/", "/c a href http://h/2", "/u  u http://h/"},
	},
	{
		name: "URLs that stay", fields: "/*=url", base: "http://h/",
		text: `["","{{x}}","mailto:a@b","#f","?q"," \n x\ty"]`,
		want: `["","{{x}}","mailto:a@b","http://h/#f","http://h/?q"," \n http://h/x\ty"]`,
		refs: []string{"/0   ", "/1   {{x}}", "/2   mailto:a@b", "/3   http://h/#f", "/4   http://h/?q", "/5   http://h/xy"},
	},
	{
		name: "a lone surrogate and bad escapes", fields: "/*=url,/*/c=html", base: "http://h/",
		text: `["\ud800x","a\qb","\u12","\ud83d\ude00",{"c":"<a href=\ud800>"}]`,
		want: `["http://h/\ud800x","http://h/a\qb","http://h/\u12","http://h/\ud83d\ude00",{"c":"<a href=http://h/\ud800>"}]`,
		refs: []string{"/0   http://h/\ufffdx", `/1   http://h/a\qb`, `/2   http://h/\u12`, "/3   http://h/\U0001f600", "/4/c a href http://h/\ufffd"},
	},
	{
		name: "CSS and srcdoc in it", fields: "c=html", base: "http://h/",
		text: `{"c":"<p style=\"b:url(x)\"><iframe srcdoc=\"<a href=&quot;y&quot;>\"></iframe><style>@import \"z\";</style>"}`,
		want: `{"c":"<p style=\"b:url(http://h/x)\"><iframe srcdoc=\"<a href=&quot;http://h/y&quot;>\"></iframe><style>@import \"http://h/z\";</style>"}`,
		refs: []string{"/c p style http://h/x", "/c a href http://h/y", "/c style  http://h/z"},
	},
	{
		name: "a charset that the document declares", fields: "c=html", base: "http://h/",
		text: `{"c":"<meta charset=gbk><a href=ä>ü</a>"}`, want: `{"c":"<meta charset=gbk><a href=http://h/ä>ü</a>"}`,
		refs: []string{"/c a href http://h/ä"},
	},
}

func TestJSON(t *testing.T) {
	for _, c := range jsonCases {
		t.Run(c.name, func(t *testing.T) {
			for _, bom := range []string{"", "\ufeff"} {
				checkJSON(t, c.fields, c.base, bom+c.text, bom+c.want, c.refs)
			}
			opts := jsonOptions(t, c.fields)
			opts.Base = c.base
			rw, err := engine.New(opts)
			require.NoError(t, err)
			var notes []string
			for _, n := range rw.Plan([]byte(c.text)).Notes {
				notes = append(notes, fmt.Sprintf("%s %d %s", n.Code, n.Offset, n.Text))
			}
			require.Equal(t, c.notes, strings.Join(notes, "; "))
		})
	}
}

// checkJSON rewrites text, and compares the result and the references. It does the same in
// UTF-16.
func checkJSON(t *testing.T, fields, base, text, want string, refs []string) {
	if strings.TrimPrefix(want, "\ufeff") == "" {
		want = text
	}
	opts := jsonOptions(t, fields)
	opts.Base = base
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var found []string
	plan := rw.References([]byte(text), func(r *engine.Reference) {
		found = append(found, strings.Join([]string{r.Part, r.Element, r.Attr, string(r.Target)}, " "))
		if len(r.Text) > 0 && r.Text[0] < 0x80 {
			at := text[r.Offset():]
			require.True(t, at[0] == r.Text[0] || at[0] == '\\', "%s at %q", r.Text, at)
		}
	})
	require.Equal(t, refs, found)
	out, err := plan.Bytes()
	require.NoError(t, err)
	require.Equal(t, want, string(out))
	again, err := rw.Bytes(out)
	require.NoError(t, err)
	require.Equal(t, want, string(again))
	for _, big := range []bool{false, true} {
		out, err := rw.Bytes([]byte(utf16Of(text, big)))
		require.NoError(t, err)
		require.Equal(t, utf16Of(want, big), string(out))
	}
}

// TestJSONCharset: text in another encoding than UTF-8 gets characters that this may lack as escapes.
func TestJSONCharset(t *testing.T) {
	opts := jsonOptions(t, "u=url,h=html,m=message")
	opts.Base, opts.Charset = "http://h/\u00e9/", "shift_jis"
	rw, err := engine.New(opts)
	require.NoError(t, err)
	for _, c := range []struct{ text, want string }{
		{"{\"u\":\"\x83\\.html\"}", "{\"u\":\"http://h/\\u00e9/\x83\\.html\"}"},
		{"{\"u\":\"\\u00e9\"}", "{\"u\":\"http://h/\\u00e9/\\u00e9\"}"},
		{`{"h":"<a href=x>"}`, `{"h":"<a href=http://h/\u00e9/x>"}`},
		{`{"m":"Content-Type: text/html; charset=utf-8\n\n<a href=x>"}`, `{"m":"Content-Type: text/html; charset=utf-8\n\n<a href=http://h/\u00e9/x>"}`},
	} {
		out, err := rw.Bytes([]byte(c.text))
		require.NoError(t, err)
		require.Equal(t, c.want, string(out), "%q", c.text)
	}
}

// utf16Of returns text in UTF-16.
func utf16Of(text string, bigEndian bool) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if bigEndian {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return string(out)
}

// TestSeenFields: a plan says which fields its source has.
func TestSeenFields(t *testing.T) {
	fields, err := jsonfield.Parse("a=html,b=url,c=base")
	require.NoError(t, err)
	rw, err := engine.New(engine.Options{Type: detect.NDJSON, JSONFields: fields})
	require.NoError(t, err)
	var seen engine.SeenFields
	for p, err := range rw.Pieces(strings.NewReader("{\"a\":\"\",\"b\":[\"x\"]}\n\n{\"b\":{},\"c\":null}\n{\"x\":1}\n{\"c\":\"z\"")) {
		require.NoError(t, err)
		plan := rw.VisitPiece(p, engine.Visitor{})
		for _, n := range plan.Notes {
			require.Equal(t, engine.BrokenJSON, n.Code)
		}
		seen.Add(plan.JSONFields)
	}
	require.Equal(t, engine.SeenFields{Strings: 1, Containers: 2, Texts: true, Read: true, Lacking: true}, seen)
	require.False(t, seen.IsUnread())
	missing, containers := rw.MissingFields(seen)
	require.Equal(t, []string{"b", "c"}, missing)
	require.True(t, containers)
	missing, containers = rw.MissingFields(engine.SeenFields{Strings: 2})
	require.Equal(t, []string{"a", "c"}, missing)
	require.False(t, containers)
}
