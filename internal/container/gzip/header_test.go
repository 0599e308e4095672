package gzip

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDetect(t *testing.T) {
	for head, want := range map[string]bool{
		"\x1f\x8b\x08": true, "\x1f\x8b\x08\x00 and so on": true,
		"": false, "\x1f\x8b": false, "\x1f\x8b\x07\x00": false, "\x1f\x9d\x90": false, "From a@b\n": false,
	} {
		require.Equal(t, want, Detect([]byte(head)), "%q", head)
	}
}

// The header of a new member is that of the old one, to the byte.
func TestHeaderStays(t *testing.T) {
	for name, header := range map[string]string{
		"nothing":        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff",
		"name":           "\x1f\x8b\x08\x08\x01\x02\x03\x04\x00\x03d\xe9j\xe0 vu.mbox\x00",
		"UTF-8 name":     "\x1f\x8b\x08\x08\x01\x02\x03\x04\x00\x03d\xc3\xa9j\xc3\xa0.mbox\x00",
		"long name":      "\x1f\x8b\x08\x08\x01\x02\x03\x04\x00\x03" + strings.Repeat("x", 70000) + "\x00",
		"text":           "\x1f\x8b\x08\x01\x01\x02\x03\x04\x00\x00",
		"checksum":       "\x1f\x8b\x08\x02\x01\x02\x03\x04\x00\x00",
		"extra":          "\x1f\x8b\x08\x04\x01\x02\x03\x04\x00\x00\x05\x00ab\x01\x00c",
		"odd extra":      "\x1f\x8b\x08\x04\x01\x02\x03\x04\x00\x00\x05\x00BC\x02\x00c",
		"large extra":    "\x1f\x8b\x08\x04\x01\x02\x03\x04\x00\x00\xff\xff" + strings.Repeat("x", 65535),
		"all":            "\x1f\x8b\x08\x1f\x01\x02\x03\x04\x02\x07\x00\x00name\x00com\nment\x00",
		"unknown XFL":    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x63\x0d",
		"longest header": "\x1f\x8b\x08\x08\x01\x02\x03\x04\x00\x03" + strings.Repeat("x", maxHeader-11) + "\x00",
	} {
		file := compress(t, []byte(header), []byte("The text."), 6)
		out, err, closeErr := rewrite(t, file, 4, 4, "words", Limits{})
		require.NoError(t, err, name)
		require.NoError(t, closeErr, name)
		size := bytes.Index(file, []byte(header)) + len(header)
		if header[3]&flagCRC != 0 {
			size += 2
		}
		require.True(t, bytes.Equal(file[:size], out[:size]), name)
		text, err := read(t, out, Limits{})
		require.NoError(t, err, name)
		require.Equal(t, "The words.", string(text), name)
	}
}

func TestBadHeader(t *testing.T) {
	const good = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	for name, c := range map[string]struct {
		header string
		want   error
		says   string
	}{
		"no gzip":           {"From a@b", ErrHeader, "gzip member at byte 0: read up to byte 1: not a valid gzip header: no magic number"},
		"half the magic":    {"\x1f\x9d", ErrHeader, "no magic number"},
		"method":            {"\x1f\x8b\x07" + good[3:], ErrHeader, "compression method 7"},
		"reserved flags":    {"\x1f\x8b\x08\x21" + good[4:], ErrHeader, "reserved flags 0x20"},
		"wrong checksum":    {"\x1f\x8b\x08\x02" + good[4:] + "\x00\x00", ErrHeader, "read up to byte 12: not a valid gzip header: its checksum"},
		"too long":          {"\x1f\x8b\x08\x10" + good[4:] + strings.Repeat("x", maxHeader-10) + "\x00", ErrHeader, "longer than 1048576 bytes"},
		"one byte":          {"\x1f", io.ErrUnexpectedEOF, "read up to byte 1: the file is cut short"},
		"magic only":        {"\x1f\x8b", io.ErrUnexpectedEOF, "read up to byte 2"},
		"cut":               {good[:9], io.ErrUnexpectedEOF, "read up to byte 9"},
		"no data":           {good, io.ErrUnexpectedEOF, "read up to byte 10"},
		"cut in extra size": {"\x1f\x8b\x08\x04" + good[4:] + "\x01", io.ErrUnexpectedEOF, "byte 11"},
		"cut in extra":      {"\x1f\x8b\x08\x04" + good[4:] + "\x05\x00ab", io.ErrUnexpectedEOF, "byte 14"},
		"cut in name":       {"\x1f\x8b\x08\x08" + good[4:] + "ab", io.ErrUnexpectedEOF, "byte 12"},
		"cut in comment":    {"\x1f\x8b\x08\x18" + good[4:] + "ab\x00c", io.ErrUnexpectedEOF, "byte 14"},
		"cut in checksum":   {"\x1f\x8b\x08\x02" + good[4:] + "a", io.ErrUnexpectedEOF, "byte 11"},
	} {
		text, err := read(t, []byte(c.header), Limits{})
		require.Empty(t, text, name)
		require.ErrorIs(t, err, c.want, name)
		require.ErrorContains(t, err, c.says, name)
		out, _, err := rewrite(t, []byte(c.header), 0, 0, "x", Limits{})
		require.NoError(t, err, name)
		require.Equal(t, c.header, string(out), name)

		// The same after a member.
		first := plain(t, "text")
		text, err = read(t, append(first, c.header...), Limits{})
		require.Equal(t, "text", string(text), name)
		if strings.HasSuffix(c.says, "no magic number") {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, c.want, name)
		var where *Error
		require.ErrorAs(t, err, &where, name)
		require.Equal(t, int64(len(first)), where.Unit, name)
	}
}

// The level of a new member is that of the header.
func TestLevel(t *testing.T) {
	text := strings.Repeat("all sorts of words in all sorts of order, ", 3) + "and words of other sorts"
	for xfl, level := range map[byte]int{0: 6, 2: 9, 4: 1, 9: 6} {
		header := bytes.Clone(plainHeader)
		header[8] = xfl
		out, _, err := rewrite(t, compress(t, header, []byte(text), 0), 0, 3, "many", Limits{})
		require.NoError(t, err)
		require.Equal(t, len(compress(t, header, []byte("many"+text[3:]), level)), len(out), "XFL %d", xfl)
	}
	best, fast := len(compress(t, plainHeader, []byte(text), 9)), len(compress(t, plainHeader, []byte(text), 1))
	require.Less(t, best, fast, "the levels differ for this text")
}

// compress/gzip writes the header, and reads it from the new member.
func TestStandardHeader(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra, w.OS = "näme", "comment", []byte("xyz"), 7
	_, err := w.Write([]byte("The text."))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	out, _, err := rewrite(t, b.Bytes(), 0, 3, "A", Limits{})
	require.NoError(t, err)
	r, err := gzip.NewReader(bytes.NewReader(out))
	require.NoError(t, err)
	require.Equal(t, w.Header, r.Header)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "A text.", string(text))
}
