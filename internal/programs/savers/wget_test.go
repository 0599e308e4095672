//go:build unix

package savers

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// wget saves the site with wget, and returns the directory.
func (p *server) wget(t testing.TB, flags ...string) string {
	wget, err := exec.LookPath("wget")
	require.NoError(t, err, "install wget")
	dir := abs(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args := append([]string{"--no-config", "--no-hsts", "--quiet", "--recursive", "--level=inf", "--page-requisites", "--span-hosts",
		"--domains=saved.example", "--tries=1", "--timeout=20", "--execute=robots=off", "--execute=use_proxy=on", "--execute=http_proxy=" + p.URL,
		"--directory-prefix=" + dir}, flags...)
	out, err := exec.CommandContext(ctx, wget, append(args, home)...).CombinedOutput()
	var status *exec.ExitError
	require.ErrorAs(t, err, &status, "the site has broken links: %s", out)
	require.Equal(t, 8, status.ExitCode(), "wget reports errors of the server: %s", out)
	return dir
}
