// Package buildinfo reports from which sources a program was built: the version, the commit and its date.
//
// Go records them in a build from a clone, and the version in a build of a downloaded module. A packager
// who builds without the history sets variables of package main by the linker, which the program passes
// to [Read].
package buildinfo

import (
	"cmp"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A Build has the facts about the sources and the build of a program. The JSON keys are stable.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // the hash of the commit, or its first 12 digits, or ""
	Date     string `json:"date"`     // the date of the commit in the form of RFC 3339, or ""
	Modified bool   `json:"modified"` // the sources had uncommitted changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Read returns the facts about the running program. version, commit and date replace what Go has
// recorded, unless they are empty.
func Read(version, commit, date string) Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	b := recorded(info)
	b.Version, b.Commit, b.Date = cmp.Or(version, b.Version), cmp.Or(commit, b.Commit), cmp.Or(date, b.Date)
	return b
}

// recorded returns what Go has recorded of a build. In a clone Go records the commit. A downloaded
// module has only a version, which contains the commit if the commit has no tag.
func recorded(info *debug.BuildInfo) Build {
	b := Build{Version: cmp.Or(info.Main.Version, "(unknown)"), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if m := pseudoVersion.FindStringSubmatch(b.Version); m != nil {
		b.Commit = m[2]
		if at, err := time.Parse("20060102150405", m[1]); err == nil {
			b.Date = at.Format(time.RFC3339)
		}
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// pseudoVersion matches the version of a commit without a tag: its time and the first digits of
// its hash come last, except for build metadata (go.dev/ref/mod#pseudo-versions).
var pseudoVersion = regexp.MustCompile(`^v.*[-.](\d{14})-([0-9a-f]{12})(?:\+.*)?$`)

// String returns the version, with the commit if it is known and not part of the version.
func (b Build) String() string {
	if b.Commit == "" || strings.Contains(b.Version, b.Commit[:min(12, len(b.Commit))]) {
		return b.Version
	}
	return b.Version + " (" + b.Commit + ")"
}

// Day returns the date of the commit without its time, or "" if it is not known.
func (b Build) Day() string {
	for _, form := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(form, b.Date); err == nil {
			return at.UTC().Format(time.DateOnly)
		}
	}
	return ""
}
