package addressbook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAppendNormal: the normal form of a normal form is the same, and a fragment changes nothing before it.
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
		got, whole := AppendNormal([]byte("x"), []byte(url+"#"+fragment))
		require.Equal(t, ok, whole)
		if !ok {
			require.Empty(t, want)
			require.Equal(t, "x", string(got))
			return
		}
		require.True(t, strings.HasPrefix(string(got), "x"+want+"#"), "%q %q", url, fragment)
		again, ok := Normal(want)
		require.True(t, ok)
		require.Equal(t, want, again)
	})
}

func TestNormal(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/a?b": "http://h/a?b", "HTTP://u:P@H:80:/A": "http://u:P@h/A", "http://h?x": "http://h/?x", "https://h:80": "https://h:80/",
		"http://h/%7e%c3%bc%": "http://h/~%C3%BC%25", "http://h/p q\xff|#": "http://h/p%20q%FF%7C#", "http://b\u00fccher.example/": "http://xn--bcher-kva.example/",
		"http://h/#a#b c": "http://h/#a%23b%20c", "x://H/%2e": "x://h/%2E", "mailto:a@b": "", "/a": "", "https:/x": "",
	} {
		got, _ := Normal(url)
		require.Equal(t, want, got, url)
	}
}

func TestAppendNormalAllocs(t *testing.T) {
	buf := make([]byte, 0, 100)
	for _, url := range []string{"http://h/a?b#c", "https://a.example/%C3%BC"} {
		require.Zero(t, testing.AllocsPerRun(10, func() { buf, _ = AppendNormal(buf[:0], url) }), url)
	}
}
