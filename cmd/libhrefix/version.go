package main

import "github.com/hrefix/hrefix/internal/buildinfo"

// The linker sets these variables, in .ci/libhrefix: the tag of the commit, if it has one, and the commit.
// They are for builds in which Go does not record them.
var tag, commit string

// version returns the version that the library was built from, with the commit if it is known.
func version() string { return buildinfo.Read(tag, commit, "").String() }
