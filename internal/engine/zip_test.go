package engine_test

import (
	stdzip "archive/zip"
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// zipTexts returns what the files of a zip file contain, as archive/zip reads it.
func zipTexts(t *testing.T, file []byte) map[string]string {
	t.Helper()
	got, err := stdzip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	all := make(map[string]string)
	for _, f := range got.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		all[f.Name] = string(text)
	}
	return all
}

// zipOf returns a zip file with these files, in turn a name and a text.
func zipOf(t testing.TB, files ...string) []byte {
	t.Helper()
	var file bytes.Buffer
	z := stdzip.NewWriter(&file)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		require.NoError(t, err)
		_, err = io.WriteString(w, files[i+1])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return file.Bytes()
}

// TestZipSigned checks that the files of a signed zip file stay, in every mode, unless an option
// changes them. Either is reported.
func TestZipSigned(t *testing.T) {
	page, mail := `<a href="x">`, "Content-Location: y\r\nContent-Type: text/html\r\n\r\n<a href=x>"
	for _, name := range []string{"META-INF/A.RSA", "meta-inf/b.sf", "META-INF/signatures.xml", ".signature.p7s"} {
		file := zipOf(t, "a.html", page, "b.css", "@import url(x)", "c.eml", mail, name, "", "z.html", page)
		for _, mode := range []engine.Mode{engine.MakeAbsolute, engine.Pin} {
			rw, err := engine.New(engine.Options{Type: detect.Zip, Base: "http://h/d/", Mode: mode})
			require.NoError(t, err)
			var out bytes.Buffer
			notes, err := rw.Copy(context.Background(), &out, bytes.NewReader(file), nil)
			require.NoError(t, err)
			require.True(t, bytes.Equal(file, out.Bytes()), "%s %v", name, mode)
			require.Contains(t, notes, engine.Note{Code: engine.RecordDefect, Message: 1, Text: "the zip file is signed: " + name + ": its files stay as they are"})
		}
		rw, err := engine.New(engine.Options{Type: detect.Zip, Base: "http://h/d/"})
		require.NoError(t, err)
		links := 0
		for piece, err := range rw.Pieces(bytes.NewReader(file)) {
			require.NoError(t, err)
			rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
				links++
				require.Equal(t, engine.Left, ref.Status)
				require.Equal(t, "read-only", ref.Reason.Code)
			}})
		}
		require.Equal(t, 5, links)

		rw, err = engine.New(engine.Options{Type: detect.Zip, Base: "http://h/d/", Signed: true})
		require.NoError(t, err)
		var out bytes.Buffer
		notes, err := rw.Copy(context.Background(), &out, bytes.NewReader(file), nil)
		require.NoError(t, err)
		require.Equal(t, []engine.Note{{Code: engine.RecordDefect, Text: "a signed zip file is changed: " + name}}, notes)
		require.Equal(t, `<a href="http://h/d/x">`, zipTexts(t, out.Bytes())["z.html"])
	}
}

// TestZipType checks which zip files are read as such: not those of another known use.
func TestZipType(t *testing.T) {
	for _, c := range []struct {
		name string
		file []byte
		want detect.Type
	}{
		{"a.zip", zipOf(t, "a.html", ""), detect.Zip},
		{"a", zipOf(t, "a.html", ""), detect.Zip},
		{"a.html", zipOf(t, "a.html", ""), detect.Zip},
		{"a.maff", zipOf(t, "123/index.rdf", ""), detect.Zip},
		{"a.zip", zipOf(t), detect.Zip},
		{"a.epub", []byte("PK\x03\x04\x0a\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00oa\xab,\x14\x00\x00\x00\x14\x00\x00\x00\x08\x00\x00\x00mimetypeapplication/epub+zip"), detect.Zip},
		{"a.odt", []byte("PK\x03\x04\x0a\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00oa\xab,\x14\x00\x00\x00\x14\x00\x00\x00\x08\x00\x00\x00mimetypeapplication/vnd.oasis.opendocument.text"), detect.Other},
		{"a.zip", zipOf(t, "META-INF/MANIFEST.MF", ""), detect.Other},
		{"a.zip", zipOf(t, "word/document.xml", ""), detect.Other},
		{"a.zip", zipOf(t, "datapackage.json", ""), detect.Other},
		{"a.JAR", zipOf(t, "a.html", ""), detect.Other},
		{"a.whl", zipOf(t, "a/b.py", ""), detect.Other},
		{"a.xpi", zipOf(t, "manifest.json", ""), detect.Other},
		{"a.docx", zipOf(t, "[Content_Types].xml", ""), detect.Other},
		{"a.zip", []byte("PK\x03\x04 is how zip files begin, as this text does"), detect.Other},
	} {
		got, _ := detect.TypeOf(c.name, c.file)
		require.Equal(t, c.want, got, c.name)
	}
}

// TestZipCopy checks that the engine rewrites the pages of a zip file, whatever it is read from.
func TestZipCopy(t *testing.T) {
	file := zipOf(t, "a.html", "<a href=x>", "b.txt", "a text <a href=x>", "c/d.css", "@import url(x)", "e", "<!doctype html><a href=y>")
	rw, err := engine.New(engine.Options{Base: "http://h/d/"})
	require.NoError(t, err)
	for _, r := range []io.Reader{bytes.NewReader(file), io.MultiReader(bytes.NewReader(file))} {
		var out bytes.Buffer
		notes, err := rw.Copy(context.Background(), &out, r, nil)
		require.NoError(t, err)
		require.Empty(t, notes)
		require.Equal(t, map[string]string{
			"a.html": "<a href=http://h/d/x>", "b.txt": "a text <a href=x>", "c/d.css": "@import url(http://h/d/x)", "e": "<!doctype html><a href=http://h/d/y>",
		}, zipTexts(t, out.Bytes()))
	}
}
