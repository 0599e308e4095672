package savedfrom_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/resolve"
)

func scanner() *htmlscan.Scanner { return new(htmlscan.Scanner) }

// requireUsable checks that url is allowed as a hint.
func requireUsable(t *testing.T, url string) {
	require.Empty(t, base.Unusable(resolve.RFC1808, url), "%q", url)
	require.NotContains(t, url, "#")
	require.False(t, strings.ContainsAny(url, " \t\r\n\"<>"), "%q", url)
	require.LessOrEqual(t, len(url), 8<<10)
	scheme, rest, _ := strings.Cut(url, "://")
	require.Contains(t, []string{"http", "https", "ftp"}, strings.ToLower(scheme))
	require.NotEmpty(t, rest)
}

func FuzzFind(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.html))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		source := bytes.Clone(text)
		sources := find(text)
		require.Equal(t, source, text)
		ignored := false
		for _, s := range sources {
			require.False(t, ignored && s.Ignored == "", "usable ones first")
			if ignored = s.Ignored != ""; !ignored {
				requireUsable(t, s.Value)
			}
		}
		require.LessOrEqual(t, len(sources), 32)

		// A Finder that has read another document, and a scanner that has scanned one, give
		// the same result.
		var finder savedfrom.Finder
		s := scanner()
		see(&finder, s, []byte("<p><!-- X-URL: http://a/ --><template>"))
		finder.Reset()
		see(&finder, s, text)
		require.Equal(t, sources, finder.Sources())

		// So does skimming.
		finder.Reset()
		seeSkimmed(&finder, s, text)
		require.Equal(t, sources, finder.Sources())
	})
}

func FuzzLinks(f *testing.F) {
	for _, ref := range []string{"./x_files/a", "x%5ffiles/a", "/web/2014im_/http://a/b", "//web.archive.org/web/2014/http://a/"} {
		f.Add([]byte(ref))
	}
	archived := found("<!-- FILE ARCHIVED ON 2001 AND RETRIEVED FROM THE INTERNET ARCHIVE -->")
	f.Fuzz(func(t *testing.T, ref []byte) {
		if savedfrom.OwnFile(ref) {
			require.False(t, resolve.IsAbsolute(ref))
			require.NotContains(t, "/\\?#", string(ref[:1]))
			for _, same := range []string{"./" + string(ref), string(ref) + "x"} {
				require.True(t, savedfrom.OwnFile([]byte(same)), "%q", same)
			}
		}
		if original, ok := archived.Archived(ref); ok {
			require.True(t, bytes.HasSuffix(ref, []byte(original)))
			require.Empty(t, base.Unusable(resolve.RFC1808, original))
			require.Equal(t, byte('/'), ref[0])
		}
	})
}

func FuzzBeside(f *testing.F) {
	f.Add([]byte(zoneSample), "a.html")
	f.Add([]byte(inUTF16(zoneSample, true)), "")
	f.Add([]byte(rdf(rdfSample)), "page.html")
	f.Fuzz(func(t *testing.T, text []byte, file string) {
		if url, ok := savedfrom.ZoneIdentifier(text); ok {
			requireUsable(t, url)
		}
		if url, ok := savedfrom.IndexRDF(text, file); ok {
			requireUsable(t, url)
		}
	})
}
