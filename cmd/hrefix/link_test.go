package main

import (
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// hardLink makes a hard link: link OLD NEW.
func hardLink(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.Link(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
}

// sameFile fails unless two names are hard links to one file, or with "!", if they are:
// samefile ONE OTHER.
func sameFile(ts *testscript.TestScript, neg bool, args []string) {
	one, err := os.Lstat(ts.MkAbs(args[0]))
	ts.Check(err)
	other, err := os.Lstat(ts.MkAbs(args[1]))
	ts.Check(err)
	if os.SameFile(one, other) == neg {
		ts.Fatalf("%s and %s are the same file: %t", args[0], args[1], neg)
	}
}

// leadsTo fails unless a symbolic link has that text: leadsto LINK TEXT.
func leadsTo(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.Readlink(ts.MkAbs(args[0]))
	ts.Check(err)
	if text != args[1] {
		ts.Fatalf("%s is a link to %s", args[0], text)
	}
}
