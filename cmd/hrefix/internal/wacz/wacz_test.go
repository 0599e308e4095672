package wacz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// file returns a zip file with files of these names, which hold their names.
func file(t testing.TB, method uint16, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range names {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		require.NoError(t, err)
		_, err = io.WriteString(w, name)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return out.Bytes()
}

// archives returns the archives of a WACZ file in memory.
func archives(file []byte) ([]*Archive, error) {
	return Archives(bytes.NewReader(file), int64(len(file)))
}

// content returns the content of an archive.
func content(a *Archive, limits format.Limits) (string, error) {
	r, err := a.Open(limits)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

func TestArchives(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		all, err := archives(file(t, method, "archive/a.warc.gz", "indexes/b.warc", "archive/c.txt", "Archive/d.WARC", "archive/e/f.ARC.gz", "archive/g.warc.zst"))
		require.NoError(t, err)
		var names []string
		for _, a := range all {
			names = append(names, a.Name)
			text, err := content(a, format.Limits{})
			require.NoError(t, err)
			require.Equal(t, a.Name, text)
		}
		require.Equal(t, []string{"archive/a.warc.gz", "Archive/d.WARC", "archive/e/f.ARC.gz", "archive/g.warc.zst"}, names)
	}
}

// TestNested reads WACZ files in a WACZ file, in any directory, as far as they can be read.
func TestNested(t *testing.T) {
	inner := file(t, zip.Store, "archive/a.warc.gz", "archive/b.warc")
	put := func(method uint16, name string, data []byte) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, name := range []string{name, "archive/c.warc"} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
			require.NoError(t, err)
			_, err = w.Write(data)
			require.NoError(t, err)
		}
		require.NoError(t, z.Close())
		return out.Bytes()
	}
	outer := put(zip.Store, "crawls/One.WACZ", inner)
	all, err := archives(outer)
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "crawls/One.WACZ/archive/b.warc", all[1].Name)
	text, err := content(all[1], format.Limits{})
	require.NoError(t, err)
	require.Equal(t, "archive/b.warc", text)
	for want, data := range map[string][]byte{
		"where it should be stored":         put(zip.Deflate, "one.wacz", inner),
		"without a web archive":             put(zip.Store, "one.wacz", file(t, zip.Store, "archive/a.txt")),
		"zip: not a valid zip file":         put(zip.Store, "one.wacz", []byte("text")),
		"in more than 8 other WACZ files":   nest(put, maxDepth+1),
		"shares bytes with another archive": bytes.Clone(outer),
	} {
		if strings.HasPrefix(want, "shares") {
			patch(data, 5, func(e []byte) { binary.LittleEndian.PutUint32(e[offsetField:], 0) })
		}
		all, err := archives(data)
		require.NoError(t, err, want)
		require.Condition(t, func() bool {
			return slices.ContainsFunc(all, func(a *Archive) bool { return a.Err != nil && strings.Contains(a.Err.Error(), want) })
		}, want)
	}
	all, err = archives(nest(put, maxDepth))
	require.NoError(t, err)
	require.NoError(t, all[0].Err)
}

// nest returns a WACZ file in n others.
func nest(put func(uint16, string, []byte) []byte, n int) []byte {
	data := put(zip.Store, "archive/d.warc", nil)
	for range n {
		data = put(zip.Store, "one.wacz", data)
	}
	return data
}

// patch changes the fields of the nth entry of the list at the end of a zip file.
func patch(file []byte, n int, change func(entry []byte)) {
	at := 0
	for range n + 1 {
		at += 1 + bytes.Index(file[at+1:], []byte("PK\x01\x02"))
	}
	change(file[at:])
}

// The offsets of fields in an entry of the list.
const (
	methodField  = 10
	packedField  = 20
	sizeField    = 24
	offsetField  = 42
	encryptField = 8
)

func TestWrongEntries(t *testing.T) {
	for want, change := range map[string]func(entry []byte){
		"shares bytes with another archive":  func(e []byte) { binary.LittleEndian.PutUint32(e[offsetField:], 0) },
		"its size in the WACZ file is wrong": func(e []byte) { binary.LittleEndian.PutUint32(e[packedField:], 1<<30) },
		"its size":                           func(e []byte) { binary.LittleEndian.PutUint32(e[sizeField:], 1<<30) },
		"the WACZ file is broken":            func(e []byte) { binary.LittleEndian.PutUint32(e[offsetField:], 1<<30) },
		"compressed by method 99":            func(e []byte) { e[methodField] = 99 },
		"encrypted":                          func(e []byte) { e[encryptField] |= 1 },
	} {
		data := file(t, zip.Store, "archive/a.warc", "archive/b.warc")
		patch(data, 1, change)
		all, err := archives(data)
		require.NoError(t, err, want)
		text, err := content(all[0], format.Limits{})
		require.NoError(t, err, want)
		require.Equal(t, "archive/a.warc", text)
		_, err = content(all[1], format.Limits{})
		require.ErrorContains(t, err, want)
	}
}

// TestChecksum checks that the end of a changed archive is an error.
func TestChecksum(t *testing.T) {
	data := file(t, zip.Store, "archive/a.warc")
	data[bytes.LastIndex(data[:60], []byte("warc"))] = 'W'
	all, err := archives(data)
	require.NoError(t, err)
	_, err = content(all[0], format.Limits{})
	require.ErrorIs(t, err, zip.ErrChecksum)
}

// TestBomb checks that an archive which the zip file compresses has the limits of compressed files.
func TestBomb(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("archive/a.warc")
	require.NoError(t, err)
	zeros := make([]byte, 1<<20)
	for range 4 {
		_, err = w.Write(zeros)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	all, err := archives(out.Bytes())
	require.NoError(t, err)
	text, err := content(all[0], format.Limits{Above: 1 << 20, Ratio: 100})
	require.ErrorIs(t, err, format.ErrTooLarge)
	require.Len(t, text, 1<<20)
	_, err = content(all[0], format.Limits{Size: 4 << 20})
	require.NoError(t, err)
}

// TestMany checks that the time is linear in the number of files, also if all share their bytes.
func TestMany(t *testing.T) {
	const n = 20_000
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("archive/%d.warc", i)
	}
	data := file(t, zip.Store, names...)
	all, err := archives(data)
	require.NoError(t, err)
	require.Len(t, all, n)
	list := data[bytes.Index(data, []byte("PK\x01\x02")):]
	for rest := list; bytes.HasPrefix(rest, []byte("PK\x01\x02")); {
		binary.LittleEndian.PutUint32(rest[offsetField:], 0)
		rest = rest[46+int(binary.LittleEndian.Uint16(rest[28:]))+int(binary.LittleEndian.Uint16(rest[30:])):]
	}
	all, err = archives(data)
	require.NoError(t, err)
	good := 0
	for _, a := range all {
		if a.Err == nil {
			good++
		}
	}
	require.Equal(t, 1, good)
}

// FuzzArchives checks that any file is read without a panic, and that archives which can be opened do
// not share bytes.
func FuzzArchives(f *testing.F) {
	f.Add(file(f, zip.Store, "archive/a.warc.gz", "archive/b.warc"))
	f.Add(file(f, zip.Deflate, "archive/a.warc.gz", "archive/../b.warc", "datapackage.json"))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := archives(data)
		if err != nil {
			return
		}
		total := int64(0)
		for _, a := range all {
			if a.Err != nil {
				continue
			}
			total += a.end - a.start
			_, _ = content(a, format.Limits{Size: 1 << 20})
		}
		require.LessOrEqual(t, total, int64(len(data)))
	})
}
