package decide

import (
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMissingURL compares MissingURL with a regular expression, which is slower and takes more code.
func TestMissingURL(t *testing.T) {
	pattern := regexp.MustCompile(`^(?:[^?#]*/)?` + missingStem + `(?:-[0-9]+)?\.html#(.+)$`)
	found := 0
	for _, dir := range []string{"", "/", "a/", "../a-b/", "file:///x/", "x?/", "x?", "x#/", missingStem, "x"} {
		for _, number := range []string{"", "-1", "-09", "-", "--1", "-1a", "1", "-1-2"} {
			for _, end := range []string{".html", ".html?", "", ".htm", ".html.html"} {
				for _, fragment := range []string{"", "#", "#http://h/x", "#https://h/%23", "#ftp://h/", "#http://h/%", "#http://h/\n", "#http://h/#http://i/"} {
					ref := dir + missingStem + number + end + fragment
					want, ok := "", false
					if m := pattern.FindStringSubmatch(ref); m != nil {
						unescaped, err := url.PathUnescape(m[1])
						want, ok = unescaped, err == nil && isWebURL(unescaped)
					}
					got, isMissing := MissingURL([]byte(ref))
					require.Equal(t, ok, isMissing, ref)
					if ok {
						require.Equal(t, want, got, ref)
						found++
					}
				}
			}
		}
	}
	require.Greater(t, found, 40)
}
