package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// verdicts runs check, and returns the page, the reference and the code of each fault, sorted. pageOf
// returns the URL of the page of a finding.
func verdicts(t *testing.T, pageOf func(doc, record string) string, args ...string) (found []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(append([]string{"check", "--json"}, args...), strings.NewReader(""), &stdout, &stderr)
	require.LessOrEqual(t, status, 1, "%s", &stderr)
	for line := range strings.Lines(stdout.String()) {
		var f struct {
			Doc, Ref, Reason string
			Record           string `json:"record_url"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &f))
		if f.Reason != "no-anchor" { // of a tree: missing-file, no-index or out-of-tree
			f.Reason = "not-captured"
		}
		found = append(found, pageOf(f.Doc, f.Record)+" "+f.Ref+" "+f.Reason)
	}
	slices.Sort(found)
	return found
}

// TestCheckArchiveAsTree checks that check finds the same faults in a tree of random pages, and in web
// archives that have captured it.
func TestCheckArchiveAsTree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		dir := t.TempDir()
		site := filepath.Join(dir, "site")
		require.NoError(t, os.MkdirAll(filepath.Join(site, "d"), 0o755))
		archives := make([]strings.Builder, 3)
		for i := range 12 {
			name := sitePage(i)
			page := randomLinks(random)
			require.NoError(t, os.WriteFile(filepath.Join(site, name), []byte(page), 0o644))
			record := "WARC-Type: response\nWARC-Target-URI: http://h.example/" + name + "\nContent-Type: application/http\n\nHTTP/1.1 200 OK\nContent-Type: text/html\n\n" + page
			archives[random.IntN(len(archives))].WriteString(warcRecord(record))
		}
		var names []string
		for i := range archives {
			names = append(names, filepath.Join(dir, fmt.Sprintf("%d.warc", i)))
			require.NoError(t, os.WriteFile(names[i], []byte(archives[i].String()), 0o644))
		}
		want := verdicts(t, func(doc, _ string) string {
			rel, err := filepath.Rel(site, doc)
			require.NoError(t, err)
			return "http://h.example/" + filepath.ToSlash(rel)
		}, "--root", "http://h.example/="+site, site)
		got := verdicts(t, func(_, record string) string { return record }, names...)
		require.NotEmpty(t, want)
		require.Equal(t, want, got)
		require.Equal(t, got, verdicts(t, func(_, record string) string { return record }, append([]string{"-j", "1"}, names...)...))
	}
}

// TestCheckCountsOnce checks that the links of a record are counted once, although a record with more
// faults than fit into the buffer of a goroutine is checked again.
func TestCheckCountsOnce(t *testing.T) {
	const links = 100
	page := "<base href=/" + strings.Repeat("d", 2000) + "/>" + strings.Repeat("<a href=x>", links)
	record := "WARC-Type: response\nWARC-Target-URI: http://h.example/\nContent-Type: application/http\n\nHTTP/1.1 200 OK\nContent-Type: text/html\n\n" + page
	name := filepath.Join(t.TempDir(), "a.warc")
	require.NoError(t, os.WriteFile(name, []byte(warcRecord(record)), 0o644))
	var stdout, stderr bytes.Buffer
	require.Equal(t, 1, run([]string{"check", "--each", "-j", "2", name}, strings.NewReader(""), &stdout, &stderr))
	require.Equal(t, links, bytes.Count(stdout.Bytes(), []byte("\n")))
	require.Contains(t, stderr.String(), fmt.Sprintf("hrefix: 1 document, %d links, %d faults in 1 document ", links, links))
}

// sitePage returns the name of a page of a tree.
func sitePage(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf("d/%d.html", i)
	}
	return fmt.Sprintf("%d.html", i)
}

// randomLinks returns a page with links to pages that a tree has, and to others.
func randomLinks(random *rand.Rand) string {
	var page strings.Builder
	if random.IntN(6) == 0 {
		page.WriteString("<base href=/d/>")
	}
	for id := range random.IntN(4) {
		fmt.Fprintf(&page, "<p id=s%d>", id)
	}
	prefixes := []string{"", "/", "../", "http://h.example/", "d/", "./", "/d/../", "http://x.example/"}
	for range 12 {
		link := prefixes[random.IntN(len(prefixes))] + sitePage(random.IntN(14))
		if random.IntN(2) == 0 {
			link += fmt.Sprintf("#s%d", random.IntN(4))
		}
		if random.IntN(8) == 0 {
			link = fmt.Sprintf("#s%d", random.IntN(4))
		}
		fmt.Fprintf(&page, "<a href=\"%s\">x</a>\n", link)
	}
	return page.String()
}
