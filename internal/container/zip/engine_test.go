package zip_test

import (
	stdzip "archive/zip"
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestCopy checks that the engine rewrites the pages of a zip file, whatever it is read from.
func TestCopy(t *testing.T) {
	var file bytes.Buffer
	z := stdzip.NewWriter(&file)
	for name, text := range map[string]string{"a.html": "<a href=x>", "b.txt": "a text <a href=x>", "c/d.css": "@import url(x)", "e": "<!doctype html><a href=y>"} {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	rw, err := engine.New(engine.Options{Base: "http://h/d/"})
	require.NoError(t, err)
	for _, r := range []io.Reader{bytes.NewReader(file.Bytes()), io.MultiReader(bytes.NewReader(file.Bytes()))} {
		var out bytes.Buffer
		notes, err := rw.Copy(context.Background(), &out, r, nil)
		require.NoError(t, err)
		require.Empty(t, notes)
		got, err := stdzip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		require.NoError(t, err)
		texts := make(map[string]string)
		for _, f := range got.File {
			r, err := f.Open()
			require.NoError(t, err)
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			texts[f.Name] = string(text)
		}
		require.Equal(t, map[string]string{
			"a.html": "<a href=http://h/d/x>", "b.txt": "a text <a href=x>", "c/d.css": "@import url(http://h/d/x)", "e": "<!doctype html><a href=http://h/d/y>",
		}, texts)
	}
}
