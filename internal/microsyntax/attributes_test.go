package microsyntax_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	. "github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/view"
)

var tokensCases = []row{
	{"", nil},
	{" \t\n\f\r", nil},
	{"a", []string{"a"}},
	{" a  b\tc\nd\fe\rf ", []string{"a", "b", "c", "d", "e", "f"}},
	{"a a", []string{"a", "a"}},
	{"a,b c", []string{"a,b", "c"}},
	{"a\vb\u00a0c", []string{"a\vb\u00a0c"}},
	{"\x00 \xff", []string{"\x00", "\xff"}},
}

var commaCases = []row{
	{"", nil},
	{" , ,,", nil},
	{"a.jar", []string{"a.jar"}},
	{"a.jar,b.jar", []string{"a.jar", "b.jar"}},
	{"  a.jar ,\n b c.jar\t, ", []string{"a.jar", "b c.jar"}},
	{",a,,b", []string{"a", "b"}},
	{"a\v,\u00a0b", []string{"a\v", "\u00a0b"}},
}

var bgsetCases = []row{
	{"", nil},
	{" | | ", nil},
	{"a.jpg 200w, b.jpg 300w", []string{"a.jpg", "b.jpg"}},
	{"a.jpg [--small] | b.jpg [--medium] | c.jpg", []string{"a.jpg", "b.jpg", "c.jpg"}},
	{"a 1w, b 2w [(max-width: 480px), print] |\n c 3w [type: image/svg+xml] [x]", []string{"a", "b", "c"}},
	{"a| b |c", []string{"a", "b", "c"}},
	{"a|b, c[d] 2x", []string{"a|b", "c[d]"}},
}

var semicolonCases = []row{
	{"", nil},
	{" ; ;;", nil},
	{"#a", []string{"#a"}},
	{"a;b", []string{"a", "b"}},
	{"\n a ;\tb,c;", []string{"a", "b,c"}},
}

var srcsetCases = []row{
	{"", nil},
	{" , ,,\n", nil},
	{"a", []string{"a"}},
	{"a, b", []string{"a", "b"}},
	{"a,b", []string{"a,b"}},
	{"a,b 1x,c,d 2x", []string{"a,b", "c,d"}},
	{"a 1x,b 2x", []string{"a", "b"}},
	{"a,,, b", []string{"a", "b"}},
	{",a", []string{"a"}},
	{"a ,b", []string{"a", "b"}},
	{"data:image/png;base64,iVBO= 1x, g?a,b,c 2x,", []string{"data:image/png;base64,iVBO=", "g?a,b,c"}},
	{"a 1x 2x, b foo, c", []string{"a", "b", "c"}},
	{"a (b, c) 1x, d", []string{"a", "d"}},
	{"a (b, c, d) 1x, e", []string{"a", "e"}},
	{"a f((b), c), d", []string{"a", "c)", "d"}},
	{"a (, b", []string{"a"}},
	{"a )(, b", []string{"a"}},
	{"a\u00a01x, b", []string{"a\u00a01x", "b"}},
	{"a 1x\u00a0, b", []string{"a", "b"}},
}

var refreshCases = []row{
	{"", nil}, {" ", nil}, {"5", nil}, {"5;", nil}, {"5 ; ", nil}, {"foo", nil}, {";url=a", nil}, {"5a;url=b", nil}, {"-5;url=a", nil},
	{"5;a", []string{"a"}},
	{"5 a", []string{"a"}},
	{"5,a", []string{"a"}},
	{"5;;a", []string{";a"}},
	{".5;url=a", []string{"a"}},
	{".;url=a", []string{"a"}},
	{"5.5.5 ; URL = a b ", []string{"a b "}},
	{"5;url=", []string{""}},
	{"5;url", []string{"url"}},
	{"5;url a", []string{"url a"}},
	{"5;ur=a", []string{"ur=a"}},
	{"5;u\x52l=a", []string{"a"}},
	{"5;url='a'b", []string{"a"}},
	{`5;url="a'b`, []string{"a'b"}},
	{"5;'a", []string{"a"}},
	{"5;'", []string{""}},
	{"5;''", []string{""}},
	{"5;url 'a'", []string{"url 'a'"}},
	{"5;'url=a'", []string{"url=a"}},
	{"5;a'b'", []string{"a'b'"}},
	{"5;url=url=a", []string{"url=a"}},
	{"5;url=a\tb\nc", []string{"a\tb\nc"}},
	{"5\v;a", nil},
}

// Candidates that a browser ignores.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		descriptors string
		dropped     bool
	}{
		{"", false}, {"1x", false}, {"0x", false}, {"-0x", false}, {"-0.0e5x", false}, {".5x", false}, {"1.5E+3x", false}, {"1e-3x", false},
		{"1w", false}, {"007w", false}, {"1w 2h", false}, {"2h 1w", false}, {"99999999999999999999w", false},
		{"x", true}, {"w", true}, {"h", true}, {"1", true}, {"1h", true}, {"1X", true}, {"0w", true}, {"000w", true}, {"1w 0h", true},
		{"-1x", true}, {"-1w", true}, {"+1x", true}, {"1.x", true}, {".x", true}, {"-.x", true}, {"1ex", true}, {"1e+x", true}, {"1e1.5x", true},
		{"1x 1x", true}, {"1w 1w", true}, {"1h 1h 1w", true}, {"1x 1w", true}, {"1w 1x", true}, {"1h 1x", true}, {"1x 1h", true},
		{"foo", true}, {"1x foo", true}, {"(1x)", true}, {"1x()", true}, {"1.0w", true}, {"1e0w", true}, {"1_0x", true}, {"0x1x", true},
	} {
		value := "a " + c.descriptors + ", b"
		var got []Candidate
		for candidate := range Srcset([]byte(value)) {
			got = append(got, candidate)
		}
		n := len(value)
		require.Equal(t, []Candidate{{0, 1, c.dropped}, {n - 1, n, false}}, got, value)
	}
}

// Cases of the Web Platform Tests: the browser shows the first candidate that is not
// dropped. The file has the attribute decoded, without its control characters, so it is
// decoded again here. The expected URL lacks them, too.
func TestSrcsetCorpus(t *testing.T) {
	var file struct {
		Cases []struct {
			Attr     string `json:"html_attr"`
			Selected string
			Desc     string
		}
	}
	corpus.ReadJSON(t, &file, "html", "srcset.json")
	require.NotEmpty(t, file.Cases)
	for _, c := range file.Cases {
		value := []byte(html.UnescapeString(c.Attr))
		var got []byte
		for candidate := range Srcset(value) {
			if !candidate.Dropped {
				got = value[candidate.Start:candidate.End]
				break
			}
		}
		require.Equal(t, c.Selected, string(dropControls(got)), "%s: %q", c.Desc, value)
	}
	t.Log(len(file.Cases), "cases")
}

func dropControls(b []byte) (out []byte) {
	for _, c := range b {
		if c >= ' ' {
			out = append(out, c)
		}
	}
	return out
}

// Cases of the Web Platform Tests: the cleaned URL.
func TestRefreshCorpus(t *testing.T) {
	var file struct {
		Cases []struct {
			Input    string
			Expected []any
		}
	}
	corpus.ReadJSON(t, &file, "html", "meta-refresh.json")
	require.NotEmpty(t, file.Cases)
	for _, c := range file.Cases {
		var want any
		if len(c.Expected) > 1 {
			want = c.Expected[1]
		}
		var got any
		value := []byte(c.Input)
		if start, end, ok := Refresh(value); ok {
			got = string(view.NewURL(value, start, end).Text())
		}
		require.Equal(t, want, got, "%q", c.Input)
	}
	t.Log(len(file.Cases), "cases")
}
