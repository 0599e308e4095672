package maildir_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/maildir"
)

func TestIs(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	require.NoError(t, err)
	defer root.Close()
	require.NoError(t, root.MkdirAll("box/cur", 0o700))
	require.False(t, maildir.Is(root, "box"))
	require.NoError(t, root.WriteFile("box/new", nil, 0o600))
	require.False(t, maildir.Is(root, "box"))
	require.NoError(t, root.Remove("box/new"))
	require.NoError(t, root.Mkdir("box/new", 0o700))
	require.True(t, maildir.Is(root, "box"))
	require.False(t, maildir.Is(root, "."))
	require.False(t, maildir.Is(root, "box/cur"))
	for _, name := range maildir.Directories() {
		require.Equal(t, name != maildir.Incoming, maildir.HoldsMessages(name))
	}
	require.False(t, maildir.HoldsMessages("box"))
}

func TestResized(t *testing.T) {
	for name, want := range map[string]string{
		"1.M2P3.host:2,S":            "",
		"1.M2P3.host,S=10:2,S":       "1.M2P3.host,S=47:2,S",
		"1.M2P3.host,S=10,W=11:2,RS": "1.M2P3.host,S=47,W=49:2,RS",
		"1.M2P3.host,W=1":            "1.M2P3.host,W=49",
		"S=1.host":                   "",
		"1.host,S=x":                 "",
	} {
		require.Equal(t, want != "", maildir.TellsSize(name), name)
		if want == "" {
			want = name
		}
		require.Equal(t, want, maildir.Resized(name, 47, 49))
	}
}
