package pack

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

func TestGzipMagic(t *testing.T) {
	for head, want := range map[string]bool{
		"\x1f\x8b\x08": true, "\x1f\x8b\x08\x00 and so on": true,
		"": false, "\x1f\x8b": false, "\x1f\x8b\x07\x00": false, "\x1f\x9d\x90": false, "From a@b\n": false,
	} {
		require.Equal(t, want, Gzip.Magic([]byte(head)), "%q", head)
	}
}

// TestGzipHeaderStays checks that the header of a new member is that of the old one, without FTEXT, FHCRC and
// lengths, and that compress/gzip reads it.
func TestGzipHeaderStays(t *testing.T) {
	for name, c := range map[string]struct{ old, new string }{
		"nothing":     {"\x00\x00\x00\x00\x00\x00\xff", ""},
		"name":        {"\x08\x01\x02\x03\x04\x00\x03d\xe9j\xe0 vu.mbox\x00", ""},
		"UTF-8 name":  {"\x08\x01\x02\x03\x04\x00\x03d\xc3\xa9j\xc3\xa0.mbox\x00", ""},
		"long name":   {"\x08\x01\x02\x03\x04\x00\x03" + strings.Repeat("x", 511) + "\x00", ""},
		"text":        {"\x01\x01\x02\x03\x04\x00\x00", "\x00\x01\x02\x03\x04\x00\x00"},
		"checksum":    {"\x02\x01\x02\x03\x04\x00\x00", "\x00\x01\x02\x03\x04\x00\x00"},
		"extra":       {"\x04\x01\x02\x03\x04\x00\x00\x05\x00ab\x01\x00c", ""},
		"odd extra":   {"\x04\x01\x02\x03\x04\x00\x00\x05\x00BC\x02\x00c", ""},
		"large extra": {"\x04\x01\x02\x03\x04\x00\x00\xff\xff" + strings.Repeat("x", 65535), ""},
		"all":         {"\x1c\x01\x02\x03\x04\x02\x07\x05\x00ab\x01\x00cname\x00com\nment\x00", ""},
		"unknown XFL": {"\x00\x00\x00\x00\x00\x63\x0d", "\x00\x00\x00\x00\x00\x00\x0d"},
		"BGZF":        {"\x04\x00\x00\x00\x00\x00\xff\x0b\x00BC\x02\x00abab\x01\x00c", "\x04\x00\x00\x00\x00\x00\xff\x05\x00ab\x01\x00c"},
		"WARC 0.9":    {"\x04\x00\x00\x00\x00\x00\xff\x0c\x00sl\x08\x00abcdefgh", "\x00\x00\x00\x00\x00\x00\xff"},
	} {
		file := compress(t, []byte(gzipMagic+c.old), []byte("The text."), 6)
		out, err, closeErr := rewrite(t, file, false, 4, 4, "words")
		require.NoError(t, err, name)
		require.NoError(t, closeErr, name)
		want := c.new
		if want == "" {
			want = c.old
		}
		require.True(t, strings.HasPrefix(string(out), gzipMagic+want), "%s: %q", name, out)
		text, err := read(t, out)
		require.NoError(t, err, name)
		require.Equal(t, "The words.", string(text), name)
		_, err = stdgzip.NewReader(bytes.NewReader(out))
		require.NoError(t, err, name)
	}
}

func TestGzipBadHeader(t *testing.T) {
	const good = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	for name, c := range map[string]struct {
		header string
		want   error
		says   string
	}{
		"no gzip":           {"From a@b", errOther, "gzip member at byte 0: read up to byte 0: the data there is not compressed"},
		"half the magic":    {"\x1f\x9d", errOther, "not compressed"},
		"method":            {"\x1f\x8b\x07" + good[3:], errHeader, "read up to byte 10: the header is not valid"},
		"reserved flags":    {"\x1f\x8b\x08\x21" + good[4:], errHeader, ""},
		"wrong checksum":    {"\x1f\x8b\x08\x02" + good[4:] + "\x00\x00", errHeader, "read up to byte 12"},
		"too long":          {"\x1f\x8b\x08\x10" + good[4:] + strings.Repeat("x", 512) + "\x00", errHeader, ""},
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
		text, err := read(t, []byte(c.header))
		require.Empty(t, text, name)
		require.ErrorIs(t, err, c.want, name)
		require.ErrorContains(t, err, c.says, name)
		out, _, err := rewrite(t, []byte(c.header), false, 0, 0, "x")
		require.NoError(t, err, name)
		require.Equal(t, c.header, string(out), name)

		// The same after a member.
		first := plain(t, "text")
		text, err = read(t, append(first, c.header...))
		require.Equal(t, "text", string(text), name)
		if c.want == errOther {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, c.want, name)
		var where *Error
		require.ErrorAs(t, err, &where, name)
		require.Equal(t, int64(len(first)), where.Unit, name)
	}
}

// TestGzipLevel checks that the level of a new member is that of the header.
func TestGzipLevel(t *testing.T) {
	text := strings.Repeat("all sorts of words in all sorts of order, ", 3) + "and words of other sorts"
	for xfl, level := range map[byte]int{0: 6, 2: 9, 4: 1, 9: 6} {
		header := bytes.Clone(plainHeader)
		header[8] = xfl
		out, _, err := rewrite(t, compress(t, header, []byte(text), 0), false, 0, 3, "many")
		require.NoError(t, err)
		require.Equal(t, len(compress(t, header, []byte("many"+text[3:]), level)), len(out), "XFL %d", xfl)
	}
	best, fast := len(compress(t, plainHeader, []byte(text), 9)), len(compress(t, plainHeader, []byte(text), 1))
	require.Less(t, best, fast, "the levels differ for this text")
}

// TestGzipInsertLevel checks that a new member takes over the level of the one before it, however much was read.
func TestGzipInsertLevel(t *testing.T) {
	var file []byte
	for i, xfl := range []byte{2, 4, 0} {
		header := bytes.Clone(plainHeader)
		header[8] = xfl
		file = append(file, compress(t, header, []byte{'a' + byte(i)}, 6)...)
	}
	for pos, want := range map[int]byte{0: 2, 1: 2, 2: 4, 3: 0} {
		var out bytes.Buffer
		r := open(bytes.NewReader(file), format.Limits{})
		w := r.Rewrite(&out)
		w.ByUnit()
		_, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, w.Keep(pos))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		var levels []byte
		for _, m := range bytes.Split(out.Bytes(), []byte(gzipMagic))[1:] {
			levels = append(levels, m[8-len(gzipMagic)])
		}
		require.Equal(t, append(append([]byte{2, 4, 0}[:pos:pos], want, want), []byte{2, 4, 0}[pos:]...), levels, pos)
	}
}

// TestBGZF checks that a BGZF file (SAM specification, section 4.1) that changes becomes one member without a size.
func TestBGZF(t *testing.T) {
	const head = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x00\x00"
	const end = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x1b\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	var file []byte
	text := bytes.Repeat([]byte("From a@b Thu Jan  1 00:00:00 2004\n"), 200)
	for part := range bytes.Lines(text) {
		block := compress(t, []byte(head), part, 6)
		binary.LittleEndian.PutUint16(block[16:], uint16(len(block)-1))
		file = append(file, block...)
	}
	file = append(file, end...)
	same, _, err := rewrite(t, file, false, 0, 0, "")
	require.NoError(t, err)
	require.True(t, bytes.Equal(file, same))
	out, _, err := rewrite(t, file, false, 5, 3, "new")
	require.NoError(t, err)
	require.False(t, bytes.Contains(out[:20], []byte("BC")))
	require.Equal(t, []string{"From new" + string(text[8:])}, opener(open).units(t, out))
}

// TestGzipRoundTrip checks that a header that compress/gzip writes is the same after a change.
func TestGzipRoundTrip(t *testing.T) {
	var b bytes.Buffer
	w := stdgzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra, w.OS = "näme", "comment", []byte("xyz"), 7
	_, err := w.Write([]byte("The text."))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	out, _, err := rewrite(t, b.Bytes(), false, 0, 3, "A")
	require.NoError(t, err)
	r, err := stdgzip.NewReader(bytes.NewReader(out))
	require.NoError(t, err)
	require.Equal(t, w.Header, r.Header)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "A text.", string(text))
}

// TestGzipLength checks that a length code that does not exist (RFC 1951 section 3.2.6) is invalid data, for which
// the library has an error of its own.
func TestGzipLength(t *testing.T) {
	_, err := read(t, append(bytes.Clone(plainHeader), "\x1b\x03\x00\x00\x00\x00\x00\x00\x00\x00"...))
	require.ErrorIs(t, err, errCorrupt)
}
