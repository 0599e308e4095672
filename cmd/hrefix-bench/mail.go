package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/hrefix/hrefix/internal/engine"
)

// listFolder has the archives of mailing lists, below the corpus.
const listFolder = "mail/pipermail"

// mailingList returns the archives of the corpus as one mailbox.
func mailingList(corpus string) (document, error) {
	d := document{name: "mailing list", typ: engine.Mbox}
	names, err := filepath.Glob(filepath.Join(corpus, filepath.FromSlash(listFolder), "*"))
	if err != nil {
		return d, err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return d, err
		}
		d.data = append(d.data, data...)
	}
	return d, d.split()
}

// split finds the messages of a mailbox. There must be some.
func (d *document) split() error {
	for p, err := range engine.Pieces(bytes.NewReader(d.data), engine.Mbox) {
		if err != nil {
			return err
		}
		start, end := int(p.Offset), int(p.Offset)+len(p.Source)
		if line := bytes.IndexByte(p.Source, '\n'); bytes.HasPrefix(p.Source, []byte("From ")) && line >= 0 {
			start += line + 1
		}
		d.pieces = append(d.pieces, span{start, end})
	}
	if len(d.pieces) == 0 {
		return fmt.Errorf("no messages in the %s: give the corpus by HREFIX_CORPUS or -corpus", d.name)
	}
	return nil
}

var htmlField = regexp.MustCompile(`(?im)^content-type:\s*text/html`)

// htmlMessages returns the messages of the corpus with HTML parts, web archives
// (MHTML) among them.
func htmlMessages(corpus string) (document, error) {
	d := document{name: "HTML messages", typ: engine.Message}
	root := filepath.Join(corpus, "mail")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && htmlField.Match(data) && !bytes.HasPrefix(data, []byte("From ")) {
			d.add(data)
		}
		return err
	})
	if err == nil && len(d.pieces) == 0 {
		err = fmt.Errorf("no messages with HTML in %s", root)
	}
	return d, err
}
