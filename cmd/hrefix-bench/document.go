package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/internal/engine"
)

// baseURL is the base of everything.
const baseURL = "http://www.example.org/dir/page.html"

// A span is a range of bytes, half-open.
type span struct{ start, end int }

// A document is an input of the peers.
type document struct {
	name   string
	data   []byte
	typ    engine.Type // HTML, Mbox, Message for several of them, or Auto for references
	made   bool        // by this program, not of the corpus
	pieces []span      // the messages, without "From " lines; or the references; else the whole
}

// page returns the document of a page.
func page(name string, data []byte) document {
	return document{name: name, data: data, typ: engine.HTML, pieces: []span{{0, len(data)}}}
}

// piece returns the bytes of a piece.
func (d *document) piece(i int) []byte { return d.data[d.pieces[i].start:d.pieces[i].end] }

// add appends a piece, with a line break after it.
func (d *document) add(piece []byte) {
	start := len(d.data)
	d.data = append(append(d.data, piece...), '\n')
	d.pieces = append(d.pieces, span{start, start + len(piece)})
}

// head returns the document's first pieces: about limit bytes, at least one
// piece. A document that is not much larger comes back whole.
func (d document) head(limit int) document {
	if len(d.data) < 5*limit {
		return d
	}
	n := 1
	for n < len(d.pieces) && d.pieces[n].end <= limit {
		n++
	}
	d.pieces = d.pieces[:n]
	d.data = d.data[:d.pieces[n-1].end]
	return d
}

// size says how large the document is.
func (d *document) size() string {
	switch d.typ {
	case engine.HTML:
		return fmt.Sprintf("%s kB", thousands(int64(len(d.data)+500)/1000))
	case engine.Auto:
		return fmt.Sprintf("%s references", thousands(int64(len(d.pieces))))
	}
	return fmt.Sprintf("%.1f MB, %s messages", float64(len(d.data))/1e6, thousands(int64(len(d.pieces))))
}

// save writes documents into a new folder, for peers that are processes: the data
// into a file, and the pieces into a second with ".pieces" after its name, a line
// for each with start and end. It returns the names of the first.
func save(dir string, docs []document) ([]string, error) {
	dir, err := os.MkdirTemp(dir, "documents-")
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range docs {
		name := filepath.Join(dir, fmt.Sprint(i))
		var pieces bytes.Buffer
		for _, s := range docs[i].pieces {
			fmt.Fprintln(&pieces, s.start, s.end)
		}
		if err := os.WriteFile(name, docs[i].data, 0o600); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name+".pieces", pieces.Bytes(), 0o600); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}
