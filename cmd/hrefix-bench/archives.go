package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// archiveSize is the number of bytes of pages in the web archive that is measured.
const archiveSize = 100_000_000

// archivesSection measures how fast the links of a web archive are listed, on one core.
func (b *bench) archivesSection() (*section, error) {
	pages, err := corpusPages(b.corpus)
	if err != nil {
		return nil, err
	}
	hrefix, err := buildCommand(b.shop, b.root)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.shop.scratch, "pages.warc.gz")
	records, err := makeArchive(file, pages)
	if err != nil {
		return nil, err
	}
	commands := []archiveCommand{
		{what: "`zcat`, which only decompresses", argv: []string{"zcat", file}},
		{what: "**`hrefix links --format tsv`**", argv: []string{hrefix, "links", "-j", "1", "--format", "tsv", file}},
		{what: "**`hrefix links --json`**", argv: []string{hrefix, "links", "-j", "1", "--json", file}},
		{what: "**`hrefix links --format wat`**", argv: []string{hrefix, "links", "-j", "1", "--format", "wat", file}},
		b.npmWarcio(file),
		b.lxmlWARC(file),
	}
	if err := b.timeArchives(commands); err != nil {
		return nil, err
	}
	s := &section{
		title: "Web archives",
		text:  fmt.Sprintf("Processor time on one core for the pages of above in a WARC file, compressed by record: %d records, %s MB of pages.", records, number(archiveSize/1e6)),
		table: &table{header: []string{"command", ">seconds", ">zcat = 1", "remark"}},
	}
	for i := range commands {
		s.table.add(commands[i].cells(commands[0].seconds)...)
	}
	ratio := func(i int) []figure { return []figure{{value: commands[i].seconds / commands[0].seconds}} }
	s.bounds = []bound{
		{what: "`links --format tsv` of a web archive, zcat = 1", want: 3, most: true, got: ratio(1)},
		{what: "`links --json` of a web archive, zcat = 1", want: 5, most: true, got: ratio(2)},
	}
	return s, nil
}

// An archiveCommand reads a web archive.
type archiveCommand struct {
	what, absent string
	argv         []string
	seconds      float64
}

// cells returns the row of the command.
func (c *archiveCommand) cells(zcat float64) []string {
	if c.absent != "" {
		return []string{c.what, "–", "–", c.absent}
	}
	return []string{c.what, number(c.seconds), number(c.seconds / zcat), ""}
}

// timeArchives sets the times of the commands: the least processor time of several rounds.
func (b *bench) timeArchives(commands []archiveCommand) error {
	release, err := bind()
	if err != nil {
		return err
	}
	for range fewer(b.rounds) {
		for i := range commands {
			c := &commands[i]
			if c.absent != "" {
				continue
			}
			_, used, err := timedCores(io.Discard, c.argv[0], c.argv[1:]...)
			if err != nil {
				return errors.Join(err, release())
			}
			if s := used.Seconds(); c.seconds == 0 || s < c.seconds {
				c.seconds = s
			}
		}
	}
	return release()
}

// warcioVersion is the release of warcio that is installed.
const warcioVersion = "2.4.11"

// npmWarcio returns the command that reads all records with the npm package warcio.
func (b *bench) npmWarcio(file string) archiveCommand {
	c := archiveCommand{what: "warcio " + warcioVersion + " of npm, which only reads the records"}
	dir := filepath.Join(b.shop.npm, "node_modules", "warcio")
	found := func() bool { _, err := os.Stat(filepath.Join(dir, "package.json")); return err == nil }
	script, err := b.shop.script("warcio_read.mjs")
	if err == nil {
		err = b.shop.need(tool{"warcio", found, []string{"npm", "install", "--no-audit", "--no-fund", "--prefix", b.shop.npm, "warcio@" + warcioVersion}})
	}
	if err != nil {
		c.absent = err.Error()
	}
	c.argv = []string{"node", script, filepath.Join(dir, "dist", "index.js"), file}
	return c
}

// makeArchive writes a web archive of the pages, each many times, and returns the number of its
// records. Each is a gzip member.
func makeArchive(name string, pages []document) (records int, err error) {
	var members [][]byte
	for i := range pages {
		var member bytes.Buffer
		z := gzip.NewWriter(&member)
		block := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", len(pages[i].data), pages[i].data)
		_, err := fmt.Fprintf(z, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%032d>\r\nWARC-Date: %s\r\nWARC-Target-URI: %s\r\n"+
			"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			i, time.Unix(0, 0).UTC().Format(time.RFC3339), baseURL, len(block), block)
		if err = errors.Join(err, z.Close()); err != nil {
			return 0, err
		}
		members = append(members, member.Bytes())
	}
	out, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	for size := 0; size < archiveSize && err == nil; records++ {
		i := records % len(pages)
		_, err = out.Write(members[i])
		size += len(pages[i].data)
	}
	return records, errors.Join(err, out.Close())
}

// lxmlWARC returns the command that finds the links of all pages with lxml in Python. Python's warcio is
// no package of Debian 12, so that the command reads the records by itself.
func (b *bench) lxmlWARC(file string) archiveCommand {
	c := archiveCommand{what: "Python with gzip and lxml, which finds the links without srcset"}
	script, err := b.shop.script("lxml_warc.py")
	if err == nil {
		err = b.shop.need(lxml())
	}
	if err != nil {
		c.absent = err.Error()
	}
	c.argv = []string{python, "-B", script, file}
	return c
}
