package ranges_test

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestCorpus cuts the web archives and mailboxes of other people at all places, up to a number of them.
func TestCorpus(t *testing.T) {
	cut := 0
	for _, folder := range []string{"archives", "mail"} {
		for _, f := range corpus.Files(t, folder) {
			typ := typeOf(f.Name, f.Data)
			if typ != detect.WARC && typ != detect.Mbox || len(f.Data) > 1<<20 {
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
func typeOf(name string, data []byte) detect.Type {
	if strings.Contains(path.Base(name), ".arc") || strings.Contains(path.Base(name), ".warc") {
		return detect.WARC
	}
	if container.Coding(data) != nil {
		return detect.Other
	}
	typ, _ := detect.TypeOf("", data)
	return typ
}
