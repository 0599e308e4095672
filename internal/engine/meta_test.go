package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// beyond is longer than what is prescanned for the encoding.
var beyond = "<p>" + strings.Repeat("text ", 250)

// TestMetaEncoding: the first meta element that declares an encoding gives that of
// the text, and nothing else that looks like one does.
func TestMetaEncoding(t *testing.T) {
	const big5, gbk = "<meta charset=big5>", "<meta charset=gbk>"
	for _, c := range []struct{ name, text, charset, want string }{
		{"none", beyond, "", "windows-1252"},
		{"late", beyond + big5, "", "big5"},
		{"in the head", "<head><!--" + beyond + "-->" + big5 + "<p>", "", "big5"},
		{"over the end of the prescan", beyond[:1015] + big5, "", "big5"},
		{"a pragma", beyond + "<META http-equiv='Content-Type' content='text/html; charset=Big5'>", "", "big5"},
		{"in references", beyond + "<meta charset=bi&#103;5>", "", "big5"},
		{"the first of two", beyond + big5 + gbk, "", "big5"},
		{"the first that is known", beyond + "<meta name=a><meta charset=x>" + gbk + big5, "", "gbk"},
		{"a pragma beside a charset that is not known", beyond + "<meta charset=x http-equiv=content-type content='a;charset=gbk'>", "", "gbk"},
		{"in a template, which the parser reads", beyond + "<template>" + big5 + "</template>", "", "big5"},
		{"in columns of a template, which have none", beyond + "<template><col>" + big5 + "</template>", "", "windows-1252"},
		{"in a frameset, which has none", "<!--" + beyond + "--><frameset>" + big5 + "</frameset>", "", "windows-1252"},
		{"in a table", beyond + "<table><colgroup>" + big5 + "</table>", "", "big5"},
		{"in a script", beyond + "<script>document.write('" + big5 + "')</script>", "", "windows-1252"},
		{"in a title", beyond + "<title>" + big5 + "</title>", "", "windows-1252"},
		{"in a comment", beyond + "<!--" + big5 + "-->", "", "windows-1252"},
		{"in an attribute", beyond + "<p title='" + big5 + "'>", "", "windows-1252"},
		{"in noscript", beyond + "<noscript>" + big5 + "</noscript>", "", "windows-1252"},
		{"in a srcdoc", beyond + "<iframe srcdoc='" + big5 + "'></iframe>", "", "windows-1252"},
		{"cut off", beyond + "<meta charset=big5", "", "windows-1252"},
		{"no pragma", beyond + "<meta name=a content='charset=big5'>", "", "windows-1252"},
		{"the prescan looks into scripts, the parser does not", "<script>'" + gbk + "'</script>" + beyond + big5, "", "big5"},
		{"the prescan looks into scripts", "<script>'" + gbk + "'</script>" + beyond, "", "gbk"},
		{"the transport is certain", beyond + big5, "utf-8", "utf-8"},
		{"a byte order mark is certain", "\ufeff" + beyond + big5, "", "utf-8"},
		{"against a guess", "\x1b$B<+\x1b(B" + beyond + big5, "", "big5"},
		{"UTF-16 that says otherwise", "<\x00?\x00x\x00" + strings.ReplaceAll(big5, "", "\x00"), "", "utf-8"},
	} {
		require.Equal(t, c.want, engine.EncodingOf(c.text, c.charset), c.name)
	}
}

// TestMetaEncodingLinks: a text is read again once its encoding is known.
func TestMetaEncodingLinks(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://h/d/"})
	require.NoError(t, err)
	for _, c := range []struct{ name, text, want, note string }{
		// 5C, a backslash elsewhere, is half of a character here.
		{"no escape", beyond + "<meta charset=shift_jis><style>@import 'a\x95\x5c';</style>", "@import 'http://h/d/a\x95\x5c';", ""},
		// 3C is half of a character in ISO-2022-JP, and markup elsewhere.
		{"markup", beyond + "<meta charset=utf-8>\x1b$B<a href=x>\x1b(B", "<a href=http://h/d/x>", ""},
		{"BASE before it", "<base href=http://b/>" + beyond + "<a href=x><meta charset=gbk>", "<a href=http://b/x>", ""},
		{"not readable", beyond + "<a href=x><meta charset=iso-2022-kr>", "<a href=x>", "left: the encoding iso-2022-kr cannot be read"},
	} {
		plan := rw.Plan([]byte(c.text))
		out, err := plan.Bytes()
		require.NoError(t, err)
		require.Contains(t, string(out), c.want, c.name)
		if c.note == "" {
			require.Empty(t, plan.Notes, c.name)
		} else {
			require.Equal(t, []engine.Note{{Code: engine.UnreadableEncoding, Text: c.note, Left: true}}, plan.Notes, c.name)
		}
	}
}

// TestPrescanMoves: a document is left whose encoding only the prescan finds, if the
// edits would have it find another one.
func TestPrescanMoves(t *testing.T) {
	links := strings.Repeat("<a href=r></a>", 50)
	const declared = "<noscript><meta charset=gbk></noscript>"
	for _, c := range []struct {
		name, text string
		opts       engine.Options
		left       bool
	}{
		{"pushed out", links + declared, engine.Options{}, true},
		{"not pushed as far", links[:14*5] + declared, engine.Options{}, false},
		{"in front", declared + links, engine.Options{}, false},
		{"told by an element, too", links + declared + beyond + "<meta charset=gbk>", engine.Options{}, false},
		{"drawn in", "<base href='http://b/" + strings.Repeat("d", 500) + "'>" + strings.Repeat("x", 480) + declared + links, engine.Options{DropBase: true}, true},
		{"not drawn as far", "<base href='http://b/" + strings.Repeat("d", 500) + "'>" + strings.Repeat("x", 2000) + declared + links, engine.Options{DropBase: true}, false},
	} {
		c.opts.Type, c.opts.Base = detect.HTML, "http://example.org/"
		r := promise.Check(t, []byte(c.text), c.opts)
		require.Equal(t, c.left, string(r.Output) == c.text, c.name)
		told := 0
		for _, ref := range r.References {
			if strings.HasPrefix(ref.Reason, "browsers look for the encoding") {
				told++
			}
		}
		require.Equal(t, c.left, told > 0, c.name)
	}
}

// scripted are the cases of the html5lib tests that a script has to run for.
var scripted = map[string]string{
	"scripted/tests1.dat#0": "document.write puts the label together from two strings",
}

// TestMetaEncodingHTML5Lib: the tests of the project html5lib, of the prescan and the parser.
func TestMetaEncodingHTML5Lib(t *testing.T) {
	listed := 0
	for _, c := range corpus.EncodingTests(t) {
		got := engine.EncodingOf(string(c.Text), "")
		if scripted[c.Name] != "" {
			listed++
			require.NotEqual(t, c.Want, got, "%s passes: take it off the list", c.Name)
			continue
		}
		require.Equal(t, c.Want, got, "%s: %q", c.Name, c.Text)
	}
	require.Equal(t, len(scripted), listed, "a case of the list is gone")
}
