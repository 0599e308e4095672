package main

import "testing"

// TestVersion: the version is that which the linker sets, and is never empty.
func TestVersion(t *testing.T) {
	if version() == "" {
		t.Error("empty")
	}
	stamped = "v1.2.3"
	defer func() { stamped = "" }()
	if v := version(); v != stamped {
		t.Error(v)
	}
}
