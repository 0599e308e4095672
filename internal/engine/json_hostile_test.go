package engine_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/test/growth"
)

// jsonShapes returns JSON texts that take much time or memory if anything is not linear. Each has
// about n bytes.
func jsonShapes(n int) map[string]string {
	return map[string]string{
		"arrays":         strings.Repeat("[", n/2) + strings.Repeat("]", n/2),
		"objects":        strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6),
		"empty objects":  "[" + strings.Repeat("{},", n/3) + "{}]",
		"one string":     `{"c":"` + strings.Repeat("x", n) + `"}`,
		"escapes":        `{"c":"` + strings.Repeat(`\u0041`, n/6) + `"}`,
		"backslashes":    `{"c":"` + strings.Repeat(`\\`, n/2) + `"}`,
		"open string":    `{"c":"` + strings.Repeat(`\"`, n/2),
		"long name":      `{"` + strings.Repeat(`\u0061`, n/6) + `":{"c":"x"}}`,
		"in a long name": `{"` + strings.Repeat("a", n/2) + `":{` + strings.Repeat(`"c":"x",`, n/16) + `"c":""}}`,
		"URLs":           `{"c":[` + strings.Repeat(`"x",`, n/4) + `""]}`,
		"names":          "{" + strings.Repeat(`"c":"x",`, n/8) + `"c":""}`,
		"bases":          "[" + strings.Repeat(`{"b":"x"},`, n/10) + "0]",
		"many bases":     "{" + strings.Repeat(`"b":"x",`, n/8) + `"b":""}`,
		"documents":      "[" + strings.Repeat(`{"c":"<a href=x>"},`, n/20) + "0]",
		"a message":      `{"m":"Content-Type: text/html\n\n` + strings.Repeat(`<a href=\"x\">\n`, n/16) + `"}`,
		"NUL":            `{"c":"` + strings.Repeat("\x00<a href=x>", n/11) + `"}`,
		"literals":       "[" + strings.Repeat("9", n) + "]",
		"space":          strings.Repeat(" \n", n/2) + "1",
	}
}

// hostileFields name as many strings as they can.
func hostileFields(typ detect.Type) engine.Options {
	opts := engine.Options{Type: typ, Base: "http://h/d/"}
	for _, path := range []string{"/c", "/*/c", "/*/*/c", "/a/a/a/a/a/a/c"} {
		opts.JSONFields = append(opts.JSONFields, jsonfield.Field{Path: path, Role: jsonfield.HTML})
	}
	for _, path := range []string{"/b", "/*/b", "/a/b", "/a/*/b"} {
		opts.JSONFields = append(opts.JSONFields, jsonfield.Field{Path: path, Role: jsonfield.Base})
	}
	opts.JSONFields = append(opts.JSONFields, jsonfield.Field{Path: "/m", Role: jsonfield.Message}, jsonfield.Field{Path: "/c/*", Role: jsonfield.URL})
	return opts
}

// TestJSONHostile: no shape takes more than linear time, with references that are listed or not.
func TestJSONHostile(t *testing.T) {
	for name, text := range jsonShapes(1 << 15) {
		for _, typ := range []detect.Type{detect.JSON, detect.NDJSON} {
			rw, err := engine.New(hostileFields(typ))
			require.NoError(t, err)
			src := []byte(text)
			listed := 0
			plan := rw.Visit(src, engine.Visitor{Reference: func(r *engine.Reference) {
				listed++
				require.Less(t, len(r.Part), 700, name)
				_ = r.Offset()
			}})
			out, err := plan.Bytes()
			require.NoError(t, err)
			again, err := rw.Bytes(out)
			require.NoError(t, err)
			require.True(t, bytes.Equal(out, again), name)
		}
	}
}

// TestJSONDeep: a million arrays are left, and noted at the place that is too deep.
func TestJSONDeep(t *testing.T) {
	src := []byte(strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000))
	rw, err := engine.New(hostileFields(detect.JSON))
	require.NoError(t, err)
	plan := rw.Plan(src)
	require.False(t, plan.Changes())
	require.Equal(t, []engine.Note{{Code: engine.BrokenJSON, Offset: 10_000, Text: "left: broken JSON: nested too deep", Left: true}}, plan.Notes)
}

// TestJSONLarge: a string of 100 MB is a document like any other.
func TestJSONLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const n = 1000
	link := strings.Repeat("text ", 100<<20/n/5) + `<a href=\"x\">`
	src := []byte(`{"c":"` + strings.Repeat(link, n) + `"}`)
	rw, err := engine.New(hostileFields(detect.JSON))
	require.NoError(t, err)
	out, err := rw.Bytes(src)
	require.NoError(t, err)
	require.Equal(t, len(src)+n*len("http://h/d/"), len(out))
	require.Equal(t, n, bytes.Count(out, []byte(`<a href=\"http://h/d/x\">`)))
}

// TestJSONGrowth: URLs that would make the text too large are left, all of them.
func TestJSONGrowth(t *testing.T) {
	opts := engine.Options{Type: detect.JSON, Base: "http://h/" + strings.Repeat("x", 8000) + "/", JSONFields: hostileFields(detect.JSON).JSONFields}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	src := []byte(jsonShapes(1 << 16)["URLs"])
	left := 0
	plan := rw.References(src, func(r *engine.Reference) {
		if r.Reason.Code == "growth" {
			left++
		}
	})
	require.False(t, plan.Changes())
	require.Greater(t, left, 16_000)
}

// BenchmarkJSONGrowth shows that time and memory are linear.
func BenchmarkJSONGrowth(b *testing.B) {
	growth.Bench(b, 1<<14, jsonShapes, func(b *testing.B, _ string) func([]byte) {
		rw, err := engine.New(hostileFields(detect.JSON))
		require.NoError(b, err)
		return func(src []byte) {
			_, err := rw.Bytes(src)
			require.NoError(b, err)
		}
	})
}

// BenchmarkJSON rewrites pages, and the same pages in strings of JSON, one in each line.
func BenchmarkJSON(b *testing.B) {
	for name, page := range benchPages(b) {
		line, err := jsonLine(page)
		require.NoError(b, err)
		for kind, c := range map[string]struct {
			src  []byte
			opts engine.Options
		}{
			"html": {page, engine.Options{Type: detect.HTML, Base: "http://h/d/"}},
			"json": {line, engine.Options{Type: detect.JSON, JSONFields: hostileFields(detect.JSON).JSONFields}},
		} {
			rw, err := engine.New(c.opts)
			require.NoError(b, err)
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(page)))
				b.ReportAllocs()
				var dst []byte
				for b.Loop() {
					dst, err = rw.Append(dst[:0], c.src)
					require.NoError(b, err)
				}
			})
		}
	}
}

// jsonLine returns a page as crawlers write it.
func jsonLine(page []byte) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(map[string]string{"b": "http://h/d/", "c": string(page)})
	return out.Bytes(), err
}
