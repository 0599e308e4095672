package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// corpusPages returns the pages of the corpus.
func corpusPages(corpus string) ([]document, error) {
	names, err := filepath.Glob(filepath.Join(corpus, "pages", "*"))
	if err != nil {
		return nil, err
	}
	var docs []document
	for _, name := range names {
		data, err := readPage(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		docs = append(docs, page(strings.Split(filepath.Base(name), ".")[0], data))
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("no pages in %s: give the corpus by HREFIX_CORPUS or -corpus", filepath.Join(corpus, "pages"))
	}
	return docs, nil
}

// readPage reads a file, and expands it if its name ends in ".gz".
func readPage(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
