package engine_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/hrefix/hrefix/internal/engine"
)

// TestRelease: plans that have the memory of others are what they are without it, and
// those that were not released keep theirs.
func TestRelease(t *testing.T) {
	texts := [][]byte{
		nil,
		[]byte("<p>no link"),
		[]byte("Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
			base64.StdEncoding.EncodeToString([]byte("<a href='x'>x</a><a href='y'>y</a>")) + "\n"),
		[]byte(strings.Repeat("<a href='../x?y'><p style='background: url(\"z\")'>", 1000)),
	}
	names, err := filepath.Glob("../../testdata/*.*")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, text)
	}
	type source struct {
		text, want []byte
		kept       *Plan
	}
	var sources []source
	for _, text := range texts {
		want, err := Bytes(text, Options{Base: "http://a/b/"})
		require.NoError(t, err)
		sources = append(sources, source{text: text, want: want})
	}
	rw, err := New(Options{Base: "http://a/b/"})
	require.NoError(t, err)
	for range 3 {
		for i := range sources {
			s := &sources[i]
			plan := rw.Plan(s.text)
			out, err := plan.Bytes()
			require.NoError(t, err)
			require.Equal(t, string(s.want), string(out))
			if s.kept == nil {
				s.kept = plan
				continue
			}
			plan.Release()
			require.Empty(t, plan.Edits())
			plan.Release() // is of no use, and does no harm
		}
	}
	for _, s := range sources {
		out, err := s.kept.Bytes()
		require.NoError(t, err)
		require.Equal(t, string(s.want), string(out))
	}
}

// TestVisitorPanics: a visitor that panics leaves no state for the next source.
func TestVisitorPanics(t *testing.T) {
	const box = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n"
	const message = "Content-Type: text/html\nContent-Length: 99\n\n<a href=x>\nFrom here\n"
	rw, err := New(Options{Base: "http://a/"})
	require.NoError(t, err)
	want, err := rw.Bytes([]byte(message))
	require.NoError(t, err)
	for range 10 {
		require.Panics(t, func() {
			rw.References([]byte(box), func(*Reference) { panic("visitor") })
		})
		got, err := rw.Bytes([]byte(message))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}
