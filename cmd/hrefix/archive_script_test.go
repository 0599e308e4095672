package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// warcFile writes a web archive: warc TO FROM... A file FROM is a record: its fields, an empty line,
// and its block, which may be an HTTP message. Lines of headers get CRLF, and the record gets a
// Content-Length. If TO ends with .gz, each record is a gzip member.
func warcFile(ts *testscript.TestScript, _ bool, args []string) {
	var records []string
	for _, name := range args[1:] {
		records = append(records, warcRecord(ts.ReadFile(name)))
	}
	writeRecords(ts, args[0], records)
}

// writeRecords writes a web archive. If its name ends with .gz, each record is a gzip member.
func writeRecords(ts *testscript.TestScript, to string, records []string) {
	var out bytes.Buffer
	for _, record := range records {
		if !strings.HasSuffix(to, ".gz") {
			out.WriteString(record)
			continue
		}
		z := gzip.NewWriter(&out)
		_, err := z.Write([]byte(record))
		ts.Check(err)
		ts.Check(z.Close())
	}
	ts.Check(os.WriteFile(ts.MkAbs(to), out.Bytes(), 0o644))
}

// warcRecord returns the record that text describes.
func warcRecord(text string) string {
	fields, block, _ := strings.Cut(text, "\n\n")
	if head, body, ok := strings.Cut(block, "\n\n"); ok && strings.Contains(fields, "application/http") {
		block = strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n" + body
	}
	fields = strings.ReplaceAll(strings.TrimSuffix(fields, "\n"), "\n", "\r\n")
	return fmt.Sprintf("WARC/1.1\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", fields, len(block), block)
}

// waczFile writes a WACZ file: wacz [-deflate] TO NAME=FROM... Each file FROM has the path NAME in it.
func waczFile(ts *testscript.TestScript, _ bool, args []string) {
	method := zip.Store
	if args[0] == "-deflate" {
		method, args = zip.Deflate, args[1:]
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, arg := range args[1:] {
		name, from, _ := strings.Cut(arg, "=")
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		ts.Check(err)
		_, err = w.Write([]byte(ts.ReadFile(from)))
		ts.Check(err)
	}
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes(), 0o644))
}
