package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What random references are made of.
var (
	readingHeads = []string{
		"", "", "", "/", "\\", "//h.example/", "http://h.example/", "http:", "http:\\\\h.example\\", "HTTP://H.example:80/", "file:///home/u/n/", "file:///",
		"///", "#f", "./", "http://../", "//", "c:/", "C|/",
	}
	readingNames = []string{"..", ".", "d", "e", "p.html", "index.html", "about.html", "P.html", "", "a b.html", "a%20b.html", "%2e%2e", "x;y.html", "caf\u00e9.html", "none", "D"}
	readingTails = []string{"", "", "", "#f", "\\", ";p"}
	readingBases = []string{"", "", "d/", "/d/", "http://h.example/d/x", "file:///home/u/n/d/", "..", "\\d\\", "http://o.example/"}
)

// randomReading returns a reference that dialects may read in different ways.
func randomReading(r *rand.Rand) string {
	any := func(list []string) string { return list[r.IntN(len(list))] }
	names := make([]string, r.IntN(5))
	for i := range names {
		names[i] = any(readingNames)
	}
	return any(readingHeads) + strings.Join(names, any([]string{"/", "/", "\\"})) + any(readingTails)
}

// TestReadings checks that rel and check agree on which links of random pages lead to files.
func TestReadings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"index.html", "about.html", "a b.html", "x;y.html", "caf\u00e9.html", "d/index.html", "d/p.html", "d/e/q.html"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644))
	}
	r, found, dead := rand.New(rand.NewPCG(1, 2)), 0, 0
	for n := range 60 {
		text := "<!doctype html><meta charset=utf-8>"
		if base := readingBases[n%len(readingBases)]; base != "" {
			text += fmt.Sprintf("<base href=%q>", base)
		}
		for range 40 {
			text += "\n<a href=\"" + html.EscapeString(randomReading(r)) + "\">"
		}
		page := filepath.Join(dir, []string{"page.html", "d/page.html", "d/e/page.html"}[n%3])
		require.NoError(t, os.WriteFile(page, []byte(text), 0o644))
		flags := []string{
			"--json", "--root", []string{"http://h.example/", "file:///home/u/n/", "http://h.example/n/"}[n/3%3] + "=" + dir,
			"--dialect", []string{"rfc1808", "rfc3986", "whatwg"}[n/9%3], page,
		}
		faults := make(map[int]string)
		for _, f := range jsonLines(t, append([]string{"check", "--clean-urls", "--no-fragments"}, flags...)) {
			faults[f.Line] = f.Reason
		}
		for _, link := range jsonLines(t, append([]string{"links", "--rel"}, flags...)) {
			fault := faults[link.Line]
			switch leads := link.Reason == "" || link.Reason == "other-spelling" || link.Reason == "already-relative"; {
			case link.Element != "a":
			case leads && (link.Status == "resolved" || link.Status == "relative"):
				found++
				require.Empty(t, fault, "%v: %q in %s", flags, link.Ref, text)
			case link.Reason == "other-name":
				found++
				require.Equal(t, "other-case", fault, "%v: %q in %s", flags, link.Ref, text)
			case link.Reason == "not-in-tree":
				dead++
				require.NotEmpty(t, fault, "%v: %q in %s", flags, link.Ref, text)
			}
		}
		require.NoError(t, os.Remove(page))
	}
	require.Greater(t, found, 100)
	require.Greater(t, dead, 100)
}

// A jsonLine is a line of links --json or check --json.
type jsonLine struct {
	Line                         int
	Element, Ref, Status, Reason string
}

// jsonLines runs the command, and returns the lines that it prints.
func jsonLines(t *testing.T, args []string) (all []jsonLine) {
	var stdout, stderr bytes.Buffer
	require.Less(t, run(args, strings.NewReader(""), &stdout, &stderr), 2, "%v: %s", args, stderr.String())
	for d := json.NewDecoder(&stdout); d.More(); {
		var line jsonLine
		require.NoError(t, d.Decode(&line))
		all = append(all, line)
	}
	return all
}
