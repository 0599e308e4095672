package main

import (
	"debug/buildinfo"
	"debug/elf"
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

// TestBinary: the command, as it is built for others, is one file that needs no other,
// neither dials nor listens nor starts a program, and has no other dependencies than
// SECURITY.md tells.
func TestBinary(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	deps, err := list.Output()
	require.NoError(t, err)
	all := strings.Fields(string(deps))
	require.Greater(t, len(all), 100)
	for _, pkg := range forbidden {
		require.NotContains(t, all, pkg)
	}

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

	info, err := buildinfo.ReadFile(name)
	require.NoError(t, err)
	var has []string
	for _, dep := range info.Deps {
		has = append(has, dep.Path)
	}
	security, err := os.ReadFile(filepath.Join("..", "..", "SECURITY.md"))
	require.NoError(t, err)
	require.Equal(t, slices.Sorted(slices.Values(has)), told(security, "in the command"), "the dependencies that SECURITY.md tells")
	mods, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	var modules []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(mods), -1) {
		modules = append(modules, m[1])
	}
	every := append(told(security, "in the command"), told(security, "in tests")...)
	every = append(every, told(security, "on Windows")...)
	require.ElementsMatch(t, modules, every, "the modules of go.mod, and those that SECURITY.md tells")
}

// told returns the modules that a table of SECURITY.md has for a use, sorted.
func told(security []byte, use string) (modules []string) {
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]*\\| ([^|]*) \\|").FindAllStringSubmatch(string(security), -1) {
		if strings.HasPrefix(row[2], use) {
			modules = append(modules, row[1])
		}
	}
	slices.Sort(modules)
	return modules
}
