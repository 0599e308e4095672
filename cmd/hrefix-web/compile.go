package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// commandPackage is the package of the command.
const commandPackage = "github.com/hrefix/hrefix/cmd/hrefix"

// compile compiles the command to WebAssembly.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "hrefix-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system removes it later
	name := filepath.Join(dir, "hrefix.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", name, commandPackage)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build %s: %w", commandPackage, err)
	}
	return os.ReadFile(name)
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
