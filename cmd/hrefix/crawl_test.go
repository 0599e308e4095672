package main

import (
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// crawlFile writes a web archive: crawl FROM TO. If TO ends in .gz, each record is compressed. In
// FROM, each record begins with a line "== TYPE URL DATE". Lines that begin with "+ " are fields of
// its header. The rest is its block. Its lines end with CRLF up to the first empty one if it begins
// with HTTP.
func crawlFile(ts *testscript.TestScript, _ bool, args []string) {
	var records []string
	for _, text := range strings.Split("\n"+ts.ReadFile(args[0]), "\n== ")[1:] {
		records = append(records, crawlRecord(strings.TrimSuffix(text, "\n")+"\n"))
	}
	writeRecords(ts, args[1], records)
}

// crawlRecord returns a record.
func crawlRecord(text string) string {
	first, block, _ := strings.Cut(text, "\n")
	words := strings.Fields(first)
	header := fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n", words[0], words[1], words[2])
	for strings.HasPrefix(block, "+ ") {
		var field string
		field, block, _ = strings.Cut(block, "\n")
		header += field[2:] + "\r\n"
	}
	if head, body, ok := strings.Cut(block, "\n\n"); ok && strings.HasPrefix(block, "HTTP/") {
		block = strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n" + body
	}
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s\r\n\r\n", header, len(block), block)
}
