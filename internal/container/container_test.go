package container_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// Each row has what its kind needs, and no two have the same name or extension.
func TestTable(t *testing.T) {
	names, extensions := make(map[string]bool), make(map[string]bool)
	for _, f := range container.Formats() {
		require.True(t, f.Magic != nil || f.Detect != nil || f.Kind == format.Lines, f.Name)
		require.Equal(t, f.Kind == format.Files, f.List != nil, f.Name)
		require.True(t, f.Open != nil || f.Split != nil, f.Name)
		require.True(t, !f.Encoded || f.Open != nil && f.Split == nil, f.Name)
		require.False(t, names[f.Name], f.Name)
		names[f.Name] = true
		for _, ext := range f.Extensions {
			require.Regexp(t, `^\.[a-z0-9]+$`, ext)
			require.False(t, extensions[ext], ext)
			extensions[ext] = true
			require.Equal(t, f, container.ByExtension(ext))
		}
	}
	require.Nil(t, container.ByExtension(".html"))
}

func TestDetect(t *testing.T) {
	for head, want := range map[string]string{
		"From a@b Thu Jan  1 00:00:00 2004\n": "mbox", "12  \nSubject: x\n": "emlx",
		"Subject: x\n": "", "<html>": "", "": "",
	} {
		f := container.Detect([]byte(head))
		if want == "" {
			require.Nil(t, f, head)
			continue
		}
		require.Equal(t, want, f.Name, head)
		require.Nil(t, container.Magic([]byte(head)), head)
	}
	for head, want := range map[string]string{
		"WARC/1.0\r\nWARC-Type: x": "warc", "WARC/0.18\n": "warc", "\r\n\r\nWARC/1.1\r\n": "warc", "filedesc://a.arc 1.2.3.4 ": "warc",
		"WARC": "", "WARC/x.y": "", "WARC is": "", " WARC/1.0": "", "filedesc:": "",
	} {
		f := container.Magic([]byte(head))
		require.Equal(t, want == "warc", f != nil, head)
	}
	tar := make([]byte, 512)
	copy(tar, "a.html")
	copy(tar[148:], "0001504\x00") // the sum of "a.html" and eight blanks
	require.Equal(t, "tar", container.Magic(tar).Name)
	tar[0]++
	require.Nil(t, container.Magic(tar))
	require.Equal(t, "gzip", container.Coding([]byte("\x1f\x8b\x08\x00")).Name)
	require.Nil(t, container.Coding([]byte("From a")))
}

func TestTrimCoding(t *testing.T) {
	for name, want := range map[string]string{
		"box.gz": "box", "a.mbox.GZ": "a.mbox", "a.html": "a.html", ".gz": "", "gz": "gz", "": "", "d.gz/x": "d.gz/x",
		"site.tgz": "site.tar", "a.TGZ": "a.tar", "a.tar.zst": "a.tar", "a.tzst": "a.tar", "tgz": "tgz", "a.tar.xz": "a.tar.xz",
	} {
		require.Equal(t, want, container.TrimCoding(name), name)
	}
}
