package batch_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-wasm/internal/batch"
	"github.com/hrefix/hrefix/internal/engine"
)

const base = "http://a.example/b/"

// mailbox has two messages with a link each. A link in a text part is not one.
const mailbox = "From a@b Thu Jan  1 00:00:00 1970\nContent-Type: text/html\n\n<a href=x>\n\n" +
	"From a@b Thu Jan  1 00:00:00 1970\nContent-Type: multipart/mixed; boundary=b\nBase: <URL:mailto:x>\n\n" +
	"--b\nContent-Type: text/html\n\n\n<a href='y\xff'>\n--b\nContent-Type: image/png\n\n--b--\n"

func newRewriter(t *testing.T, opts engine.Options) *engine.Rewriter {
	t.Helper()
	opts.Base = base
	rw, err := engine.New(opts)
	require.NoError(t, err)
	return rw
}

// parse returns the objects of all arrays.
func parse(t *testing.T, list func(emit func(json []byte))) (all []map[string]any, arrays int) {
	t.Helper()
	list(func(text []byte) {
		var some []map[string]any
		require.NoError(t, json.Unmarshal(text, &some), "%s", text)
		require.NotEmpty(t, some)
		all = append(all, some...)
		arrays++
	})
	return all, arrays
}

func listLinks(rw *engine.Rewriter, source string) func(emit func(json []byte)) {
	return func(emit func(json []byte)) {
		var links batch.Links
		links.Reset([]byte(source))
		links.List(rw, emit)
	}
}

func TestLinks(t *testing.T) {
	links, arrays := parse(t, listLinks(newRewriter(t, engine.Options{}), mailbox))
	require.Equal(t, 1, arrays)
	require.Len(t, links, 2)
	for i, want := range []map[string]any{
		{"message": 1.0, "part": "1", "line": 4.0, "ref": "x", "url": base + "x"},
		{"message": 2.0, "part": "1", "line": 14.0, "ref": "y\u00ff", "url": base + "y\u00ff"},
	} {
		for key, value := range want {
			require.Equal(t, value, links[i][key], key)
		}
		require.Equal(t, mailbox[int(links[i]["offset"].(float64))], "xy"[i])
		require.NotContains(t, links[i], "doc")
	}
	none, arrays := parse(t, listLinks(newRewriter(t, engine.Options{}), "<p>"))
	require.Empty(t, none)
	require.Zero(t, arrays)
}

// TestDecided checks that a function that decides sees the links of the list, while a mailbox is rewritten.
func TestDecided(t *testing.T) {
	var links batch.Links
	var seen []string
	rw := newRewriter(t, engine.Options{Decide: func(ref *engine.Reference) engine.Decision {
		seen = append(seen, string(links.Append(nil, ref)))
		return engine.Decision{}
	}})
	links.Reset([]byte(mailbox))
	rw.Plan([]byte(mailbox))
	var listed []byte
	listLinks(newRewriter(t, engine.Options{}), mailbox)(func(json []byte) { listed = append(listed, json...) })
	require.Equal(t, "["+strings.Join(seen, ",")+"]", string(listed))
}

// TestArrays checks that many links come in several arrays.
func TestArrays(t *testing.T) {
	links, arrays := parse(t, listLinks(newRewriter(t, engine.Options{}), strings.Repeat("<a href=x>", 10_000)))
	require.Len(t, links, 10_000)
	require.Greater(t, arrays, 2)
	require.Less(t, arrays, 10)
}

func TestDocuments(t *testing.T) {
	documents, _ := parse(t, func(emit func(json []byte)) {
		batch.Documents(newRewriter(t, engine.Options{}), []byte(mailbox), emit)
	})
	var got []string
	for _, d := range documents {
		got = append(got, d["type"].(string)+" "+d["part"].(string)+" "+d["base"].(string))
	}
	require.Equal(t, []string{
		"text/html 1 " + base, "multipart/mixed  " + base, "text/html 1 " + base, "image/png 2 " + base,
	}, got)
	candidate := documents[1]["candidates"].([]any)[0].(map[string]any)
	require.Equal(t, "mailto:x", candidate["value"])
	require.Equal(t, false, candidate["used"])
	require.NotEmpty(t, candidate["reason"])
}

func TestPlan(t *testing.T) {
	var got struct {
		Type    string
		Changed bool
		Notes   []map[string]any
	}
	require.NoError(t, json.Unmarshal(batch.Plan(newRewriter(t, engine.Options{}).Plan([]byte(mailbox))), &got))
	require.Equal(t, "mbox", got.Type)
	require.True(t, got.Changed)
	require.NoError(t, json.Unmarshal(batch.Plan(newRewriter(t, engine.Options{}).Plan([]byte("\x1f\x8b\x08"))), &got))
	require.Equal(t, "other", got.Type)
	require.False(t, got.Changed)
	require.Equal(t, "other-file", got.Notes[0]["code"])
}
