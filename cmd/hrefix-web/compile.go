package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// commandPackage is the package of the command.
const commandPackage = "github.com/hrefix/hrefix/cmd/hrefix"

// compile compiles the command to WebAssembly.
func compile() ([]byte, error) {
	out, err := os.MkdirTemp("", "hrefix-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out) //nolint:errcheck // the system removes it later
	name := filepath.Join(out, "hrefix.wasm")
	dir, version, err := sources()
	if err != nil {
		return nil, fmt.Errorf("the sources of %s: %w", commandPackage, err)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X main.version="+version, "-o", name, commandPackage)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build %s: %w", commandPackage, err)
	}
	return os.ReadFile(name)
}

// sources returns the directory in which Go builds the command, and the version to stamp. In a clone both are "":
// Go builds in the working directory, and records the version. Otherwise the directory is that module in the cache
// from which hrefix-web was installed.
func sources() (dir, version string, err error) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Sum == "" {
		return "", "", nil
	}
	cmd := exec.Command("go", "mod", "download", "-json", info.Main.Path+"@"+info.Main.Version)
	text, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("%s: %w: %s", cmd, err, text)
	}
	var module struct{ Dir string }
	err = json.Unmarshal(text, &module)
	return module.Dir, info.Main.Version, err
}

// goSupport returns wasm_exec.js, the script of Go that runs programs compiled to WebAssembly. It must be of
// the version of Go that compiles them.
func goSupport() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}
