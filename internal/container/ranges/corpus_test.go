package ranges_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestCorpus cuts the web archives and mailboxes of other people at all places, up to a number of them.
func TestCorpus(t *testing.T) {
	cut := 0
	for _, folder := range []string{"archives", "mail"} {
		for _, f := range corpus.Files(t, folder) {
			typ := typeOf(f.Name, f.Data)
			if typ != engine.WARC && typ != engine.Mbox || len(f.Data) > 1<<20 {
				continue
			}
			t.Run(f.Name, func(t *testing.T) {
				cut++
				check(t, string(f.Data), typ, true)
			})
		}
	}
	require.Greater(t, cut, 20)
}

// typeOf returns the type of a file by its name and its content.
func typeOf(name string, data []byte) engine.Type {
	if strings.Contains(path.Base(name), ".arc") || strings.Contains(path.Base(name), ".warc") {
		return engine.WARC
	}
	if container.Coding(data) != nil {
		return engine.Other
	}
	typ, _ := engine.DetectType("", data)
	return typ
}
