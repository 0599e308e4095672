package addressbook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAppendNormal: the fast form of Normal has the same result, and changes no normal form.
func FuzzAppendNormal(f *testing.F) {
	for _, url := range []string{
		"http://h/a", "https://h.example/a/b?c=d&e", "http://h", "http://h?x", "HTTP://H:80/A", "http://u@h/", "http://h:8080/",
		"http://h/%7e%c3%bc", "http://h/%C3%BC%", "http://h/p q\xff", "http://b\u00fccher.example/", "ftp://h:21/", "mailto:a@b", "/a", "https:/x", "http://h/|",
		"x://h\xedT/",
	} {
		f.Add(url, "")
		f.Add(url, "a b%7e#c")
	}
	f.Fuzz(func(t *testing.T, url, fragment string) {
		if strings.Contains(url, "#") {
			return
		}
		want, ok := Normal(url)
		if !ok {
			want = url
		}
		got := string(AppendNormal(nil, url))
		require.Equal(t, want, got, "%q", url)
		got = string(AppendNormal([]byte("x"), []byte(url+"#"+fragment)))
		require.True(t, strings.HasPrefix(got, "x"+want+"#"), "%q %q", url, fragment)
		if IsNormal(url) {
			require.Equal(t, url, want)
		}
		if ok {
			again, ok := Normal(want)
			require.True(t, ok)
			require.Equal(t, want, again)
		}
	})
}

func TestAppendNormalAllocs(t *testing.T) {
	buf := make([]byte, 0, 100)
	for _, url := range []string{"http://h/a?b#c", "https://a.example/%C3%BC"} {
		require.Zero(t, testing.AllocsPerRun(10, func() { buf = AppendNormal(buf[:0], url) }), url)
	}
}
