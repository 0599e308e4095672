package main

import "github.com/hrefix/hrefix/internal/buildinfo"

// The linker sets stamped to the version of hrefix, in .ci/libhrefix. Go records the version of this module instead,
// and only in some builds.
var stamped string

// version returns the version that the library was built from, with the commit if it is known.
func version() string { return buildinfo.Read(stamped, "", "").String() }
