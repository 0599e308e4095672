package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"github.com/hrefix/hrefix/internal/webpage"
)

//go:embed page
var parts embed.FS

// The scripts of the page and of the worker, in the order in which they run. A script uses only what it and the
// scripts before it declare.
var (
	pageScripts = []string{
		"rows.js", "text.js", "lists.js", "commands.js", "engine.js", "state.js", "draw.js", "notices.js", "advice.js",
		"settings.js", "links.js", "download.js", "results.js", "tabs.js", "running.js", "example.js", "choosing.js",
	}
	workerScripts = []string{"rows.js", "files.js", "worker.js"}
)

// assemble returns the page: program is the command, compiled to WebAssembly, and support the script of
// Go that runs it. Equal arguments give equal pages.
func assemble(program, support []byte) ([]byte, error) {
	page, style := read("page.html"), read("page.css")
	script := "\"use strict\";\n" + webpage.Elements + join(pageScripts)
	worker := string(support) + join(workerScripts)
	engine, err := pack(program)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"page": script, "worker": worker} {
		if endsScript.MatchString(text) {
			return nil, fmt.Errorf("the script of the %s has %q, which would end it in HTML", name, endsScript.FindString(text))
		}
	}
	var b bytes.Buffer
	_, err = strings.NewReplacer(
		"{{policy}}", policy(style, script), "{{style}}", style, "{{script}}", script,
		"{{worker}}", worker, "{{engine}}", engine,
	).WriteString(&b, page)
	return b.Bytes(), err
}

// endsScript matches what a script element cannot contain (HTML Standard, 4.12.1.3).
var endsScript = regexp.MustCompile(`(?i)</script|<!--|<script`)

// policy returns the Content-Security-Policy of the page. Only its own style sheet, script and worker
// apply, by their hashes, and the worker may compile WebAssembly. Nothing is loaded, and no connection
// is made, by the page or by the worker, which has the policy of the page. No script makes markup of
// text, and only one makes the URL of the worker.
func policy(style, script string) string {
	return strings.Join([]string{
		"default-src 'none'",
		"connect-src 'none'",
		"style-src " + webpage.PolicyHash(style),
		"script-src " + webpage.PolicyHash(script) + " 'wasm-unsafe-eval'",
		"worker-src blob:",
		"base-uri 'none'",
		"form-action 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types hrefix-worker",
	}, "; ")
}

// pack returns a program, compressed by gzip, in base64.
func pack(program []byte) (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(program); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// join returns the joined text of the parts.
func join(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(read(name))
	}
	return b.String()
}

// read returns the text of a part.
func read(name string) string {
	text, err := parts.ReadFile("page/" + name)
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(text)
}
