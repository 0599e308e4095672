package maildir_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
)

func TestIs(t *testing.T) {
	dir := t.TempDir()
	is := func() bool {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		return maildir.Is(entries)
	}
	require.False(t, is())
	require.NoError(t, os.Mkdir(dir+"/cur", 0o700))
	require.NoError(t, os.Mkdir(dir+"/box", 0o700))
	require.False(t, is())
	require.NoError(t, os.WriteFile(dir+"/new", nil, 0o600))
	require.False(t, is())
	require.NoError(t, os.Remove(dir+"/new"))
	require.NoError(t, os.Mkdir(dir+"/new", 0o700))
	require.True(t, is())
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
