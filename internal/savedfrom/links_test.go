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

func TestArchivedLink(t *testing.T) {
	for ref, want := range map[string]string{
		"/web/20140403040000im_/http://example.com/logo.gif":        "http://example.com/logo.gif",
		"/web/20140403040000/https://example.com/a?b#c":             "https://example.com/a?b#c",
		"/web/2014/ftp://example.com/":                              "ftp://example.com/",
		"/web/1id_/HTTP://example.com":                              "HTTP://example.com",
		"/web/20140403040000wkrf_/http://example.com/":              "http://example.com/",
		"/web/20140403040000/http://example.com/a b":                "http://example.com/a b",
		"//web.archive.org/web/20140403040000js_/http://a.b/c.js":   "http://a.b/c.js",
		"/web/20140403040000/http://a/web/20140403040000/http://b/": "http://a/web/20140403040000/http://b/",
	} {
		got, ok := savedfrom.Archived([]byte(ref))
		require.True(t, ok, "%q", ref)
		require.Equal(t, want, string(got), "%q", ref)
	}
	for _, ref := range []string{
		"", "/", "/web/", "/web/2014", "/web/2014/", "/web/2014/x", "/web/2014/example.com/", "/web//http://a/", "/web/im_/http://a/",
		"/web/*/http://a/", "/web/2014*/http://a/", "/web/201404030400001/http://a/", "/web/2014im/http://a/", "/web/2014_/http://a/",
		"/web/2014IM_/http://a/", "/web/2014abcde_/http://a/", "/web/2014/mailto:a@b", "/web/2014/file:///a", "/web/2014/http:/a/",
		"/web/2014/http://", "/web/2014/http://a\n/", "web/2014/http://a/", "/Web/2014/http://a/", "/x/web/2014/http://a/",
		"http://web.archive.org/web/2014/http://a/", "https://web.archive.org/web/2014/http://a/", "//archive.org/web/2014/http://a/",
		"//web.archive.orgs/web/2014/http://a/", "/web/2014/javascript:void(0)",
	} {
		got, ok := savedfrom.Archived([]byte(ref))
		require.False(t, ok, "%q", ref)
		require.Nil(t, got, "%q", ref)
	}
}

// TestLinksAllocateNothing checks that OwnFile and Archived do not allocate.
func TestLinksAllocateNothing(t *testing.T) {
	refs := [][]byte{[]byte("x_files/a.gif"), []byte("images/a.gif"), []byte("/web/2014"), []byte("http://example.com/")}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, ref := range refs {
			savedfrom.OwnFile(ref)
			savedfrom.Archived(ref)
		}
	}))
}

func TestArchived(t *testing.T) {
	for html, want := range map[string]bool{
		"<html><body>x</body></html>\n<!--\n     FILE ARCHIVED ON 06:03:32 Feb 12, 2019 AND RETRIEVED FROM THE\n     INTERNET ARCHIVE ON 22:22:59 Mar 13, 2022.\n     JAVASCRIPT APPENDED BY WAYBACK MACHINE, COPYRIGHT INTERNET ARCHIVE.\n-->\n<!--\nplayback timings (ms):\n-->": true,
		"<p><!-- SOME LINK HREF'S ON THIS PAGE HAVE BEEN REWRITTEN BY THE WAYBACK MACHINE\nOF THE INTERNET ARCHIVE IN ORDER TO PRESERVE THE TEMPORAL INTEGRITY OF THE SESSION. -->":                                                                                                true,
		strings.Repeat("<p><!-- X-URL: file:///a --><!-- X-URL: file:///b -->", 100) + "<!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE -->":                                                                                                                    true,
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
		require.Equal(t, want, f.Archived(), "%q", html)
		f.Reset()
		require.False(t, f.Archived())
	}
}
