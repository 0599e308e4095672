package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/buildinfo"
)

// TestPrintBuild checks that what is not known has no line.
func TestPrintBuild(t *testing.T) {
	b := buildinfo.Build{Version: "v0.1.0", Commit: "2a2ca36", Modified: true, Go: "go1.26.0", Platform: "linux/amd64"}
	var out bytes.Buffer
	require.NoError(t, printBuild(&out, b))
	require.Equal(t, "hrefix    v0.1.0\ncommit    2a2ca36 (modified)\ngo        go1.26.0\nplatform  linux/amd64\n", out.String())
}

// TestLinkedVersion builds the command with the variables that packagers set, and without the
// history of the sources.
func TestLinkedVersion(t *testing.T) {
	needBuild(t)
	path := filepath.Join(t.TempDir(), "hrefix.exe")
	flags := "-X main.version=v9.8.7 -X main.commit=0123456789abcdef -X main.date=2027-01-31T12:00:00Z"
	out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags", flags, "-o", path, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, test := range []struct{ arg, want string }{
		{"version", `^hrefix    v9\.8\.7\ncommit    0123456789abcdef\ndate      2027-01-31T12:00:00Z\ngo        go\S+\nplatform  \w+/\w+\n$`},
		{"--version", `^hrefix version v9\.8\.7 \(0123456789abcdef\)\n$`},
		{"man", `^\.TH "HREFIX" "1" "2027-01-31" "hrefix v9\.8\.7 \(0123456789abcdef\)" "hrefix"\n`},
	} {
		out, err := exec.Command(path, test.arg).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Regexp(t, test.want, string(out))
	}
}
