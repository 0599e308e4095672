package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// basePages are pages at http://h.example/d/page in a web archive, whose links extractors of web
// archives often get wrong: BASE counts only as an element of HTML, and links are not only in a
// and img. targets are those of all references, in their order. Chromium has the same ones; a BASE
// that does not count is listed, too.
var basePages = []struct{ name, page, targets string }{
	{"no BASE", `<a href=x>`, "http://h.example/d/x"},
	{"BASE", `<base href=http://b.example/e/><a href=x>`, "http://b.example/e/ http://b.example/e/x"},
	{"the first of two", `<base href=/1/><base href=/2/><a href=x>`, "http://h.example/1/ http://h.example/2/ http://h.example/1/x"},
	{"after the link", `<a href=x></a><base href=http://b.example/>`, "http://b.example/x http://b.example/"},
	{"in a template", `<template><base href=http://no.example/></template><a href=x>`, "http://no.example/ http://h.example/d/x"},
	{"in a textarea", `<textarea><base href=http://no.example/></textarea><a href=x>`, "http://h.example/d/x"},
	{"in SVG", `<svg><base href=http://no.example/></base></svg><a href=x>`, "http://h.example/d/x"},
	{"in a comment", `<!-- <base href=http://no.example/> --><a href=x>`, "http://h.example/d/x"},
	{"in a script", `<script>"<base href=http://no.example/>"</script><a href=x>`, "http://h.example/d/x"},
	{"a without an end tag", `<base href=/e/><a href=x>text<p>more`, "http://h.example/e/ http://h.example/e/x"},
	{"srcset", `<base href=/e/><img srcset="a.png 1x, b.png 2x" src=c.png>`,
		"http://h.example/e/ http://h.example/e/a.png http://h.example/e/b.png http://h.example/e/c.png"},
	{"a style attribute", `<base href=/e/><p style="background: url(&quot;a b.png&quot;)">`, "http://h.example/e/ http://h.example/e/a%20b.png"},
	{"ping", `<base href=/e/><a href=x ping="y z">`, "http://h.example/e/ http://h.example/e/x http://h.example/e/y http://h.example/e/z"},
	{"srcdoc", `<base href=/e/><iframe srcdoc="<a href=x></a><base href=f/>"></iframe>`, "http://h.example/e/ http://h.example/e/f/x http://h.example/e/f/"},
	{"a relative BASE, meta refresh and a form", `<base href="../e/"><meta http-equiv=refresh content="5; url=x"><form action=y></form>`,
		"http://h.example/e/ http://h.example/e/x http://h.example/e/y"},
}

// baseArchive returns a web archive of the pages.
func baseArchive() string {
	var all strings.Builder
	for i, c := range basePages {
		all.WriteString(warcRecord(fmt.Sprintf("WARC-Type: response\nWARC-Record-ID: <urn:uuid:%d>\nWARC-Target-URI: http://h.example/d/page\n"+
			"Content-Type: application/http\n\nHTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\n\n%s", i, c.page)))
	}
	return all.String()
}

// TestArchiveBases: BASE counts in a web archive as in a browser, whatever prints the links.
func TestArchiveBases(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "crawl.warc")
	require.NoError(t, os.WriteFile(file, []byte(baseArchive()), 0o644))
	links := func(format string) []byte {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run([]string{"links", "--dialect", "whatwg", "--format", format, file}, nil, &stdout, &stderr), "%s", &stderr)
		return stdout.Bytes()
	}
	got := make(map[string][]string)
	for line := range bytes.Lines(links("json")) {
		var l struct {
			Record string `json:"record"`
			URL    string `json:"url"`
		}
		require.NoError(t, json.Unmarshal(line, &l))
		got[l.Record] = append(got[l.Record], l.URL)
	}
	var tsv []string
	for line := range strings.Lines(string(links("tsv"))) {
		tsv = append(tsv, strings.Split(line, "\t")[1])
	}
	wat := watTargets(t, links("wat"))
	for i, c := range basePages {
		want := strings.Fields(c.targets)
		id := fmt.Sprintf("<urn:uuid:%d>", i)
		require.Equal(t, want, got[id], c.name)
		require.Equal(t, want, tsv[:len(want)], c.name)
		tsv = tsv[len(want):]
		if strings.Contains(c.page, "<base") { // whose URL is not among the links of WAT
			want = slices.DeleteFunc(want, func(url string) bool { return strings.HasSuffix(url, "/") })
		}
		require.Equal(t, want, wat[id], c.name)
	}
	require.Empty(t, tsv)
}

// watTargets returns the targets of the links in a WAT file, by the record.
func watTargets(t *testing.T, text []byte) map[string][]string {
	z, err := gzip.NewReader(bytes.NewReader(text))
	require.NoError(t, err)
	plain, err := io.ReadAll(z)
	require.NoError(t, err)
	all := make(map[string][]string)
	for line := range bytes.Lines(plain) {
		if line[0] != '{' {
			continue
		}
		var record struct {
			Envelope struct {
				Header  map[string]string `json:"WARC-Header-Metadata"`
				Payload struct {
					HTTP struct {
						HTML struct {
							Links []struct{ Path, URL, Target string }
						} `json:"HTML-Metadata"`
					} `json:"HTTP-Response-Metadata"`
				} `json:"Payload-Metadata"`
			}
		}
		require.NoError(t, json.Unmarshal(line, &record), "%s", line)
		id := record.Envelope.Header["WARC-Record-ID"]
		all[id] = []string{}
		for _, l := range record.Envelope.Payload.HTTP.HTML.Links {
			require.NotEmpty(t, l.Path)
			all[id] = append(all[id], l.Target)
		}
	}
	return all
}
