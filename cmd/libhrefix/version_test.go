package main

import "testing"

// TestVersion: the version has the tag and the commit that the linker sets, and is never empty.
func TestVersion(t *testing.T) {
	if version() == "" {
		t.Error("empty")
	}
	tag, commit = "v1.2.3", "0123456789abcdef"
	defer func() { tag, commit = "", "" }()
	if v := version(); v != "v1.2.3 (0123456789abcdef)" {
		t.Error(v)
	}
	tag = "v0.0.0-20270131120000-0123456789ab"
	if v := version(); v != tag {
		t.Error(v)
	}
}
