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

// TestDependencies checks that the command has no packages that fetch, serve or run others,
// and no other dependencies than SECURITY.md lists.
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
	security, err := os.ReadFile(filepath.Join("..", "..", "SECURITY.md"))
	require.NoError(t, err)
	require.Equal(t, slices.Sorted(maps.Keys(has)), listed(security, "in the command"), "the dependencies that SECURITY.md lists")
	mods, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	var modules []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(mods), -1) {
		modules = append(modules, m[1])
	}
	every := append(listed(security, "in the command"), listed(security, "in tests")...)
	every = append(every, listed(security, "on Windows")...)
	require.ElementsMatch(t, modules, every, "the modules of go.mod, and those that SECURITY.md lists")
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

// listed returns the modules that a row of the table in SECURITY.md has for a use, sorted.
func listed(security []byte, use string) (modules []string) {
	row := regexp.MustCompile(`(?m)^\| ` + use + ` \| .*$`).Find(security)
	for _, m := range regexp.MustCompile("`([^`/]+/[^`]+)`").FindAllSubmatch(row, -1) {
		modules = append(modules, string(m[1]))
	}
	slices.Sort(modules)
	return modules
}
