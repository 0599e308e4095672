package savedfrom_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// TestMarkRoundTrip checks that marks of browsers are read back.
func TestMarkRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	pieces := []string{"-", "--", "a", "/", "?", "=", "&amp;", "é", "\U0001F600", "%41", ".."}
	for range 2000 {
		url := "http://example.com/"
		for range r.Intn(12) {
			url += pieces[r.Intn(len(pieces))]
		}
		want := "Mark of the Web: " + url
		chrome := escapeHyphens(url)
		for _, written := range []string{
			fmt.Sprintf("(%04d)%s", len(chrome), chrome),
			fmt.Sprintf("(%04d)%s", len(url), url),
			fmt.Sprintf("(%04d)%s", len(utf16.Encode([]rune(url))), url),
		} {
			require.Equal(t, want, printed(find([]byte("<!-- saved from url="+written+" -->"))), "%q", written)
		}
	}
}

// escapeHyphens escapes the second of two hyphens as Chrome does.
func escapeHyphens(url string) string {
	var b strings.Builder
	open := false // the last byte is an unescaped hyphen
	for _, c := range []byte(url) {
		if c == '-' && open {
			b.WriteString("%2D")
			open = false
			continue
		}
		b.WriteByte(c)
		open = c == '-'
	}
	return b.String()
}
