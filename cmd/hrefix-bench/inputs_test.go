package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

func TestMadePages(t *testing.T) {
	library, err := newHrefix()
	require.NoError(t, err)
	docs, again := madePages(), madePages()
	require.NoError(t, library.start(docs))
	for i, d := range docs {
		require.Equal(t, d.data, again[i].data, "the same in each run")
		require.GreaterOrEqual(t, len(d.data), madeSize)
		links, err := library.check(i)
		require.NoError(t, err)
		require.Equal(t, d.name != "table, no links", links > 400, "%s: %d links", d.name, links)
	}
}

func TestMakeMailbox(t *testing.T) {
	list := document{name: "list", typ: engine.Mbox, data: []byte("From a Thu Feb  1 00:00:00 2024\nSubject: x\nMIME-Version: 1.0\n\nFirst\nFrom nobody\n")}
	require.NoError(t, list.split())
	html := document{typ: engine.Message}
	html.add([]byte("Content-Type: text/html; charset=utf-8\n\n<a href=rare>ü</a>" + strings.Repeat("From ü\n", 100)))

	d, err := makeMailbox(list, html, 40_000)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(d.data), 40_000)
	require.Equal(t, bytes.Count(d.data, []byte("Subject: x\n")), len(d.pieces), "no line of a body begins a message")
	for _, encoding := range []string{"7bit", "quoted-printable", "base64"} {
		require.Contains(t, string(d.data), "Content-Transfer-Encoding: "+encoding+"\n")
	}
	require.Contains(t, string(d.data), "<a href=rare>&#252;</a>")
	require.Equal(t, len(d.pieces), bytes.Count(d.data, []byte("MIME-Version:")), "one field each")
	for i := range d.pieces {
		require.False(t, bytes.HasPrefix(d.piece(i), []byte("From ")))
	}
}

func TestHead(t *testing.T) {
	var d document
	for range 10 {
		d.add([]byte("1234567"))
	}
	require.Len(t, d.head(12).pieces, 1)
	require.Equal(t, "1234567\n1234567", string(d.head(15).data))
	require.Len(t, d.head(1).pieces, 1, "one at least")
	require.Len(t, d.head(20).pieces, 10, "not much larger")
}

func TestSave(t *testing.T) {
	var d document
	d.add([]byte("ab"))
	d.add([]byte("c"))
	names, err := save(t.TempDir(), []document{d, page("p", []byte("xyz"))})
	require.NoError(t, err)
	for i, want := range []struct{ data, pieces string }{{"ab\nc\n", "0 2\n3 4\n"}, {"xyz", "0 3\n"}} {
		data, err := os.ReadFile(names[i])
		require.NoError(t, err)
		pieces, err := os.ReadFile(names[i] + ".pieces")
		require.NoError(t, err)
		require.Equal(t, want.data, string(data))
		require.Equal(t, want.pieces, string(pieces))
	}
}

func TestFieldIn(t *testing.T) {
	require.Equal(t, "Fast: 1", fieldIn("processor\t: 0\nmodel name\t: Fast: 1\n", "model name"))
	require.Equal(t, "unknown", fieldIn("", "model name"))
}
