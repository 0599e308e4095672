package zip

import (
	stdzip "archive/zip"
	"bytes"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// isPage is a function for [format.Options].Document: documents have names that end in .html.
func isPage(name string, head func() []byte) (bool, string) {
	return strings.HasSuffix(name, ".html"), ""
}

// rewrite rewrites a zip file: change returns the new text of each document.
func rewrite(t testing.TB, file []byte, change func(m *format.Member) []byte) (out []byte, members []format.Member) {
	t.Helper()
	var to bytes.Buffer
	r := newReader(bytes.NewReader(file), format.Options{Document: isPage})
	members = rewriteAll(t, r, r.Rewrite(&to), change)
	return to.Bytes(), members
}

// rewriteAll writes what r reads to w: change returns the new text of each document.
func rewriteAll(t testing.TB, r format.Reader, w format.MemberWriter, change func(m *format.Member) []byte) (members []format.Member) {
	t.Helper()
	for {
		var m format.Member
		err := r.Next(&m)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NoError(t, w.Next())
		if text := change(&m); text != nil && !bytes.Equal(text, m.Text) && m.ReadOnly == "" {
			require.NoError(t, w.Replace(len(m.Text), text))
		}
		members = append(members, m)
	}
	require.NoError(t, w.Close())
	return members
}

// none changes nothing.
func none(*format.Member) []byte { return nil }

// upper is a change of all documents.
func upper(m *format.Member) []byte { return bytes.ToUpper(m.Text) }

func TestFirst(t *testing.T) {
	var file bytes.Buffer
	z := stdzip.NewWriter(&file)
	for _, name := range []string{"mimetype", "a.html", "b.png", "c/", "c/d.html"} {
		w, err := z.Create(name)
		require.NoError(t, err)
		if !strings.HasSuffix(name, "/") {
			_, err = io.WriteString(w, strings.Repeat(name+"<a href=x>", 1000))
			require.NoError(t, err)
		}
	}
	require.NoError(t, z.Close())
	out, members := rewrite(t, file.Bytes(), none)
	require.True(t, bytes.Equal(file.Bytes(), out))
	require.Len(t, members, 5)
	out, _ = rewrite(t, file.Bytes(), upper)
	require.False(t, bytes.Equal(file.Bytes(), out))
	r, err := stdzip.NewReader(bytes.NewReader(out), int64(len(out)))
	require.NoError(t, err)
	for _, f := range r.File {
		in, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(in)
		require.NoError(t, err)
		want := strings.Repeat(f.Name+"<a href=x>", 1000)
		if strings.HasSuffix(f.Name, ".html") {
			want = strings.ToUpper(want)
		} else if strings.HasSuffix(f.Name, "/") {
			want = ""
		}
		require.Equal(t, want, string(text))
	}
}

// TestModes checks which entries are directories and symbolic links: the attributes of Unix count only if a
// program on Unix or macOS made the entry, and those of MS-DOS only if one on MS-DOS did.
func TestModes(t *testing.T) {
	const msDOS, unix, ntfs, macOS = 0, 3, 10, 19
	const regular, folder, link, dosFolder = 0x8000 << 16, 0x4000 << 16, 0xa000 << 16, 0x10
	for _, c := range []struct {
		name       string
		madeBy     byte
		attributes uint32
		text       string
		want       fs.FileMode
	}{
		{"file", unix, regular, "", 0},
		{"file", unix, 0, "", 0},
		{"folder", unix, folder, "", fs.ModeDir},
		{"folder/", unix, 0, "", fs.ModeDir},
		{"link", unix, link, "target", fs.ModeSymlink},
		{"link", macOS, link, "target", fs.ModeSymlink},
		{"folder", macOS, folder, "", fs.ModeDir},
		{"no link", msDOS, link, "target", 0},
		{"no link", ntfs, link, "target", 0},
		{"no link", macOS + 1, link, "target", 0},
		{"folder", msDOS, dosFolder, "", fs.ModeDir},
		{"folder", msDOS, dosFolder, "text", fs.ModeDir},
		{"no folder", msDOS, 0, "", 0},
		{"no folder", ntfs, dosFolder, "", 0},
		{"no folder", unix, dosFolder, "", 0},
	} {
		a := archive{files: []fileSpec{{name: c.name, madeBy: c.madeBy, attributes: c.attributes, text: c.text}}}
		all, err := Format.List(bytes.NewReader(a.build()), format.Options{})
		require.NoError(t, err)
		require.Len(t, all, 1)
		require.Equal(t, c.want, all[0].Mode, "%+v", c)
	}
}
