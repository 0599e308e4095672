package main

import (
	"runtime/debug"
	"strings"
)

// version returns the version that the command was built from, with the commit if it is known.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	if commit := buildSetting("vcs.revision"); commit != "" && !strings.Contains(v, commit[:min(12, len(commit))]) {
		v += " (" + commit + ")"
	}
	return v
}

// buildSetting returns a setting of the build.
func buildSetting(key string) string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
