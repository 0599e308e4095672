package linktext

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

func TestAppendURL(t *testing.T) {
	for url, want := range map[string]string{
		"":                                    "",
		"http://a/?b#c":                       "http://a/?b#c",
		"HTTP://A:80":                         "http://a/",
		"http://h/p q/%7e%c3%bc\u00fc#\u00fc": "http://h/p%20q/~%C3%BC%C3%BC#%C3%BC",
		"http://b\u00fccher.example/":         "http://xn--bcher-kva.example/",
		"a\tb\nc\rd\x00e\x7f":                 "a%09b%0Ac%0Dd%00e%7F",
		"dir/caf\u00e9":                       "dir/caf\u00e9",
		"caf\xe9/\u00e9\t":                    "caf%E9/\u00e9%09",
		"\ufffd\xef\xbf":                      "\ufffd%EF%BF",
		"\u0085\u2028 \u202e e\u0301":         "%C2%85%E2%80%A8 %E2%80%AE e\u0301",
		"mailto:\u009b\u202e":                 "mailto:%C2%9B%E2%80%AE",
	} {
		require.Equal(t, "x"+want, string(AppendURL([]byte("x"), url)), "%q", url)
		require.Equal(t, "x"+want, string(AppendURL([]byte("x"), []byte(url))), "%q", url)
	}
}

// TestTarget: the URL of a link stays as the resolver gives it, unless it is not UTF-8.
func TestTarget(t *testing.T) {
	for _, c := range []struct{ charset, ref, url, target string }{
		{"utf-8", "caf\u00e9 a", "http://h/caf\u00e9 a", "http://h/caf%C3%A9%20a"},
		{"iso-8859-1", "/caf\xe9.html", "http://h/caf\u00e9.html", "http://h/caf%C3%A9.html"},
		{"iso-8859-1", "/caf&eacute;.html", "http://h/caf\u00e9.html", "http://h/caf%C3%A9.html"},
		{"iso-8859-1", "http://x/\xe9", "http://x/\u00e9", "http://x/%C3%A9"},
		{"utf-8", "\xe9?\xe9", "http://h/%E9?%E9", "http://h/%E9?%E9"},
		{"windows-1251", "\xff", "http://h/\u044f", "http://h/%D1%8F"},
		{"utf-8", "mailto:a b@c", "mailto:a b@c", "mailto:a b@c"},
	} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://h/", Charset: c.charset})
		require.NoError(t, err)
		rw.Visit([]byte("<a href='"+c.ref+"'>"), engine.Visitor{Reference: func(ref *engine.Reference) {
			require.True(t, HasTarget(ref), "%q", c.ref)
			require.Equal(t, c.url, string(targetText(ref)), "%q", c.ref)
			require.Equal(t, c.target, string(AppendTarget(nil, ref)), "%q", c.ref)
		}})
	}
}
