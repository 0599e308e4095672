// Package internal tests the repository as a whole: the imports, the seeds of fuzz targets,
// and the language of comments and documents.
package internal

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/hrefix/hrefix"

// imports is the import graph of all modules of the project, without the standard library: each
// package and all packages that it imports. Imports point in one direction. htmlbase and mimebase
// do not import each other.
var imports = map[string][]string{
	"internal/whatwg":                {"golang.org/x/net/idna", "golang.org/x/text/encoding", "golang.org/x/text/transform", "internal/ascii", "internal/urltext"},
	"resolve":                        {"golang.org/x/text/encoding", "internal/whatwg"},
	"base":                           {"golang.org/x/text/encoding", "internal/basereason", "internal/urltext", "resolve"},
	"internal/markup":                {},
	"internal/mediatype":             {},
	"internal/basereason":            {},
	"internal/ascii":                 {},
	"internal/edit":                  {},
	"internal/dirpath":               {},
	"internal/urltext":               {"golang.org/x/net/idna", "internal/ascii"},
	"internal/view":                  {"golang.org/x/net/html", "golang.org/x/net/html/charset", "internal/ascii", "internal/charenc", "internal/edit", "internal/markup", "internal/simd", "internal/urltext"},
	"internal/htmlscan":              {"golang.org/x/net/html/atom", "internal/simd", "internal/markup", "internal/ascii"},
	"internal/charenc":               {"internal/filekind", "golang.org/x/net/html/charset", "golang.org/x/text/encoding", "golang.org/x/text/transform", "internal/ascii"},
	"internal/cssscan":               {},
	"internal/fieldref":              {"internal/edit", "internal/microsyntax", "internal/view"},
	"internal/jsscan":                {"internal/simd"},
	"internal/microsyntax":           {"internal/ascii", "internal/jsonscan"},
	"internal/jsonscan":              {},
	"internal/jsonfield":             {"internal/jsonscan", "internal/view"},
	"internal/xmlscan":               {"golang.org/x/net/html", "internal/markup"},
	"internal/savedfrom":             {"internal/basereason", "base", "golang.org/x/net/html/atom", "internal/htmlscan", "internal/view", "internal/simd", "internal/xmlscan", "resolve", "internal/markup", "internal/ascii", "internal/urltext"},
	"internal/container/mbox":        {"internal/ascii", "internal/container/format", "internal/edit", "internal/simd"},
	"internal/simd":                  {},
	"internal/container/pack":        {"github.com/klauspost/compress/flate", "github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd", "internal/container/format", "internal/tempfile"},
	"internal/tempfile":              {},
	"internal/httpmessage":           {"github.com/dsnet/compress/brotli", "github.com/klauspost/compress/flate", "github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zlib", "github.com/klauspost/compress/zstd", "internal/container/format"},
	"internal/filelock":              {"golang.org/x/sys/windows"},
	"internal/manifest":              {},
	"internal/filekind":              {"internal/ascii", "internal/jsonscan"},
	"internal/addressbook":           {"base", "golang.org/x/text/unicode/norm", "internal/ascii", "internal/dirpath", "internal/savedfrom", "internal/urltext", "resolve"},
	"htmlbase":                       {"internal/basereason", "base", "golang.org/x/net/html/atom", "internal/htmlscan", "internal/view", "internal/markup"},
	"mimebase":                       {"internal/basereason", "base", "github.com/emersion/go-message", "internal/simd", "internal/view", "resolve", "internal/ascii"},
	"internal/moves":                 {"base", "internal/ascii", "internal/urltext", "resolve"},
	"internal/engine/reason":         {},
	"internal/engine/anchors":        {"internal/urltext", "golang.org/x/net/html/atom", "internal/ascii", "internal/htmlscan", "internal/markup", "internal/view", "internal/xmlscan"},
	"internal/engine/syntax":         {"internal/ascii", "internal/cssscan", "internal/jsscan", "internal/markup", "internal/microsyntax", "internal/view"},
	"internal/engine/places":         {"internal/engine/anchors", "golang.org/x/net/html/atom", "internal/ascii", "internal/engine/syntax", "internal/htmlscan", "internal/savedfrom", "internal/view", "internal/xmlscan"},
	"internal/engine/pin":            {"base", "golang.org/x/net/html/atom", "internal/ascii", "internal/charenc", "internal/edit", "internal/engine/reason", "internal/htmlscan", "internal/markup", "internal/view", "internal/xmlscan"},
	"internal/engine/sites":          {"internal/engine/anchors", "internal/basereason", "base", "golang.org/x/net/html/atom", "htmlbase", "internal/ascii", "internal/charenc", "internal/engine/places", "internal/engine/reason", "internal/engine/syntax", "internal/htmlscan", "internal/jsscan", "internal/markup", "internal/savedfrom", "internal/view", "internal/xmlscan"},
	"internal/engine/candidates":     {"golang.org/x/net/html/atom", "internal/ascii", "internal/cssscan", "internal/edit", "internal/engine/places", "internal/engine/sites", "internal/engine/syntax", "internal/htmlscan", "internal/jsonscan", "internal/markup", "internal/mediatype", "internal/microsyntax", "internal/moves", "internal/urltext", "internal/view", "internal/xmlscan"},
	"internal/engine/decide":         {"base", "golang.org/x/text/encoding", "internal/ascii", "internal/basereason", "internal/engine/places", "internal/engine/reason", "internal/engine/syntax", "internal/moves", "internal/urltext", "internal/view", "resolve"},
	"internal/engine/detect":         {"internal/charenc", "internal/container", "internal/container/format", "internal/filekind", "internal/jsonscan", "internal/view"},
	"internal/engine":                {"base", "golang.org/x/net/html/atom", "golang.org/x/text/encoding", "internal/ascii", "internal/basereason", "internal/charenc", "internal/container", "internal/container/format", "internal/cssscan", "internal/edit", "internal/engine/anchors", "internal/engine/candidates", "internal/engine/decide", "internal/engine/detect", "internal/engine/messages", "internal/engine/pin", "internal/engine/places", "internal/engine/reason", "internal/engine/sites", "internal/engine/syntax", "internal/fieldref", "internal/filekind", "internal/htmlscan", "internal/httpmessage", "internal/jsonfield", "internal/jsonscan", "internal/jsscan", "internal/markup", "internal/mediatype", "internal/microsyntax", "internal/moves", "internal/savedfrom", "internal/urltext", "internal/view", "mimebase", "resolve"},
	"internal/container":             {"internal/container/emlx", "internal/container/format", "internal/container/mbox", "internal/container/pack", "internal/container/tar", "internal/container/warc", "internal/container/webarchive", "internal/container/zip"},
	"internal/container/ranges":      {"internal/container", "internal/container/format"},
	"internal/container/warc":        {"internal/ascii", "internal/container/format", "internal/container/pack", "internal/filekind", "internal/httpmessage", "internal/mediatype"},
	"internal/container/tar":         {"internal/container/format", "internal/edit"},
	"internal/container/zip":         {"github.com/klauspost/compress/flate", "internal/container/format", "internal/filekind", "internal/tempfile"},
	"internal/container/webarchive":  {"internal/container/format", "internal/mediatype"},
	"internal/container/emlx":        {"internal/container/format", "internal/edit", "internal/filekind"},
	"internal/container/format":      {"internal/edit"},
	"internal/engine/messages":       {"base", "internal/basereason", "internal/edit", "internal/engine/reason", "internal/fieldref", "internal/simd", "internal/view", "mimebase", "resolve"},
	"rewrite":                        {"base", "internal/engine", "internal/engine/decide", "internal/engine/detect", "internal/jsonfield", "mimebase", "resolve"},
	"internal/buildinfo":             {},
	"cmd/hrefix":                     {"base", "cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/cdxj", "cmd/hrefix/internal/console", "cmd/hrefix/internal/crawl", "cmd/hrefix/internal/extract", "cmd/hrefix/internal/findings", "cmd/hrefix/internal/inputs", "cmd/hrefix/internal/job", "cmd/hrefix/internal/linkcheck", "cmd/hrefix/internal/linklist", "cmd/hrefix/internal/mhtml", "cmd/hrefix/internal/origins", "cmd/hrefix/internal/progress", "cmd/hrefix/internal/report", "cmd/hrefix/internal/sandbox", "cmd/hrefix/internal/source", "cmd/hrefix/internal/summary", "cmd/hrefix/internal/write", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/net/html/charset", "golang.org/x/sys/unix", "golang.org/x/term", "internal/addressbook", "internal/archive", "internal/ascii", "internal/buildinfo", "internal/container", "internal/container/format", "internal/container/warc", "internal/dirpath", "internal/engine", "internal/engine/decide", "internal/engine/detect", "internal/engine/places", "internal/filekind", "internal/httpmessage", "internal/jsonfield", "internal/linktext", "internal/manifest", "internal/mediatype", "internal/moves", "internal/printable", "internal/savedfrom", "internal/targets", "resolve"},
	"cmd/hrefix-wasm":                {"cmd/hrefix-wasm/internal/batch", "internal/engine", "internal/engine/detect", "internal/jsonfield", "resolve"},
	"cmd/hrefix-wasm/internal/batch": {"internal/engine", "internal/linktext", "internal/printable"},
	"cmd/hrefix/internal/cdxj":       {"cmd/hrefix/internal/crawl", "internal/ascii", "internal/container", "internal/container/format", "internal/container/warc", "internal/printable", "internal/targets", "internal/urltext"},
	"cmd/hrefix/internal/atomicfile": {"internal/filelock", "cmd/hrefix/internal/cause", "github.com/pkg/xattr", "golang.org/x/sys/unix"},
	"cmd/hrefix/internal/cause":      {},
	"cmd/hrefix/internal/crawl":      {"base", "golang.org/x/text/cases", "golang.org/x/text/unicode/norm", "internal/addressbook", "internal/ascii", "internal/engine", "internal/mediatype", "internal/urltext", "resolve"},
	"cmd/hrefix/internal/console":    {"internal/printable", "golang.org/x/term", "internal/engine", "internal/engine/reason", "internal/archive"},
	"cmd/hrefix/internal/extract":    {"cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/console", "cmd/hrefix/internal/crawl", "cmd/hrefix/internal/job", "cmd/hrefix/internal/mhtml", "cmd/hrefix/internal/source", "cmd/hrefix/internal/summary", "cmd/hrefix/internal/wacz", "internal/addressbook", "internal/container", "internal/container/format", "internal/container/warc", "internal/engine", "internal/engine/decide", "internal/engine/detect", "internal/filekind", "internal/httpmessage", "internal/microsyntax"},
	"cmd/hrefix/internal/mhtml":      {"base", "cmd/hrefix/internal/crawl", "internal/ascii", "internal/urltext", "mimebase", "resolve"},
	"cmd/hrefix/internal/findings":   {"cmd/hrefix/internal/console", "internal/archive", "internal/dirpath", "internal/linktext", "internal/printable"},
	"cmd/hrefix/internal/inputs":     {"cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/maildir", "github.com/bmatcuk/doublestar/v4", "golang.org/x/text/encoding/unicode", "golang.org/x/text/transform", "internal/container", "internal/dirpath", "internal/engine/detect", "internal/filekind"},
	"cmd/hrefix/internal/job":        {"cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/console", "cmd/hrefix/internal/inputs", "cmd/hrefix/internal/progress", "cmd/hrefix/internal/source", "cmd/hrefix/internal/summary", "cmd/hrefix/internal/unified", "internal/archive", "internal/container/format", "internal/container/mbox", "internal/engine", "internal/engine/detect", "internal/engine/reason", "internal/linktext", "internal/manifest", "internal/printable", "internal/savedfrom"},
	"cmd/hrefix/internal/linkcheck":  {"base", "cmd/hrefix/internal/mhtml", "internal/addressbook", "internal/ascii", "internal/basereason", "internal/engine", "internal/engine/anchors", "internal/engine/decide", "internal/engine/reason", "internal/savedfrom", "internal/urltext", "resolve"},
	"cmd/hrefix/internal/maildir":    {},
	"cmd/hrefix/internal/origins":    {"base", "cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/inputs", "cmd/hrefix/internal/job", "cmd/hrefix/internal/source", "internal/addressbook", "internal/basereason", "internal/dirpath", "internal/savedfrom"},
	"internal/printable":             {},
	"cmd/hrefix/internal/progress":   {},
	"internal/webpage":               {},
	"cmd/hrefix/internal/report":     {"base", "internal/webpage", "internal/printable", "internal/engine", "internal/engine/reason"},
	"cmd/hrefix/internal/linklist":   {"cmd/hrefix/internal/console", "cmd/hrefix/internal/crawl", "cmd/hrefix/internal/job", "cmd/hrefix/internal/source", "github.com/klauspost/compress/gzip", "internal/container", "internal/container/format", "internal/container/warc", "internal/engine", "internal/httpmessage", "internal/linktext", "internal/printable"},
	"internal/targets":               {"internal/ascii", "internal/tempfile"},
	"internal/archive":               {"internal/printable", "internal/container/format"},
	"internal/linktext":              {"base", "internal/addressbook", "internal/archive", "internal/ascii", "internal/basereason", "internal/container/format", "internal/engine", "internal/engine/decide", "internal/printable", "internal/urltext"},
	"cmd/hrefix/internal/sandbox":    {"github.com/landlock-lsm/go-landlock/landlock", "golang.org/x/sys/unix"},
	"cmd/hrefix/internal/source":     {"base", "cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/console", "cmd/hrefix/internal/inputs", "cmd/hrefix/internal/report", "cmd/hrefix/internal/wacz", "github.com/pkg/xattr", "golang.org/x/sys/unix", "internal/addressbook", "internal/container", "internal/container/format", "internal/container/pack", "internal/dirpath", "internal/engine", "internal/engine/detect", "internal/filekind", "internal/moves", "internal/printable", "internal/savedfrom", "internal/tempfile", "internal/xmlscan", "mimebase", "resolve"},
	"cmd/hrefix/internal/summary":    {"base", "cmd/hrefix/internal/console", "cmd/hrefix/internal/linkcheck", "internal/addressbook", "internal/engine", "internal/engine/decide", "internal/filekind", "internal/engine/reason", "internal/urltext"},
	"cmd/hrefix/internal/wacz":       {"internal/container/format"},
	"cmd/hrefix/internal/unified":    {"internal/edit", "internal/printable", "cmd/hrefix/internal/console"},
	"cmd/hrefix/internal/write":      {"cmd/hrefix/internal/atomicfile", "cmd/hrefix/internal/cause", "cmd/hrefix/internal/console", "cmd/hrefix/internal/inputs", "cmd/hrefix/internal/job", "cmd/hrefix/internal/maildir", "cmd/hrefix/internal/source", "internal/container", "internal/container/format", "internal/container/mbox", "internal/dirpath", "internal/engine/detect", "internal/filelock", "internal/manifest"},

	// Modules of their own, which need more than the library may.
	"cmd/hrefix-beam":                     {"cmd/hrefix-beam/internal/pipeline", "cmd/hrefix-beam/internal/store", "cmd/hrefix-beam/internal/work", "github.com/apache/beam/sdks/v2/go/pkg/beam", "github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts", "github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx", "golang.org/x/sys/unix", "internal/buildinfo", "internal/filelock", "internal/manifest", "internal/printable"},
	"cmd/hrefix-beam/internal/pipeline":   {"cmd/hrefix-beam/internal/store", "cmd/hrefix-beam/internal/work", "github.com/apache/beam/sdks/v2/go/pkg/beam", "github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics", "github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf", "github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange", "github.com/klauspost/compress/gzip", "internal/container/ranges", "internal/manifest", "internal/targets"},
	"cmd/hrefix-beam/internal/store":      {"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem", "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local", "github.com/klauspost/compress/gzip", "internal/dirpath"},
	"cmd/hrefix-beam/internal/work":       {"base", "github.com/klauspost/compress/gzip", "internal/container", "internal/container/format", "internal/container/ranges", "internal/engine", "internal/engine/detect", "internal/filekind", "internal/jsonfield", "internal/linktext", "internal/targets", "resolve"},
	"cmd/hrefix-bench":                    {"github.com/emersion/go-message", "resolve", "rewrite"},
	"cmd/hrefix-milter":                   {"cmd/hrefix-milter/internal/client", "cmd/hrefix-milter/internal/listen", "cmd/hrefix-milter/internal/logqueue", "cmd/hrefix-milter/internal/session", "github.com/coreos/go-systemd/v22/activation", "github.com/coreos/go-systemd/v22/daemon", "github.com/spf13/pflag", "golang.org/x/net/netutil", "internal/buildinfo", "resolve", "rewrite"},
	"cmd/hrefix-milter/internal/client":   {"cmd/hrefix-milter/internal/wire"},
	"cmd/hrefix-milter/internal/listen":   {"golang.org/x/sys/unix", "internal/filelock"},
	"cmd/hrefix-milter/internal/logqueue": {},
	"cmd/hrefix-milter/internal/mail":     {"cmd/hrefix-milter/internal/wire", "mimebase", "rewrite"},
	"cmd/hrefix-milter/internal/peers":    {},
	"cmd/hrefix-milter/internal/session":  {"cmd/hrefix-milter/internal/mail", "cmd/hrefix-milter/internal/wire", "golang.org/x/sync/semaphore", "rewrite"},
	"cmd/hrefix-milter/internal/wire":     {},
	"cmd/libhrefix":                       {"base", "cmd/libhrefix/internal/options", "internal/buildinfo", "resolve", "rewrite"},
	"cmd/libhrefix/internal/options":      {"internal/engine", "resolve", "rewrite"},

	// For tests only: no package above imports these.
	"internal/test/growth":       {},
	"internal/test/faulty":       {},
	"internal/test/powerloss":    {},
	"cmd/hrefix-web":             {"internal/webpage"},
	"internal/test/breakout":     {"base", "golang.org/x/net/html/charset", "golang.org/x/text/encoding", "golang.org/x/text/encoding/unicode", "internal/engine", "internal/engine/detect", "internal/engine/places", "internal/jsonfield", "resolve"},
	"internal/programs/chromium": {"github.com/stretchr/testify/require", "golang.org/x/net/websocket"},
	"internal/test/corpus":       {"github.com/stretchr/testify/require"},
	"internal/test/feeds":        {"golang.org/x/net/html", "golang.org/x/net/html/charset", "golang.org/x/text/encoding/unicode", "golang.org/x/text/transform", "internal/whatwg"},
	"internal/test/scale":        {"github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd"},
	"internal/test/syncbuffer":   {},
	"internal/test/tempdir":      {"github.com/stretchr/testify/require"},
	"internal/test/promise":      {"base", "github.com/stretchr/testify/require", "internal/engine", "internal/whatwg"},
}

// TestImports compares the import graph with the list.
func TestImports(t *testing.T) {
	got := make(map[string]map[string]bool)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		pkg, err := filepath.Rel("..", filepath.Dir(path))
		require.NoError(t, err)
		pkg = filepath.ToSlash(pkg)
		if got[pkg] == nil {
			got[pkg] = make(map[string]bool)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			if strings.Contains(name, ".") {
				got[pkg][strings.TrimPrefix(name, module+"/")] = true
			}
		}
		return nil
	})
	require.NoError(t, err)
	for pkg, want := range imports {
		if have, ok := got[pkg]; !ok {
			t.Errorf("there is no package %s: delete its line in imports_test.go", pkg)
		} else if !maps.Equal(have, set(want)) {
			t.Errorf("its line in imports_test.go must be, if these imports are right:\n\t%s", importLine(pkg, have))
		}
	}
	for pkg, have := range got {
		if _, ok := imports[pkg]; !ok {
			t.Errorf("a package is missing in imports_test.go. Its line, after those of the packages that it imports:\n\t%s", importLine(pkg, have))
		}
	}
}

// set returns the set of some names.
func set(names []string) map[string]bool {
	s := make(map[string]bool)
	for _, name := range names {
		s[name] = true
	}
	return s
}

// importLine returns the line of a package in the list.
func importLine(pkg string, imported map[string]bool) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(imported)) {
		names = append(names, strconv.Quote(name))
	}
	return fmt.Sprintf("%q: {%s},", pkg, strings.Join(names, ", "))
}

// TestAssembly checks that assembly is in one package, which SECURITY.md names.
func TestAssembly(t *testing.T) {
	var dirs []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.EqualFold(filepath.Ext(path), ".s") {
			dirs = append(dirs, filepath.ToSlash(filepath.Dir(path)))
		}
		return err
	})
	require.NoError(t, err)
	slices.Sort(dirs)
	require.Equal(t, []string{"../internal/simd"}, slices.Compact(dirs))
}
