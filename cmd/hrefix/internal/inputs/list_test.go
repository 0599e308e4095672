package inputs

import (
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// TestLists checks that names are found in lists as programs write them.
func TestLists(t *testing.T) {
	long := strings.Repeat("x", longest)
	for what, c := range map[string]struct {
		list   string
		null   bool
		want   []string
		errors string
	}{
		"LF":                     {list: "a\nb\n", want: []string{"a", "b"}},
		"CRLF":                   {list: "a\r\nb\r\n", want: []string{"a", "b"}},
		"no ending":              {list: "a\nb", want: []string{"a", "b"}},
		"blank lines":            {list: "\n\r\na\n \t\n\nb\n\n", want: []string{"a", "b"}},
		"spaces":                 {list: " a\nb \n", want: []string{" a", "b "}},
		"UTF-8 with a mark":      {list: "\ufeffa\nb\n", want: []string{"a", "b"}},
		"only a mark":            {list: "\ufeff"},
		"UTF-16":                 {list: utf16LE("\ufeffa\r\nb é\r\n"), want: []string{"a", "b é"}},
		"Latin-1":                {list: "caf\xe9\n", want: []string{"caf\xe9"}},
		"NUL":                    {list: "a\x00b\x00", null: true, want: []string{"a", "b"}},
		"NUL, no ending":         {list: "a\x00\x00b", null: true, want: []string{"a", "b"}},
		"NUL, nothing trimmed":   {list: "two\nlines\x00cr\r\x00 \x00", null: true, want: []string{"two\nlines", "cr\r", " "}},
		"NUL, a mark":            {list: "\ufeffa\x00", null: true, want: []string{"\ufeffa"}},
		"NUL without -0":         {list: "a\x00b\x00", errors: "stdin:1: a\x00b\x00: is not a path: give -0 if paths end with NUL bytes"},
		"more NUL without -0":    {list: "b\n" + strings.Repeat("a\x00", longest) + "\na\n", want: []string{"b"}, errors: "stdin:2: is not a path, and nothing after it is read: give -0 if paths end with NUL bytes, and only then"},
		"a name no system takes": {list: long[:5000] + "\na\n", want: []string{"a"}, errors: "stdin:1: " + long[:5000] + ": file name too long: give a shorter one"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, name := range c.want {
				require.NoError(t, os.WriteFile(name, []byte("x"), 0o666))
			}
			in := Inputs{Lists: []string{Stdin}, Null: c.null, Stdin: strings.NewReader(c.list)}
			var got []string
			var errors []string
			for f, err := range in.All() {
				if err != nil {
					errors = append(errors, err.Error())
					continue
				}
				got = append(got, f.Name)
				f.Folder.Release()
			}
			require.Equal(t, c.want, got)
			require.Equal(t, c.errors, strings.Join(errors, "\n"))
		})
	}
}

func utf16LE(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// TestListIsRead checks that a list is not read further than needed.
func TestListIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("page.html", []byte("<html><a href=x>"), 0o666))
	list, writer := io.Pipe()
	defer list.Close()
	in := Inputs{Lists: []string{Stdin}, Stdin: list}
	go io.WriteString(writer, "page.html\n")
	n := 0
	for f, err := range in.All() {
		require.NoError(t, err)
		require.Equal(t, "page.html", f.Name)
		f.Folder.Release()
		if n++; n == 3 {
			break // with a list that has not ended
		}
		go io.WriteString(writer, "page.html\n")
	}
	require.Equal(t, 3, n)
}
