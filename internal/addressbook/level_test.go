package addressbook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLevel checks what the URL that a page names shows about the root of the page.
func TestLevel(t *testing.T) {
	for _, c := range []struct{ root, page, says, want string }{
		{"https://h/3/=py", "html/lib/a.html", "https://h/3/lib/a.html", "https://h/3/=py/html"},
		{"https://h/3/=py", "x/html/a.html", "https://www.h/3/a", "https://www.h/3/=py/x/html"},
		{"https://h/=py", "html/lib/index.html", "https://h/3/lib/", ""},
		{"https://h/=html", "lib/a.html", "https://h/3/lib/a.html", "https://h/3/=html"},
		{"https://h/=html", "lib/index.html", "http://h/3/lib/", "http://h/3/=html"},
		{"https://h/=html", "a.html", "https://h/3/4/a.html", "https://h/3/4/=html"},
		{"https://h/3/=html", "lib/a.html", "https://h/3/lib/a", "same"},
		{"https://h/3/=html", "index.html", "https://h/3/", "same"},
		{"https://h/3.1/=html", "lib/a.html", "https://h/3/lib/a.html", ""},
		{"https://h/3.1/=html", "lib/a.html", "https://h/lib/a.html", ""},
		{"https://h/=html", "lib/a.html", "https://h/", ""},
		{"https://h/=html", "lib/a.html", "https://i/lib/a.html", ""},
		{"https://h/=html", "lib/a.html", "", ""},
	} {
		r, err := parse(c.root)
		require.NoError(t, err)
		right, same := r.level(r.url+encodePath(c.page), c.page, c.says)
		if same {
			right = "same"
		}
		require.Equal(t, c.want, right, "%s: %s says %s", c.root, c.page, c.says)
	}
}
