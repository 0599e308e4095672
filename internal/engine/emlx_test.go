package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// TestEmlx: the first line is the length of the message, before and after, and keeps
// its own as long as it has blanks. What follows the message stays.
func TestEmlx(t *testing.T) {
	const tail = "<?xml version=\"1.0\"?>\n<plist><a href=x></plist>\n"
	message := func(href string) string { return "Content-Type: text/html\n\n<p><a href=" + href + ">" }
	long, short := strings.Repeat("x", 60), strings.Repeat("./", 35)+"x"
	for name, c := range map[string]struct{ blanks, href, after, want string }{
		"no blanks":                {"\n", "x", "\n", "http://h/d/x"},
		"blanks":                   {"   \n", "x", "   \n", "http://h/d/x"},
		"a digit more":             {"\n", long, "\n", "http://h/d/" + long},
		"a digit more, and blanks": {"   \r\n", long, "  \r\n", "http://h/d/" + long},
		"a digit less":             {"\n", short, "\n", "http://h/d/x"},
		"a digit less, and blanks": {"  \r\n", short, "   \r\n", "http://h/d/x"},
		"as long as before":        {" \n", "http:/x:/y", " \n", "http://x/y"},
	} {
		t.Run(name, func(t *testing.T) {
			src, want := message(c.href), message(c.want)
			opts := engine.Options{Type: detect.Emlx, Base: pageURL}
			if len(src) == len(want) {
				opts.Base, opts.Dialect = "https://h/", resolve.WHATWG
			}
			r := promise.Check(t, fmt.Appendf(nil, "%d%s%s%s", len(src), c.blanks, src, tail), opts)
			require.Equal(t, fmt.Sprintf("%d%s%s%s", len(want), c.after, want, tail), string(r.Output))
		})
	}
	wrong := "999\n" + message("x")
	r := promise.Check(t, []byte(wrong), engine.Options{Type: detect.Emlx, Base: pageURL})
	require.Equal(t, wrong, string(r.Output))
	require.Len(t, r.Plan.Notes, 1)
}
