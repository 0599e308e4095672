package buildinfo

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRecorded reads what Go records in the ways to build the command.
func TestRecorded(t *testing.T) {
	const hash = "2a2ca364cd9557bff9f69c5d42b30766c1fe0840"
	clone := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "-trimpath", Value: "true"}, {Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: hash},
			{Key: "vcs.time", Value: "2026-11-23T19:24:47Z"}, {Key: "vcs.modified", Value: modified},
		}
	}
	for _, test := range []struct {
		name     string
		version  string
		settings []debug.BuildSetting
		want     Build
		text     string
	}{
		{
			"clone at a tag", "v0.1.0", clone("false"),
			Build{Version: "v0.1.0", Commit: hash, Date: "2026-11-23T19:24:47Z"}, "v0.1.0 (" + hash + ")",
		},
		{
			"clone at a tag with changes", "v0.1.0+dirty", clone("true"),
			Build{Version: "v0.1.0+dirty", Commit: hash, Date: "2026-11-23T19:24:47Z", Modified: true}, "v0.1.0+dirty (" + hash + ")",
		},
		{
			"clone at another commit", "v0.1.1-0.20261123192447-2a2ca364cd95", clone("false"),
			Build{Version: "v0.1.1-0.20261123192447-2a2ca364cd95", Commit: hash, Date: "2026-11-23T19:24:47Z"},
			"v0.1.1-0.20261123192447-2a2ca364cd95",
		},
		{"go install at a tag", "v0.1.0", nil, Build{Version: "v0.1.0"}, "v0.1.0"},
		{
			"go install at a commit", "v0.0.0-20261123192447-2a2ca364cd95", nil,
			Build{Version: "v0.0.0-20261123192447-2a2ca364cd95", Commit: "2a2ca364cd95", Date: "2026-11-23T19:24:47Z"},
			"v0.0.0-20261123192447-2a2ca364cd95",
		},
		{
			"after a candidate", "v0.1.0-rc.1.0.20261123192447-2a2ca364cd95+dirty", nil,
			Build{Version: "v0.1.0-rc.1.0.20261123192447-2a2ca364cd95+dirty", Commit: "2a2ca364cd95", Date: "2026-11-23T19:24:47Z"},
			"v0.1.0-rc.1.0.20261123192447-2a2ca364cd95+dirty",
		},
		{"no date", "v0.0.0-99999999999999-2a2ca364cd95", nil, Build{Version: "v0.0.0-99999999999999-2a2ca364cd95", Commit: "2a2ca364cd95"}, "v0.0.0-99999999999999-2a2ca364cd95"},
		{"without history", "(devel)", nil, Build{Version: "(devel)"}, "(devel)"},
		{"short hash", "(devel)", []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}}, Build{Version: "(devel)", Commit: "abc"}, "(devel) (abc)"},
		{"nothing known", "", nil, Build{Version: "(unknown)"}, "(unknown)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := recorded(&debug.BuildInfo{Main: debug.Module{Version: test.version}, Settings: test.settings})
			require.NotEmpty(t, got.Go)
			require.Regexp(t, `^\w+/\w+$`, got.Platform)
			got.Go, got.Platform = "", ""
			require.Equal(t, test.want, got)
			require.Equal(t, test.text, got.String())
		})
	}
}

// TestDay checks dates as Go records them, and as packagers may write them.
func TestDay(t *testing.T) {
	require.Empty(t, Build{}.Day())
	for date, day := range map[string]string{
		"2026-11-23T19:24:47Z": "2026-11-23", "2026-11-23T23:24:47-05:00": "2026-11-24", "2026-11-23": "2026-11-23", "yesterday": "",
	} {
		require.Equal(t, day, Build{Date: date}.Day())
	}
}

// TestRead checks that what the linker sets replaces what Go has recorded.
func TestRead(t *testing.T) {
	b := Read("v1.2.3", "0123456789abcdef", "2027-01-31T12:00:00Z")
	require.Equal(t, "v1.2.3 (0123456789abcdef)", b.String())
	require.Equal(t, "2027-01-31", b.Day())
	require.Equal(t, "v0.0.0-20270131120000-0123456789ab", Read("v0.0.0-20270131120000-0123456789ab", "0123456789abcdef", "").String())
	require.NotEmpty(t, Read("", "", "").Version)
}
