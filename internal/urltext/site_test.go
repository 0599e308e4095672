package urltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAppendSite(t *testing.T) {
	for _, c := range []struct{ url, site, rest string }{
		{"http://h", "http://h", ""},
		{"HTTP://u:P@H:80/A?b", "http://u:P@h", "/A?b"},
		{"https://h:80?x", "https://h:80", "?x"},
		{"http://h:80::80:/", "http://h", "/"},
		{"ftp://h:21/", "ftp://h", "/"},
		{"HTTPS://h:443", "https://h", ""},
		{"x+1.-://H::#a", "x+1.-://h", "#a"},
		{"http://a@b@[::1]:81/", "http://a@b@[::1]:81", "/"},
		{"http://u@b\u00fccher.example:80/\u00fc", "http://u@xn--bcher-kva.example", "/\u00fc"},
		{"http://\xff/", "http://\xff", "/"},
		{"://h/", "", ""}, {"a b://h/", "", ""}, {"http:/h", "", ""}, {"mailto:a@b", "", ""}, {"", "", ""},
	} {
		site, rest, ok := AppendSite([]byte("+"), c.url)
		require.Equal(t, "+"+c.site, string(site), c.url)
		require.Equal(t, c.rest, rest, c.url)
		require.Equal(t, c.site != "", ok, c.url)
	}
}
