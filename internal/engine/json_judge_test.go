package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// judgeBase is the base of the texts that encoding/json judges.
const judgeBase = "http://h/d/p"

// judged are options for these texts. Strings that give a base are only in the tests of promises.
func judged(typ detect.Type, more ...jsonfield.Field) engine.Options {
	return engine.Options{Type: typ, Base: judgeBase, Also: engine.Templates, JSONFields: append([]jsonfield.Field{
		{Path: "/*/html", Role: jsonfield.HTML}, {Path: "/*/css", Role: jsonfield.CSS}, {Path: "/*/xml", Role: jsonfield.XML},
		{Path: "/*/url", Role: jsonfield.URL},
	}, more...)}
}

// A judge reads JSON text with encoding/json.
type judge struct {
	*json.Decoder
	stack []place
}

// A place is an object or array that is open.
type place struct {
	object bool
	isName bool // a name comes next
	name   string
}

func newJudge(text []byte) *judge {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return &judge{Decoder: d}
}

// next returns the next token, and the names of the members that it is in if it is a string that
// is a value. The name of an element is "*".
func (j *judge) next(t *testing.T) (token any, path []string) {
	token, err := j.Token()
	require.NoError(t, err)
	top := len(j.stack) - 1
	switch {
	case token == json.Delim('}'), token == json.Delim(']'):
		j.stack = j.stack[:top]
		return token, nil
	case top >= 0 && j.stack[top].isName:
		j.stack[top].name, j.stack[top].isName = token.(string), false
		return token, nil
	}
	for _, p := range j.stack {
		path = append(path, p.name)
	}
	if top >= 0 && j.stack[top].object {
		j.stack[top].isName = true
	}
	if token == json.Delim('{') || token == json.Delim('[') {
		object := token == json.Delim('{')
		j.stack = append(j.stack, place{object: object, isName: object, name: "*"})
	}
	return token, path
}

// checkJudged rewrites src, and compares the strings of the result, as encoding/json decodes them,
// with the decoded strings of src, rewritten by themselves. All else must stay. It reports how
// many strings change.
func checkJudged(t *testing.T, src []byte) (changed int) {
	out, err := engine.Bytes(src, judged(detect.JSON))
	require.NoError(t, err)
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	require.Equal(t, json.Valid(text), json.Valid(bytes.TrimPrefix(out, []byte("\ufeff"))))
	if !json.Valid(text) || !utf8.Valid(text) {
		return 0
	}
	before, after := newJudge(text), newJudge(bytes.TrimPrefix(out, []byte("\ufeff")))
	for before.More() || len(before.stack) > 0 {
		want, path := before.next(t)
		got, _ := after.next(t)
		if s, ok := want.(string); ok && len(path) == 2 {
			want = rewrittenString(t, path[1], s)
			if want != s {
				changed++
			}
		}
		require.Equal(t, want, got, "%s\n%s", src, out)
	}
	return changed
}

// rewrittenString returns what the string s of a member of that name becomes.
func rewrittenString(t *testing.T, name, s string) string {
	typ, ok := map[string]detect.Type{"html": detect.HTML, "css": detect.CSS, "xml": detect.XML}[name]
	if ok {
		return withoutFragments(t, s, engine.Options{Type: typ, Base: judgeBase, Charset: "utf-8", Also: engine.Templates})
	}
	if name != "url" || strings.HasPrefix(strings.ToLower(strings.TrimSpace(s)), "3d") {
		return s
	}
	const start, end = `<img src="`, `">`
	out, err := engine.Bytes([]byte(start+html.EscapeString(s)+end), engine.Options{Type: detect.HTML, Base: judgeBase, Charset: "utf-8", Also: engine.Templates})
	require.NoError(t, err)
	return html.UnescapeString(strings.TrimSuffix(strings.TrimPrefix(string(out), start), end))
}

// withoutFragments rewrites a document, except for links that are a fragment alone and have no base
// in the document.
func withoutFragments(t *testing.T, s string, opts engine.Options) string {
	rw, err := engine.New(opts)
	require.NoError(t, err)
	stay := make(map[int]bool)
	plan := rw.References([]byte(s), func(r *engine.Reference) {
		if (r.Element == "a" || r.Element == "area") && bytes.HasPrefix(r.Text, []byte("#")) && r.Base.Layer != base.Embedded {
			stay[r.Offset()] = true
		}
	})
	edits := slices.DeleteFunc(slices.Collect(plan.All()), func(e engine.Edit) bool { return stay[e.Start] })
	out, err := edit.Apply([]byte(s), edits)
	require.NoError(t, err)
	return string(out)
}

// atoms are what random strings consist of, as JSON writes them.
var atoms = []string{
	"a", "x.html", "/", `\/`, "..", "?q", "#f", "é", `\u00e9`, `\u0041`, `\ud83d\ude00`, "\U0001f600", `\ud800`, `\udc00`, `\"`, `\\`, `\n`, `\t`, `\b`,
	`\u0000`, " ", "http://x/", "&amp;", "<", ">", `\u003c`, `\u003e`, `<a href=`, `<a href=\"`, `\u003ca href='`, "'", `\">`, "<base href=/b/>", "<style>", "</style>",
	"url(", ")", "@import '", "<svg xmlns='http://www.w3.org/2000/svg'>", "<!--", "-->", "</script>", "<script type=module>import './m.js'</script>", "<img srcset='a 1x, b 2x'>", "{{", "}}",
}

// randomString returns the content of a random string.
func randomString(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString(atoms[r.IntN(len(atoms))])
	}
	return b.String()
}

// randomJSON returns a random text, in which most strings are named by the fields.
func randomJSON(r *rand.Rand) string {
	space := func() string { return []string{"", "", " ", "\n", "\r\n\t"}[r.IntN(5)] }
	names := []string{"html", "css", "xml", "url", "base", `ht\u006dl`, `\u0075rl`, "other", "", "html2"}
	values := []string{"1.50e+3", "-0", "true", "null", "[]", "{}", `["html",{"html":"<a href=x>"}]`, "12345678901234567890"}
	var b strings.Builder
	b.WriteString([]string{"", "\ufeff"}[r.IntN(2)] + space() + "[")
	for i := range r.IntN(4) {
		if i > 0 {
			b.WriteString("," + space())
		}
		b.WriteString("{")
		for k := range r.IntN(6) {
			if k > 0 {
				b.WriteString(space() + "," + space())
			}
			fmt.Fprintf(&b, `"%s"%s:%s`, names[r.IntN(len(names))], space(), space())
			if r.IntN(5) == 0 {
				b.WriteString(values[r.IntN(len(values))])
			} else {
				fmt.Fprintf(&b, `"%s"`, randomString(r))
			}
		}
		b.WriteString(space() + "}")
	}
	b.WriteString(space() + "]" + space())
	return b.String()
}

// TestJSONJudged checks random texts: what encoding/json decodes, and the promises.
func TestJSONJudged(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	changed := 0
	rounds := corpus.Rounds(500)
	for range rounds {
		src := []byte(randomJSON(r))
		changed += checkJudged(t, src)
		promise.Check(t, src, judged(detect.JSON, jsonfield.Field{Path: "/*/base", Role: jsonfield.Base}))
		promise.Check(t, bytes.ReplaceAll(src, []byte("\r\n"), []byte(" ")), judged(detect.NDJSON, jsonfield.Field{Path: "/*/base", Role: jsonfield.Base}))
	}
	require.Greater(t, changed, rounds/2)
}

func FuzzJSONJudged(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		f.Add([]byte(randomJSON(r)))
	}
	for _, c := range jsonCases {
		f.Add([]byte("[" + c.text + "]"))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkJudged(t, src) })
}

// FuzzDocumentJSON checks the promises of any text, with a base in it and options.
func FuzzDocumentJSON(f *testing.F) {
	for i, c := range jsonCases {
		f.Add([]byte(c.text), c.base, uint64(i*i), i%2 == 0)
		f.Add([]byte("["+c.text+"]"), c.base, uint64(i), false)
	}
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64, lines bool) {
		typ := detect.JSON
		if lines {
			typ = detect.NDJSON
		}
		opts := drawn(t, typ, base, lots(l))
		opts.JSONFields = judged(typ, jsonfield.Field{Path: "/*/base", Role: jsonfield.Base}, jsonfield.Field{Path: "/*/m", Role: jsonfield.Message},
			jsonfield.Field{Path: "/content", Role: jsonfield.HTML}, jsonfield.Field{Path: "/url", Role: jsonfield.Base}).JSONFields
		check(t, src, opts)
	})
}
