package internal

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestModules checks the modules below cmd. go install takes no module with a replace directive, so their go.mod names a
// release of hrefix, the same in each, and go.work has the directive for those who work in a clone. A go.work higher
// up would change the versions of modules in the builds of the main module.
func TestModules(t *testing.T) {
	mods, err := filepath.Glob("../cmd/*/go.mod")
	require.NoError(t, err)
	require.NotEmpty(t, mods)
	required := regexp.MustCompile(`(?m)^(?:require|\t)\s*github\.com/hrefix/hrefix (v\S+)$`)
	versions := make(map[string]bool)
	for _, mod := range mods {
		text, err := os.ReadFile(mod)
		require.NoError(t, err)
		require.NotRegexp(t, `(?m)^replace`, string(text), mod)
		found := required.FindSubmatch(text)
		require.NotNil(t, found, mod)
		versions[string(found[1])] = true
		work, err := os.ReadFile(filepath.Join(filepath.Dir(mod), "go.work"))
		require.NoError(t, err)
		require.Regexp(t, `(?m)^use \.\n\nreplace github\.com/hrefix/hrefix => \.\./\.\.$`, string(work), mod)
	}
	require.Len(t, versions, 1, "the modules name different releases of hrefix: %v", versions)
	for _, dir := range []string{"..", "../cmd"} {
		require.NoFileExists(t, filepath.Join(dir, "go.work"))
	}
}
