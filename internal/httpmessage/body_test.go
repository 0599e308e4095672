//go:build !hrefix_noarchives

package httpmessage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// encoded returns text with a coding. "raw" is deflate without a zlib header.
func encoded(t testing.TB, name, text string) string {
	t.Helper()
	c, head := codings[name], []byte{0x78, 0x9c}
	if name == "raw" {
		c, head = &deflateCoding, []byte{0, 0}
	}
	var out bytes.Buffer
	w, err := c.encoder(&out, head)
	require.NoError(t, err)
	if name == "br" {
		w = brotli.NewWriter(&out) // compresses
	}
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.String()
}

// chunked returns text in chunks of n bytes.
func chunked(text string, n int) string {
	var out strings.Builder
	for text != "" {
		n := min(n, len(text))
		fmt.Fprintf(&out, "%x\r\n%s\r\n", n, text[:n])
		text = text[n:]
	}
	return out.String() + "0\r\n\r\n"
}

// headOf returns a head with the fields.
func headOf(fields ...string) Head {
	raw := "HTTP/1.1 200 OK\r\nServer: x\r\n"
	for _, f := range fields {
		raw += f + "\r\n"
	}
	return ParseHead([]byte(raw + "\r\n"))
}

// read returns the text of a body, and its defects.
func read(t testing.TB, h Head, stored string, limits format.Limits) (text string, defects []error) {
	t.Helper()
	b, err := h.Body(strings.NewReader(stored), limits)
	require.NoError(t, err)
	out, err := io.ReadAll(b)
	require.NoError(t, err)
	b.Close()
	return string(out), b.Defects()
}

const page = "<!DOCTYPE html><title>t</title><a href=b.html>b</a>"

const (
	chunks1 = "Transfer-Encoding: chunked"
	gzip1   = "Content-Encoding: gzip"
)

// TestBody checks bodies that have the codings of their heads.
func TestBody(t *testing.T) {
	long := strings.Repeat(page, 5000)
	for _, text := range []string{"", "a", page, long} {
		for _, test := range []struct {
			fields []string
			stored string
		}{
			{nil, text},
			{[]string{"Content-Encoding: identity"}, text},
			{[]string{"Content-Encoding:"}, text},
			{[]string{"Transfer-Encoding: identity"}, text},
			{[]string{chunks1}, chunked(text, 7000)},
			{[]string{"transfer-encoding: Chunked", "Content-Length: 3"}, chunked(text, 1<<20)},
			{[]string{chunks1, chunks1}, chunked(text, 7000)},
			{[]string{gzip1}, encoded(t, "gzip", text)},
			{[]string{"content-encoding: X-GZIP"}, encoded(t, "gzip", text)},
			{[]string{"Content-Encoding: none, gzip, identity"}, encoded(t, "gzip", text)},
			{[]string{"Content-Encoding: deflate"}, encoded(t, "deflate", text)},
			{[]string{"Content-Encoding: deflate"}, encoded(t, "raw", text)},
			{[]string{"Content-Encoding: br"}, encoded(t, "br", text)},
			{[]string{"Content-Encoding: zstd"}, encoded(t, "zstd", text)},
			{[]string{"Content-Encoding: zstd"}, "\x53\x2a\x4d\x18\x02\x00\x00\x00ab" + encoded(t, "zstd", text)},
			{[]string{"Content-Encoding: br, gzip"}, encoded(t, "gzip", encoded(t, "br", text))},
			{[]string{"Content-Encoding: br", gzip1}, encoded(t, "gzip", encoded(t, "br", text))},
			{[]string{gzip1, chunks1}, chunked(encoded(t, "gzip", text), 100)},
			{[]string{"Transfer-Encoding: gzip, chunked"}, chunked(encoded(t, "gzip", text), 100)},
			{[]string{"Content-Encoding: br", "Transfer-Encoding: gzip", chunks1}, chunked(encoded(t, "gzip", encoded(t, "br", text)), 100)},
			{[]string{"Content-Encoding: " + strings.Repeat("br,", 8)}, encodedTimes(t, "br", text, 8)},
		} {
			got, defects := read(t, headOf(test.fields...), test.stored, format.Limits{})
			require.True(t, text == got, "%q: %.100q", test.fields, got)
			require.Empty(t, defects, test.fields)
		}
	}
}

func encodedTimes(t *testing.T, name, text string, n int) string {
	for range n {
		text = encoded(t, name, text)
	}
	return text
}

// TestBodyDefects checks bodies that do not have the form that their heads say.
func TestBodyDefects(t *testing.T) {
	zipped := encoded(t, "gzip", page)
	long := strings.Repeat(page, 1000)
	random := make([]byte, 9000)
	rand.New(rand.NewSource(1)).Read(random)
	noise := string(random)
	for _, test := range []struct {
		name, field, stored, text string
		defect                    error // nil for none
	}{
		{"stored without chunks", chunks1, page, page, ErrAbsent},
		{"stored without chunks, long line", chunks1, strings.Repeat("a", 9000), strings.Repeat("a", 9000), ErrAbsent},
		{"stored without chunks, no line", chunks1, "abc", "abc", ErrAbsent},
		{"text that begins with a number", chunks1, "10\n20\n30\n", "10\n20\n30\n", ErrAbsent},
		{"text that begins with zero", chunks1, "0\n1\n2\n", "0\n1\n2\n", ErrAbsent},
		{"size is wrong in the first chunk", chunks1, "3\r\nabcde\r\n0\r\n\r\n", "3\r\nabcde\r\n0\r\n\r\n", ErrAbsent},
		{"size is wrong later", chunks1, "3\r\nabc\r\n2\r\ndefg\r\n0\r\n\r\n", "abcdefg\r\n0\r\n\r\n", ErrCorrupt},
		{"no size later", chunks1, "3\r\nabc\r\n<html>\r\n0\r\n\r\n", "abc<html>\r\n0\r\n\r\n", ErrCorrupt},
		{"empty size later", chunks1, "3\r\nabc\r\n\r\n0\r\n\r\n", "abc\r\n0\r\n\r\n", ErrCorrupt},
		{"size is negative", chunks1, "-3\r\nabc\r\n0\r\n\r\n", "-3\r\nabc\r\n0\r\n\r\n", ErrAbsent},
		{"size has a sign", chunks1, "+3\r\nabc\r\n0\r\n\r\n", "+3\r\nabc\r\n0\r\n\r\n", ErrAbsent},
		{"size has a prefix", chunks1, "0x3\r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n", ErrAbsent},
		{"size of 16 digits", chunks1, "ffffffffffffffff\r\nabc", "ffffffffffffffff\r\nabc", ErrAbsent},
		{"size of 16 digits later", chunks1, "1\r\na\r\n8000000000000000\r\nabc", "a8000000000000000\r\nabc", ErrCorrupt},
		{"size of 63 bits", chunks1, "7fffffffffffffff\r\nabc", "abc", ErrCut},
		{"size with zeros", chunks1, strings.Repeat("0", 999) + "3\r\nabc\r\n0\r\n\r\n", "abc", nil},
		{"size with spaces", chunks1, "3 \t \r\nabc\r\n0\r\n\r\n", "abc", nil},
		{"extension", chunks1, "3;a=\"b\"\r\nabc\r\n0;x\r\n\r\n", "abc", nil},
		{"extension is too long", chunks1, "1\r\na\r\n3;" + strings.Repeat("a", maxChunkLine) + "\r\nabc", "a3;" + strings.Repeat("a", maxChunkLine) + "\r\nabc", ErrCorrupt},
		{"LF only", chunks1, "3\nabc\n2\nde\n0\n\n", "abcde", nil},
		{"trailer", chunks1, "3\r\nabc\r\n0\r\nA: b\r\nC: d\r\n\r\n", "abc", nil},
		{"trailer only", chunks1, "0\r\nA: b\r\n\r\n", "", nil},
		{"trailer is too long", chunks1, "0\r\nA: b\r\n" + strings.Repeat("x", maxTrailer), "", ErrCorrupt},
		{"trailer is cut", chunks1, "3\r\nabc\r\n0\r\nA: ", "abc", nil},
		{"no empty line", chunks1, "3\r\nabc\r\n0\r\n", "abc", nil},
		{"no last chunk", chunks1, "3\r\nabc\r\n", "abc", ErrCut},
		{"no last line end", chunks1, "3\r\nabc\r", "abc", ErrCut},
		{"cut in a chunk", chunks1, "3\r\nabc\r\n9\r\nd", "abcd", ErrCut},
		{"cut in the first chunk", chunks1, "9\r\nd", "d", ErrCut},
		{"cut in a size", chunks1, "3\r\nabc\r\n1f", "abc", ErrCut},
		{"data after the last chunk", chunks1, "3\r\nabc\r\n0\r\n\r\nx", "abc", ErrTrailing},
		{"stored decoded, gzip", gzip1, page, page, ErrAbsent},
		{"stored decoded, deflate", "Content-Encoding: deflate", page, page, ErrAbsent},
		{"stored decoded, br", "Content-Encoding: br", page, page, ErrAbsent},
		{"stored decoded, zstd", "Content-Encoding: zstd", page, page, ErrAbsent},
		{"stored decoded, long", "Content-Encoding: br", long, long, ErrAbsent},
		{"stored decoded, one byte", "Content-Encoding: br", "x", "x", ErrAbsent},
		{"stored decoded, noise, deflate", "Content-Encoding: deflate", "\xff" + noise, "\xff" + noise, ErrAbsent},
		{"br that is gzip", "Content-Encoding: br", zipped, zipped, ErrAbsent},
		{"deflate that is gzip", "Content-Encoding: deflate", zipped, zipped, ErrAbsent},
		{"half decoded", "Content-Encoding: br, gzip", zipped, page, ErrAbsent},
		{"half decoded, outer", "Content-Encoding: gzip, br", zipped, page, ErrAbsent},
		{"unknown", "Content-Encoding: UTF-8", page, page, ErrUnknown},
		{"unknown beside gzip", "Content-Encoding: compress, gzip", zipped, zipped, ErrUnknown},
		{"unknown transfer coding", "Transfer-Encoding: x", page, page, ErrUnknown},
		{"too many", "Content-Encoding: " + strings.Repeat("gzip,", 9), page, page, ErrUnknown},
		{"two members", gzip1, zipped + zipped, page, ErrTrailing},
		{"zeros after gzip", gzip1, zipped + "\x00\x00", page, ErrTrailing},
		{"data after br", "Content-Encoding: br", encoded(t, "br", page) + "x", page, ErrTrailing},
		{"data after zlib", "Content-Encoding: deflate", encoded(t, "deflate", page) + "x", page, ErrTrailing},
		{"checksum of gzip", gzip1, zipped[:len(zipped)-8] + "12345678", page, ErrCorrupt},
		{"checksum of zlib", "Content-Encoding: deflate", encoded(t, "deflate", page)[:len(encoded(t, "deflate", page))-4] + "1234", page, ErrCorrupt},
		{"no trailer of gzip", gzip1, zipped[:len(zipped)-8], page, ErrCut},
		{"gzip that is only a header", gzip1, zipped[:10], "", ErrCut},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, defects := read(t, headOf(test.field), test.stored, format.Limits{})
			require.Equal(t, test.text, text)
			if test.defect == nil {
				require.Empty(t, defects)
				return
			}
			require.Len(t, defects, 1)
			require.ErrorIs(t, defects[0], test.defect)
			require.Regexp(t, "^coding [a-z0-9-]+: ", defects[0].Error())
		})
	}
}

// TestBodyCut cuts encoded bodies everywhere: the text is the beginning of the text, and all of
// it or a defect is returned.
func TestBodyCut(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	words := make([]string, 2000)
	for i := range words {
		words[i] = fmt.Sprint(r.Intn(1e6))
	}
	text := page + strings.Join(words, " ")
	for _, name := range []string{"gzip", "deflate", "br", "zstd"} {
		stored := encoded(t, name, text)
		longest := 0
		for n := 1; n < len(stored); n += 1 + r.Intn(40) {
			got, defects := read(t, headOf("Content-Encoding: "+name), stored[:n], format.Limits{})
			if len(defects) == 1 && errors.Is(defects[0], ErrAbsent) {
				require.Less(t, n, 8, name)
				continue
			}
			require.True(t, strings.HasPrefix(text, got), "%s %d", name, n)
			require.Len(t, defects, 1, "%s %d", name, n)
			require.ErrorIs(t, defects[0], ErrCut, name)
			longest = len(got)
		}
		if name != "zstd" { // whose block of 128 KiB is the unit
			require.Greater(t, longest, len(text)/2, name)
		}
	}
}

// TestBodyLimits checks that bombs end at the limit of each coding.
func TestBodyLimits(t *testing.T) {
	bomb := strings.Repeat("\x00", 4<<20)
	limits := format.Limits{Ratio: 10, Above: 1 << 20}
	for _, name := range []string{"gzip", "deflate", "raw", "br", "zstd"} {
		field := "Content-Encoding: " + strings.Replace(name, "raw", "deflate", 1)
		text, defects := read(t, headOf(field), encoded(t, name, bomb), limits)
		require.Len(t, text, 1<<20, name)
		require.Len(t, defects, 1)
		require.ErrorIs(t, defects[0], format.ErrTooLarge)

		stacked := encoded(t, "gzip", encoded(t, name, strings.Repeat(bomb, 2)))
		text, defects = read(t, headOf(field, gzip1), stacked, limits)
		require.LessOrEqual(t, len(text), 1<<20, name)
		require.NotEmpty(t, defects)
	}
	for _, size := range []int64{0, 1, 100} {
		text, defects := read(t, headOf(gzip1), encoded(t, "gzip", page), format.Limits{Size: size})
		want := int(size)
		if size == 0 {
			want = len(page)
		}
		require.Len(t, text, min(want, len(page)))
		require.Equal(t, size == 1, len(defects) == 1)
	}
}

// TestBodyWindow checks that a window of more than 8 MiB is refused, as browsers do.
func TestBodyWindow(t *testing.T) {
	for size, allowed := range map[int]bool{8 << 20: true, 16 << 20: false, 64 << 20: false} {
		var out bytes.Buffer
		w, err := zstd.NewWriter(&out, zstd.WithWindowSize(size), zstd.WithEncoderConcurrency(1))
		require.NoError(t, err)
		for range 3 {
			_, err = io.WriteString(w, strings.Repeat("a", 1<<20))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		text, defects := read(t, headOf("Content-Encoding: zstd"), out.String(), format.Limits{Size: 1 << 30})
		require.Equal(t, allowed, len(text) == 3<<20)
		require.Equal(t, allowed, len(defects) == 0)
		if !allowed {
			require.ErrorIs(t, defects[0], ErrWindow)
		}
	}
}

// TestBodyReadError checks that errors of reading are returned, and are no defects.
func TestBodyReadError(t *testing.T) {
	fault := errors.New("fault")
	stored := chunked(encoded(t, "gzip", encoded(t, "br", page)), 10)
	h := headOf(chunks1, "Content-Encoding: br, gzip")
	for n := range stored {
		b, err := h.Body(io.MultiReader(strings.NewReader(stored[:n]), iotest.ErrReader(fault)), format.Limits{})
		if err == nil {
			_, err = io.ReadAll(b)
			require.Empty(t, b.Defects())
			b.Close()
		}
		require.ErrorIs(t, err, fault)
	}
}

// TestBodyPieces reads bodies that come byte by byte.
func TestBodyPieces(t *testing.T) {
	stored := chunked(encoded(t, "gzip", encoded(t, "br", page)), 10)
	h := headOf(chunks1, "Content-Encoding: br, gzip")
	for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		b, err := h.Body(wrap(strings.NewReader(stored)), format.Limits{})
		require.NoError(t, err)
		text, err := io.ReadAll(iotest.OneByteReader(b))
		require.NoError(t, err)
		require.Equal(t, page, string(text))
		require.Empty(t, b.Defects())
		b.Close()
		n, err := b.Read(make([]byte, 1))
		require.Zero(t, n)
		require.Equal(t, io.EOF, err)
	}
}

// TestBrotliWriter checks that another library reads what brotliWriter writes.
func TestBrotliWriter(t *testing.T) {
	for _, size := range []int{0, 1, 2, maxBlock - 1, maxBlock, maxBlock + 1, 3*maxBlock + 5} {
		data := make([]byte, size)
		rand.New(rand.NewSource(int64(size))).Read(data)
		var out bytes.Buffer
		w := brotliWriter{w: &out}
		half, err := w.Write(data[:size/2])
		require.NoError(t, err)
		rest, err := w.Write(data[size/2:])
		require.NoError(t, err)
		require.Equal(t, size, half+rest)
		require.NoError(t, w.Close())
		require.LessOrEqual(t, out.Len(), size+3*(size/maxBlock+3))
		got, err := io.ReadAll(brotli.NewReader(&out))
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, got))
		_, err = io.ReadAll(brotli.NewReader(bytes.NewReader([]byte{6})))
		require.NoError(t, err)
	}
}
