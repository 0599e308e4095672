package urltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestToURI(t *testing.T) {
	for _, c := range []struct{ iri, uri string }{
		{"http://e.org/x?y#z", "http://e.org/x?y#z"},
		{"http://e.org/é/", "http://e.org/%C3%A9/"},
		{"http://e.org/%C3/é?ü#\U00010300", "http://e.org/%C3/%C3%A9?%C3%BC#%F0%90%8C%80"},
		{"http://bücher.example/", "http://xn--bcher-kva.example/"},
		{"HTTPS://u:é@Bücher.example:80/?é", "HTTPS://u:%C3%A9@xn--bcher-kva.example:80/?%C3%A9"},
		{"http://résumé.example.org", "http://xn--rsum-bpad.example.org"}, // RFC 3987 section 3.1, its example
		{"x://bücher.example/", "x://b%C3%BCcher.example/"},
		{"http:é//bücher/", "http:%C3%A9//b%C3%BCcher/"},
		{"/é//ü", "/%C3%A9//%C3%BC"},
		{"é", "%C3%A9"},
		{"http://e.org/\xe9/", ""},
		{"http://\u200d\u0301.example/é", ""},
		{"http://\u00ad/", ""},
		{"http://%C3%A9İ/", ""},
		{"https://u:p@%C3%A9xn--ßİ", ""},
	} {
		got, ok := ToURI(c.iri)
		require.Equal(t, c.uri, got, c.iri)
		require.Equal(t, c.uri != "", ok, c.iri)
		if ok {
			again, _ := ToURI(got)
			require.Equal(t, got, again)
		}
	}
}
