package main

import (
	"debug/elf"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forbidden are packages that the command must not even know: they fetch, serve, or
// run others.
var forbidden = []string{"net/http", "crypto/tls", "net/rpc", "net/smtp", "os/exec", "plugin", "runtime/cgo"}

// dials finds functions that dial, listen, or start another program. Package net itself
// is in every program with flags, for addresses.
var dials = regexp.MustCompile(`^(net\.\(\*(Dialer|ListenConfig|Resolver|netFD|sysDialer|sysListener)\)|net\.(Dial|Listen|Lookup|socket|internetSocket)|` +
	`(syscall|golang\.org/x/sys/unix)\.(Connect|connect|Bind|bind|Listen|listen|Socket|socket|Exec|ForkExec|forkExec|forkAndExecInChild|StartProcess)$|os\.StartProcess)`)

// dependencies are the modules in the command, and why it has them.
var dependencies = []string{
	"github.com/bmatcuk/doublestar/v4",              // patterns with ** for --glob
	"github.com/dsnet/compress",                     // the content coding br
	"github.com/emersion/go-message",                // media types of mail
	"github.com/klauspost/compress",                 // Zstandard, gzip, deflate
	"github.com/landlock-lsm/go-landlock",           // the sandbox, on Linux
	"github.com/pkg/xattr",                          // extended attributes
	"github.com/spf13/cobra",                        // the command line, completion
	"github.com/spf13/pflag",                        // flags
	"golang.org/x/net",                              // character references, charsets, IDNA
	"golang.org/x/sys",                              // system calls
	"golang.org/x/term",                             // terminals
	"golang.org/x/text",                             // character encodings
	"kernel.org/pub/linux/libs/security/libcap/psx", // used by go-landlock
}

// otherModules are the modules of go.mod that only tests use, and one that cobra needs on Windows.
var otherModules = []string{
	"github.com/inconshreveable/mousetrap",
	"github.com/andybalholm/brotli",     // encodes br
	"github.com/bits-and-blooms/bitset", // used by whatwg-url
	"github.com/creack/pty",             // a terminal
	"github.com/nlnwa/whatwg-url",       // an oracle for the URL Standard
	"github.com/rogpeppe/go-internal",   // scripts that run the command
	"github.com/stretchr/testify",       // assertions
	"github.com/tdewolff/parse/v2",      // an oracle for the scripts of pages
	"go.yaml.in/yaml/v3",                // used by testify
	"golang.org/x/tools",                // used by go-internal
}

// TestDependencies checks that the command has no packages that fetch, serve or run others,
// and no other dependencies than those above.
func TestDependencies(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	deps, err := list.Output()
	require.NoError(t, err)
	packages, has := 0, make(map[string]bool)
	for line := range strings.Lines(string(deps)) {
		pkg, mod, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		require.NotContains(t, forbidden, pkg)
		packages++
		if mod != "" && mod != "github.com/hrefix/hrefix" {
			has[mod] = true
		}
	}
	require.Greater(t, packages, 100)
	require.Equal(t, dependencies, slices.Sorted(maps.Keys(has)), "the modules in the command")
	mods, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	var modules []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(mods), -1) {
		modules = append(modules, m[1])
	}
	require.ElementsMatch(t, slices.Concat(dependencies, otherModules), modules, "the modules of go.mod")
}

// TestBinary checks that the command, as it is built for others, is one file that needs no
// other, and neither dials nor listens nor starts a program.
func TestBinary(t *testing.T) {
	needBuild(t)
	name := filepath.Join(t.TempDir(), "hrefix")
	build := exec.Command("go", "build", "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

	file, err := elf.Open(name)
	require.NoError(t, err)
	defer file.Close()
	require.Nil(t, file.Section(".interp"), "it needs another file to run")
	libraries, err := file.ImportedLibraries()
	require.True(t, err != nil || len(libraries) == 0, "it needs %v", libraries)
	symbols, err := file.Symbols()
	require.NoError(t, err)
	require.Greater(t, len(symbols), 1000)
	for _, s := range symbols {
		require.False(t, dials.MatchString(s.Name), s.Name)
	}
}

// needBuild skips a test that builds the command, which takes seconds, unless HREFIX_BUILD is set.
func needBuild(t *testing.T) {
	t.Helper()
	if os.Getenv("HREFIX_BUILD") == "" {
		t.Skip("HREFIX_BUILD is not set: this test builds the command")
	}
}
