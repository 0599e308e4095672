package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTreeFaults(t *testing.T) {
	for _, c := range []struct {
		page, target string
		want         treeFault
		ok           bool
	}{
		{"http://h:1/", "http://h:1/a.html#x", treeFault{"index.html", "a.html#x"}, true},
		{"http://h:1/d/", "http://h:1/", treeFault{"d/index.html", ""}, true},
		{"http://h:1/d/p.html#y", "http://h:1/d/gone", treeFault{"d/p.html", "d/gone"}, true},
		{"http://h:1/p.html", "http://other/", treeFault{"p.html", ""}, false},
	} {
		got, ok := inTree(c.page, c.target, "http://h:1")
		require.Equal(t, c.ok, ok, c)
		require.Equal(t, c.want, got, c)
	}
}

func TestLinkcheckerFaults(t *testing.T) {
	const out = "# created\nurlname;parentname;base;result;warningstring;infostring;valid;url;line;column\n" +
		"gone;file:///t/index.html;;Error: no such file;;;False;file:///t/gone;2;3\n" +
		"#x;file:///t/a.html;;Valid;\"Anchor 'x' (decoded) not found.\";;True;file:///t/a.html#x;2;3\n" +
		"big;file:///t/a.html;;Valid;the file is large;;True;file:///t/big;2;3\n"
	got, err := linkcheckerFaults([]byte(out), "/t")
	require.NoError(t, err)
	require.Equal(t, []treeFault{{"index.html", "gone"}, {"a.html", "a.html#x"}}, got)
}
