package microsyntax

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIsURLLike checks that a string is URL-like if it begins with a scheme, a slash, or
// dots and a slash (HTML Standard 8.1.6.2, URL Standard 4.4).
func TestIsURLLike(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "x": false, "x/y": false, ".": false, "..": false, "...": false, ".x/": false, "..x/": false,
		"/": true, "./": true, "../": true, `\u002e/x`: true, `\/x`: true,
		"http:x": false, "http:/x": false, "http://x": true, "HTTPS://": true, "https:x": false, "ws:x": false, "wss://x": true, "ftp:x": false,
		"file:x": false, "file:/x": true, "FILE:///x": true, "httpsx:y": true, "http-:y": true, "data:x": true,
		" \t\x00http://x": true, "h\ntt\rp\t://x": true, "h ttp://x": false, `\u0068ttp://x`: true, ":x": false,
	} {
		require.Equal(t, want, isURLLike([]byte(s)), "%q", s)
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for c := range 256 {
		if c == '\\' {
			continue // it would begin an escape
		}
		in := func(set string) bool { return strings.IndexByte(set, byte(c)) >= 0 }
		require.Equal(t, in(letters+"/"), isURLLike([]byte{byte(c), ':', 'x'}), "%q", c)
		require.Equal(t, in(letters+"0123456789+-.:\t\n\r"), isURLLike([]byte{'x', byte(c), ':'}), "%q", c)
	}
}

// TestIsSpecifierText checks that a backslash is not an escape there.
func TestIsSpecifierText(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "x": false, "./": true, "../x": true, "/": true, `.\x`: false, `\`: false, `\/`: false, `\u002e/`: false, `./\`: true,
		`http:\`: false, `http:\\x`: false, `http://x\`: true, `data:\`: true, `h\:x`: false,
	} {
		require.Equal(t, want, IsSpecifierText([]byte(s)), "%q", s)
	}
}

// TestImportMapScopes checks that only the keys of scopes are yielded.
func TestImportMapScopes(t *testing.T) {
	for src, want := range map[string][]string{
		``: nil, `[]`: nil, `{"scopes":[]}`: nil, `{"scopes":{"a":[]}}`: nil, `{"imports":{"a":"b"}}`: nil,
		`{"imports":{"a":"./b"},"scopes":{"./":{"c":"./d"},"\u002f":{}},"integrity":{"/e":"f"}}`: {"./", `\u002f`},
	} {
		var got []string
		for start, end := range ImportMapScopes([]byte(src)) {
			got = append(got, src[start:end])
		}
		require.Equal(t, want, got, src)
	}
}

// TestIsJSONLDText checks that a string under a key such as url is a URL, unless it is a
// template, or the text before its colon is not a scheme. A backslash is not an escape there,
// but it is in JSON.
func TestIsJSONLDText(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "x": true, "x/y:z": true, "?x:y": true, "#x:y": true, "http://x": true, "x:y": true, "a b:c": false, "1x:y": false,
		"{x}": false, "x/{y}": false, "http://x/{y}": false, `\u007bx`: true, "}": true,
		`./x\`: true, `./x\u12`: true, `http://x/\`: true, `\`: true, `\u003a`: true, `h\ttp://x`: false, `x:\`: true, `http:\\x`: false, `\{`: false,
	} {
		require.Equal(t, want, IsJSONLDText([]byte(s)), "%q", s)
		checkJSONLDText(t, s)
	}
	for src, want := range map[string]bool{`\u007bx`: false, `x\u003ay`: true, `1x\u003ay`: false, `x\/\u007b`: false, `x\\{`: false, `x\\`: true} {
		n := 0
		for range JSONLD([]byte(`{"url":"` + src + `"}`)) {
			n++
		}
		require.Equal(t, want, n == 1, src)
	}
}

// checkJSONLDText checks that [JSONLD] yields text in a document if it is a URL.
func checkJSONLDText(t *testing.T, text string) {
	t.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(t, err)
	n := 0
	for range JSONLD([]byte(`{"url":` + string(quoted) + `}`)) {
		n++
	}
	require.Equal(t, IsJSONLDText([]byte(text)), n == 1, "%q", text)
}

// FuzzText: text is a URL if its JSON string is one.
func FuzzText(f *testing.F) {
	for _, s := range []string{`./x\`, `./x\u12`, `http:\\x`, "\thttp://x", `\u007b`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkJSONLDText(t, s)
		quoted, err := json.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, isURLLike(quoted[1:len(quoted)-1]), IsSpecifierText([]byte(s)), "%q", s)
	})
}
