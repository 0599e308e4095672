package savedfrom_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

func TestOwnFile(t *testing.T) {
	for _, own := range []string{
		"x_files/a.gif", "./x_files/a.gif", "././x_files/a.gif", "x_files/a/b.css?c#d", "X_FILES/a",
		"x%5Ffiles/a", "x_%66iles/a", "x_%66%69%6c%65/a", "%5f_files/a", "a%20page%5ffiles/a", "x_files//", "x_files\\a.gif", ".\\x_files\\a.gif",
		"x.files/image001.gif", "x-Dateien/a", "x_fichiers/a", "x_bestanden/a", "x_file/a", "x_archivos/a", "x-filer/a",
		"x_tiedostot/a", "x_pliki/a", "x_soubory/a", "x_elemei/a", "x_ficheiros/a", "x_arquivos/a", "x_dosyalar/a",
		"x_datoteke/a", "x_fails/a", "x_failid/a", "x_fajlovi/a", "x_bylos/a", "x_fitxers/a", "x_fitxategiak/a",
		"\xe9_files/a", strings.Repeat("x", 1000) + "_fitxategiak/a", "./a:b_files/c", "%_files/a", "%5_files/a", "x_files/a:b",
		"._files/a",
	} {
		require.True(t, savedfrom.OwnFile([]byte(own)), "%q", own)
	}
	for _, other := range []string{
		"", ".", "./", "/", "x", "x_files", "x_files/", "./x_files/", "_files/a", "./_files/a", ".files/a", "%5Ffiles/a",
		"/x_files/a", "//x_files/a", "http://h/x_files/a", "http:x_files/a", "a:b_files/c", "../x_files/a", "a/x_files/b", ".//x_files/a",
		"x_files?a/b", "x_files#a/b", "?x_files/a", "x_filesy/a", "x_filez/a", "xfiles/a", "x%255Ffiles/a",
		"x_\xc4files/a", "-files/a",
	} {
		require.False(t, savedfrom.OwnFile([]byte(other)), "%q", other)
	}
}

// TestArchivedLink checks links of a page with the comment of the Wayback Machine, which says no more
// than that.
func TestArchivedLink(t *testing.T) {
	f := found("<!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE -->")
	for ref, want := range map[string]string{
		"/web/20140403040000im_/http://example.com/logo.gif":        "http://example.com/logo.gif",
		"/web/20140403040000/https://example.com/a?b#c":             "https://example.com/a?b#c",
		"/web/2014/ftp://example.com/":                              "ftp://example.com/",
		"/web/1id_/HTTP://example.com":                              "HTTP://example.com",
		"/web/20140403040000wkrf_/http://example.com/":              "http://example.com/",
		"/web/20140403040000/http://example.com/a b":                "http://example.com/a b",
		"//web.archive.org/web/20140403040000js_/http://a.b/c.js":   "http://a.b/c.js",
		"/web/20140403040000/http://a/web/20140403040000/http://b/": "http://a/web/20140403040000/http://b/",
		"/web/im_/http://a/":                                        "http://a/",
		"/web/http://a/":                                            "http://a/",
	} {
		got, ok := f.Archived([]byte(ref))
		require.True(t, ok, "%q", ref)
		require.Equal(t, want, got, "%q", ref)
	}
	for _, ref := range []string{
		"", "/", "/web/", "/web/2014", "/web/2014/", "/web/2014/x", "/web/2014/example.com/", "/web//http://a/",
		"/web/*/http://a/", "/web/2014*/http://a/", "/web/201404030400001/http://a/", "/web/2014im/http://a/", "/web/2014_/http://a/",
		"/web/2014IM_/http://a/", "/web/2014abcde_/http://a/", "/web/2014/mailto:a@b", "/web/2014/file:///a", "/web/2014/http:/a/",
		"/web/2014/http://", "/web/2014/http://a\n/", "web/2014/http://a/", "/Web/2014/http://a/", "/x/web/2014/http://a/",
		"http://web.archive.org/web/2014/http://a/", "https://web.archive.org/web/2014/http://a/", "//archive.org/web/2014/http://a/",
		"//web.archive.orgs/web/2014/http://a/", "/web/2014/javascript:void(0)",
	} {
		got, ok := f.Archived([]byte(ref))
		require.False(t, ok, "%q", ref)
		require.Empty(t, got, "%q", ref)
	}
	_, ok := new(savedfrom.Finder).Archived([]byte("/web/20140403040000/http://example.com/"))
	require.False(t, ok, "the page is not one of an archive")
}

// found returns the Finder of a page.
func found(page string) *savedfrom.Finder {
	var f savedfrom.Finder
	see(&f, scanner(), []byte(page))
	return &f
}

// TestBanners checks what the banners of archives say: the URL of the page, and the absolute forms of
// links.
func TestBanners(t *testing.T) {
	const pywb = "<script>\n  wbinfo = {};\n  wbinfo.top_url = \"http://h:8080/c/2016/http://example.com/p\";\n  wbinfo.url = \"http://example.com/p\";\n" +
		"  wbinfo.prefix = decodeURI(\"http://h:8080/c/\");\n  wbinfo.proxy_magic = \"MAGIC\";\n</script>"
	const old = "<body><script>//<![CDATA[\nvar wbPrefix = \"PREFIX\";\nvar wbCurrentUrl = \"http:\\/\\/example.com\\/p\";</script>"
	link := "/web/2016im_/http://k.example/i"
	for name, c := range map[string]struct {
		page  string
		links map[string]string
	}{
		"today": {`<script>__wm.wombat("http://example.com/p","2016","https://web.archive.org/","web","/_static/");</script>`, map[string]string{
			link: "http://k.example/i", "//web.archive.org" + link: "http://k.example/i", "/_static/x.css": "https://web.archive.org/_static/x.css",
			"/web/2016*/http://example.com/p": "https://web.archive.org/web/2016*/http://example.com/p", "/": "https://web.archive.org/",
			"x": "", "#x": "", "//k.example/x": "", "../x": "",
		}},
		"another archive": {`<script>__wm.wombat("http://example.com/p","2016","https://archive.example/","arch","/s/");</script>`, map[string]string{
			"/arch/2016js_/http://k.example/i": "http://k.example/i", link: "https://archive.example" + link, "//web.archive.org" + link: "",
		}},
		"fewer words": {`<script>__wm.wombat("http://example.com/p");</script>`, map[string]string{link: "http://k.example/i"}},
		"toolbar": {strings.Replace(old, "PREFIX", "/web/", 1), map[string]string{
			link: "http://k.example/i", "/static/x.js": "https://web.archive.org/static/x.js",
		}},
		"OpenWayback": {strings.Replace(old, "PREFIX", "http://h:8080/wayback/", 1), map[string]string{
			"/wayback/20160101000000cs_/http://k.example/i": "http://k.example/i", "//h:8080/wayback/2016/http://k.example/": "http://k.example/", "/x": "http://h:8080/x",
		}},
		"OpenWayback without a host": {strings.Replace(old, "PREFIX", "/wayback/", 1), map[string]string{
			"/wayback/20160101000000cs_/http://k.example/i": "http://k.example/i", "/x": "",
		}},
		"pywb": {strings.Replace(pywb, "MAGIC", "", 1), map[string]string{
			"/c/20160101000000mp_/http://k.example/i": "http://k.example/i", "/c/mp_/https://k.example/i": "https://k.example/i", "/c/http://k.example/": "http://k.example/",
			"//h:8080/c/2016/http://k.example/": "http://k.example/", "//h/c/2016/http://k.example/": "", "/static/wombat.js": "http://h:8080/static/wombat.js", "/c": "http://h:8080/c",
		}},
		"pywb as a proxy": {strings.Replace(pywb, "MAGIC", "pywb.proxy", 1), map[string]string{"/c/2016mp_/http://k.example/i": "", "/x": ""}},
	} {
		f := found("<html><head>" + c.page + "<p>x")
		require.Equal(t, "Wayback Machine banner: http://example.com/p", printed(f.Sources()), name)
		for ref, want := range c.links {
			got, ok := f.Archived([]byte(ref))
			require.Equal(t, want, got, "%s: %s", name, ref)
			require.Equal(t, want != "", ok, "%s: %s", name, ref)
		}
	}
}

// TestSheetArchived checks the comment after a style sheet.
func TestSheetArchived(t *testing.T) {
	const comment = "\n/*\n     FILE ARCHIVED ON 06:03:32 Feb 12, 2019 AND RETRIEVED FROM THE\n     INTERNET ARCHIVE ON 22:22:59 Mar 13, 2022.\n*/\n/*\nplayback timings (ms):\n*/"
	for sheet, want := range map[string]bool{
		"a{}" + comment: true,
		"a{}" + comment + strings.Repeat("b{}", 2000):                                false,
		`a{content:"FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE"}`: false,
	} {
		var f savedfrom.Finder
		f.SeeSheet([]byte(sheet))
		require.Equal(t, want, f.IsArchived(), "%.80q", sheet)
	}
}

// TestLinksAllocateNothing checks that OwnFile and Archived do not allocate for other links.
func TestLinksAllocateNothing(t *testing.T) {
	refs := [][]byte{[]byte("x_files/a.gif"), []byte("images/a.gif"), []byte("/web/2014"), []byte("http://example.com/")}
	f := found("<!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE -->")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, ref := range refs {
			savedfrom.OwnFile(ref)
			f.Archived(ref)
		}
	}))
}

func TestArchived(t *testing.T) {
	for html, want := range map[string]bool{
		"<html><body>x</body></html>\n<!--\n     FILE ARCHIVED ON 06:03:32 Feb 12, 2019 AND RETRIEVED FROM THE\n     INTERNET ARCHIVE ON 22:22:59 Mar 13, 2022.\n     JAVASCRIPT APPENDED BY WAYBACK MACHINE, COPYRIGHT INTERNET ARCHIVE.\n-->\n<!--\nplayback timings (ms):\n-->": true,
		"<p><!-- SOME LINK HREF'S ON THIS PAGE HAVE BEEN REWRITTEN BY THE WAYBACK MACHINE\nOF THE INTERNET ARCHIVE IN ORDER TO PRESERVE THE TEMPORAL INTEGRITY OF THE SESSION. -->":                                                                                                true,
		strings.Repeat("<p><!-- X-URL: file:///a --><!-- X-URL: file:///b -->", 100) + "<!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE -->":                                                                                                                    true,
		"<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>x":                                                   true,
		"<!-- FILE ARCHIVED ON a disk -->":                                                            false,
		"<!-- THE FILE ARCHIVED ON 2001 FROM THE INTERNET ARCHIVE -->":                                false,
		"<!-- FILE ARCHIVED ON " + strings.Repeat(" ", 300) + "INTERNET ARCHIVE -->":                  false,
		"<noscript><!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE --></noscript>": false,
		"<script>/* FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE */</script>":        false,
		"<p>FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE":                            false,
		"<!FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE>":                            false,
		"<p><!-- SOME DAY, OUR SITE WILL BE REWRITTEN -->":                                            false,
	} {
		var f savedfrom.Finder
		see(&f, scanner(), []byte(html))
		require.Equal(t, want, f.IsArchived(), "%q", html)
		f.Reset()
		require.False(t, f.IsArchived())
	}
}
