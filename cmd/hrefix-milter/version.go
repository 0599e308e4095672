//go:build unix

package main

import "github.com/hrefix/hrefix/internal/buildinfo"

// The linker sets these variables in a build from sources without their history, as in hrefix.
var version, commit, date string

// versionText returns the facts about the sources and the build.
func versionText() string {
	b := buildinfo.Read(version, commit, date)
	return b.String() + " " + b.Go + " " + b.Platform
}
