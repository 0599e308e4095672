//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

func TestServerAnswers(t *testing.T) {
	s := startServer(t)
	s.put("http://doc.example/a?b", "text/html", []byte("x"))
	for target, code := range map[string]int{
		"http://doc.example/a?b": 200, "http://doc.example/a": 404,
		"http://other.example/a?b": 404, "http://other.example" + hostPath: 200,
	} {
		r := httptest.NewRequest("GET", target, nil)
		r.RemoteAddr = "127.0.0.1:4"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, code, w.Code, target)
	}
	require.Len(t, s.others, 2)
}

func TestServerRefusesStrangers(t *testing.T) {
	s := startServer(t)
	r := httptest.NewRequest("GET", "http://doc.example"+hostPath, nil)
	r.RemoteAddr = "192.0.2.1:4"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	require.Equal(t, 403, w.Code)
	require.Len(t, s.errs, 1)
	s.errs = nil
}

// show reads one document at http://doc.example/dir/page.html.
func show(t testing.TB, b *browser, tab *tab, source string, scripting bool) []ref {
	const url = "http://doc.example/dir/page.html"
	b.drop()
	b.put(url, "text/html", []byte(source))
	readings, err := tab.read([]string{url}, scripting)
	require.NoError(t, err)
	require.Empty(t, readings[0].Error)
	return readings[0].Refs
}

// urls returns the URLs of references that the table gives.
func urls(refs []ref) []string {
	var all []string
	for _, r := range refs {
		if r.Via == "table" {
			all = append(all, r.Place+" "+r.URL)
		}
	}
	return all
}

// TestReader checks what the comparison relies on: which documents a tab reads in which
// way, and that content cannot act outside its document.
func TestReader(t *testing.T) {
	b := start(t)
	tab := b.open(t, "http://doc.example")
	for _, c := range []struct {
		name, source string
		scripting    bool
		want         []string
	}{
		{"link", "<a href=x>", true, []string{"a href http://doc.example/dir/x"}},
		{"BASE", "<a href=x><base href=/b/>", false, []string{"a href http://doc.example/b/x", "base href http://doc.example/b/"}},
		{"noscript with scripting", "<noscript><a href=x></noscript>", true, nil},
		{"noscript without", "<noscript><a href=x></noscript>", false, []string{"a href http://doc.example/dir/x"}},
		{"inline scripts do not run", "<a href=x><script>document.body.remove()</script>", true,
			[]string{"a href http://doc.example/dir/x", "script text same:document.body.remove()"}},
		{"refresh is not obeyed", "<meta http-equiv=refresh content='0;url=x'>", true, []string{"meta content http://doc.example/dir/x"}},
		{"a form's controls hide nothing", "<form action=x><input name=action><input name=attributes>", true,
			[]string{"form action http://doc.example/dir/x"}},
		{"srcdoc", "<base href=/b/><iframe srcdoc='<a href=x>'></iframe>", true,
			[]string{"base href http://doc.example/b/", "a href http://doc.example/b/x"}},
		{"invalid", "<a href=//[>", true, []string{"a href invalid://["}},
	} {
		require.Equal(t, c.want, urls(show(t, b, tab, c.source, c.scripting)), c.name)
	}
	for _, url := range b.others { // requests to the browser's maker get no answer
		require.False(t, strings.Contains(url, "doc.example") && !strings.HasSuffix(url, "/favicon.ico"), url)
	}
	t.Log("other requests: ", b.others)
}

// TestReaderMeetsEveryPlace checks that every row of the table occurs in our own documents.
func TestReaderMeetsEveryPlace(t *testing.T) {
	b := start(t)
	tab := b.open(t, "http://doc.example")
	var rows []string
	const list = `JSON.stringify([...attributes].flatMap(([a, m]) => [...m.keys()].map((e) => e + " " + a)))`
	var text string
	require.NoError(t, tab.Evaluate(list, &text))
	require.NoError(t, json.Unmarshal([]byte(text), &rows))
	require.Greater(t, len(rows), 80)
	var met []string
	for _, name := range []string{"torture.html", "frames.html"} {
		source, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		source = slices.Concat(source[:strings.Index(string(source), "<title>")], []byte("<base href=x>"), source)
		for _, r := range show(t, b, tab, string(source), true) {
			met = append(met, strings.ToLower(r.Place))
		}
	}
	var missing []string
	for _, row := range rows {
		there := slices.ContainsFunc(met, func(place string) bool {
			attr, ok := strings.CutPrefix(row, "* ")
			return place == row || ok && strings.HasSuffix(place, " "+attr)
		})
		if !there {
			missing = append(missing, row)
		}
	}
	require.Empty(t, missing, "rows of the table that our own documents do not have")
}

// TestReaderSeesWhatIsLost checks that the comparison reports a document that is not
// rewritten.
func TestReaderSeesWhatIsLost(t *testing.T) {
	b := start(t)
	for _, source := range []string{"<a href=x>", "<img src=x>", "<svg><a href=x>", "<i style='background:url(x)'>",
		"<template><a href=x></template>", "<img srcset='x 1x'>", "<iframe srcdoc='<a href=x>'>"} {
		d := document{name: "lost", url: "http://doc.example/dir/page.html", source: []byte(source)}
		want := show(t, b, b.open(t, "http://doc.example"), source, false)
		b.put(elsewhere+"/x", d.mediaType(), d.source)
		got, err := b.open(t, elsewhere).read([]string{elsewhere + "/x"}, false)
		require.NoError(t, err)
		total := newTally()
		total.compare(&d, reading{Refs: want}, got[0], nil)
		require.NotEmpty(t, total.differ, source)
		require.NotEqual(t, structural, total.differ[0].Place, source)
	}
}

// TestGrammars compares the grammars of the reader with the cases of the corpus.
func TestGrammars(t *testing.T) {
	need(t)
	var refresh struct {
		Cases []struct {
			Input    string
			Expected []any
		}
	}
	corpus.ReadJSON(t, &refresh, "html", "meta-refresh.json")
	var srcset struct {
		Cases []struct {
			HTML     string `json:"html_attr"`
			Selected string
		}
	}
	corpus.ReadJSON(t, &srcset, "html", "srcset.json")
	require.Greater(t, min(len(refresh.Cases), len(srcset.Cases)), 50)
	tab := start(t).open(t, "http://doc.example")
	for _, c := range refresh.Cases {
		var want any
		if len(c.Expected) == 2 {
			want = c.Expected[1]
		}
		require.Equal(t, want, run(t, tab, `refreshURL(%s)?.replace(/[\t\n\r]/g, "").trim() ?? null`, c.Input), "%q", c.Input)
	}
	for _, c := range srcset.Cases {
		got, _ := run(t, tab, `candidates(%s).map((s) => absolute(s, "http://doc.example/"))`, html.UnescapeString(c.HTML)).([]any)
		require.Equal(t, c.Selected == "", len(got) == 0, "%q: %v", c.HTML, got)
		lossy := strings.Contains(c.HTML, "&#x") // the answers in the corpus lack control characters
		if c.Selected != "" && !lossy {
			require.Contains(t, got, run(t, tab, `absolute(%s, "http://doc.example/")`, c.Selected), c.HTML)
		}
	}
}

// run calls a function, given as an expression, with a string.
func run(t testing.TB, tab *tab, expression, argument string) any {
	data, err := json.Marshal(argument)
	require.NoError(t, err)
	var got any
	require.NoError(t, tab.Evaluate(fmt.Sprintf(expression, data), &got))
	return got
}
