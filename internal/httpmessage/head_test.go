package httpmessage

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// heads are heads of responses and what is read of them. "|" separates fields.
var heads = []struct {
	name, raw string
	status    int
	fields    string
}{
	{"usual", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <a>\r\n\r\n", 200, "Content-Type=text/html|Link=<a>"},
	{"LF only", "HTTP/1.0 404 Not Found\nA: b\n\n", 404, "A=b"},
	{"mixed line ends", "HTTP/1.0 404 Not Found\r\nA: b\nC: d\r\n\n", 404, "A=b|C=d"},
	{"no status text", "HTTP/1.1 200\r\nA: b\r\n\r\n", 200, "A=b"},
	{"space after the status", "HTTP/1.1 200 \r\nA: b\r\n\r\n", 200, "A=b"},
	{"no status", "HTTP/1.1\r\nA: b\r\n\r\n", 0, "A=b"},
	{"no number", "HTTP/1.1 OK\r\nA: b\r\n\r\n", 0, "A=b"},
	{"huge status", "HTTP/1.1 99999999999999999999\r\n\r\n", 9999999, ""},
	{"several spaces", "HTTP/1.1   301   Moved\r\n\r\n", 301, ""},
	{"HTTP/2", "HTTP/2 200\r\nA: b\r\n\r\n", 200, "A=b"},
	{"HTTP/2.0", "HTTP/2.0 200 \r\nA: b\r\n\r\n", 200, "A=b"},
	{"HTTP/3", "HTTP/3 200\r\nA: b\r\n\r\n", 200, "A=b"},
	{"lower case", "http/1.1 200 ok\r\nA: b\r\n\r\n", 200, "A=b"},
	{"four bytes before it", "\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n", 200, "A=b"},
	{"no fields", "HTTP/1.1 204 No Content\r\n\r\n", 204, ""},
	{"empty value", "HTTP/1.1 200 OK\r\nA:\r\nB:  \r\nC: d\r\n\r\n", 200, "A=|B=|C=d"},
	{"no space after the colon", "HTTP/1.1 200 OK\r\nA:b\r\n\r\n", 200, "A=b"},
	{"spaces around", "HTTP/1.1 200 OK\r\nA \t:\t b \t\r\n\r\n", 200, "A=b"},
	{"no colon", "HTTP/1.1 200 OK\r\nnonsense\r\n more: nonsense\r\nA: b\r\n\r\n", 200, "A=b"},
	{"no name", "HTTP/1.1 200 OK\r\n: x\r\nA: b\r\n\r\n", 200, "A=b"},
	{"folded", "HTTP/1.1 200 OK\r\nA: b\r\n  c \r\n\td\r\nE: f\r\n\r\n", 200, "A=b c d|E=f"},
	{"value in the second line", "HTTP/1.1 200 OK\r\nA:\r\n b\r\n\r\n", 200, "A=b"},
	{"folded status line", "HTTP/1.1 200 OK\r\n A: b\r\nC: d\r\n\r\n", 200, "C=d"},
	{"NUL", "HTTP/1.1 200 OK\r\nA: b\x00c\x00\r\n\r\n", 200, "A=bc"},
	{"CR in a value", "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", 200, "A=b\rc"},
	{"not ASCII", "HTTP/1.1 200 \xff\r\nA: \xe4\r\n\r\n", 200, "A=\xe4"},
	{"several colons", "HTTP/1.1 200 OK\r\nA: b: c\r\n\r\n", 200, "A=b: c"},
	{"same field twice", "HTTP/1.1 200 OK\r\nA: b\r\na: c\r\n\r\n", 200, "A=b|a=c"},
}

// fieldsOf returns the fields of a head as the table has them.
func fieldsOf(h *Head) string {
	var all []string
	for _, f := range h.Fields {
		all = append(all, string(h.Name(f))+"="+h.Value(f))
	}
	return strings.Join(all, "|")
}

// TestHead checks the table, with LF and CRLF, and with a body after the head.
func TestHead(t *testing.T) {
	for _, test := range heads {
		for _, raw := range []string{test.raw, strings.ReplaceAll(test.raw, "\r\n", "\n")} {
			t.Run(test.name, func(t *testing.T) {
				block := bufio.NewReader(iotest.OneByteReader(strings.NewReader(raw + "BODY: x\r\n\r\n")))
				h, err := readHead(block, 1000)
				require.NoError(t, err)
				require.Equal(t, raw, string(h.Raw))
				require.Equal(t, test.status, h.Status)
				require.Equal(t, test.fields, fieldsOf(&h))
				require.False(t, h.Cut)
				rest, err := io.ReadAll(block)
				require.NoError(t, err)
				require.Equal(t, "BODY: x\r\n\r\n", string(rest))
				require.Equal(t, h, ParseHead([]byte(raw)))
			})
		}
	}
}

// TestHeadCut cuts heads at every byte: nothing is lost, and no field is invented.
func TestHeadCut(t *testing.T) {
	for _, test := range heads {
		for n := range test.raw {
			block := bufio.NewReader(strings.NewReader(test.raw[:n]))
			h, err := readHead(block, 1000)
			if err != nil {
				require.Equal(t, ErrNoHead, err)
				require.Less(t, n, 9)
				require.Equal(t, n, block.Buffered())
				continue
			}
			require.Equal(t, test.raw[:n], string(h.Raw))
			require.True(t, h.Cut || strings.HasSuffix(test.raw[:n], "\n"), "%q", h.Raw)
			require.LessOrEqual(t, len(h.Fields), strings.Count(test.fields, "|")+1)
		}
	}
}

// readHead reads the head of a block.
func readHead(block *bufio.Reader, max int) (h Head, err error) {
	err = h.Read(block, max)
	return h, err
}

func TestNoHead(t *testing.T) {
	for _, text := range []string{"", "H", "<html>", "http://example.org/", "12345HTTP/1.1 200 OK\r\n\r\n", "\n", "HTTP"} {
		block := bufio.NewReader(strings.NewReader(text))
		h, err := readHead(block, 1000)
		require.Equal(t, ErrNoHead, err)
		require.Empty(t, h.Raw)
		rest, err := io.ReadAll(block)
		require.NoError(t, err)
		require.Equal(t, text, string(rest), "nothing was read")
	}
}

func TestLongHead(t *testing.T) {
	line := "HTTP/1.1 200 OK\r\n"
	for _, rest := range []string{strings.Repeat("A: b\r\n", 1000), strings.Repeat("x", 1<<20)} {
		block := bufio.NewReader(strings.NewReader(line + rest))
		h, err := readHead(block, 999)
		require.Equal(t, ErrLongHead, err)
		require.Equal(t, (line + rest)[:999], string(h.Raw))
	}
	h, err := readHead(bufio.NewReader(strings.NewReader(line+"\r\n")), len(line)+2)
	require.NoError(t, err)
	require.Equal(t, 200, h.Status)
}

func TestHeadReadError(t *testing.T) {
	fault := errors.New("fault")
	for n := range len(heads[0].raw) {
		r := io.MultiReader(strings.NewReader(heads[0].raw[:n]), iotest.ErrReader(fault))
		_, err := readHead(bufio.NewReader(r), 1000)
		require.Equal(t, fault, err)
	}
}

// TestHeadMemory checks that reading a head again uses the memory of the last one.
func TestHeadMemory(t *testing.T) {
	var h Head
	raw := []byte(heads[0].raw)
	r := bytes.NewReader(nil)
	block := bufio.NewReader(r)
	allocs := testing.AllocsPerRun(100, func() {
		r.Reset(raw)
		block.Reset(r)
		_ = h.Read(block, 1000)
	})
	require.Zero(t, allocs)
}

// TestMediaType has the examples of the Fetch Standard ("extract a MIME type"), and others.
func TestMediaType(t *testing.T) {
	for _, test := range []struct {
		values             []string
		mediaType, charset string
	}{
		{nil, "", ""},
		{[]string{"text/html"}, "text/html", ""},
		{[]string{"Text/HTML; charset=UTF-8"}, "text/html", "UTF-8"},
		{[]string{`text/html;charset="a\"b;c"`}, "text/html", `a"b;c`},
		{[]string{`text/html;charset=a;charset=b`}, "text/html", `a`},
		{[]string{`text/html;charset="a`}, "text/html", `a`},
		{[]string{"text/plain;charset=gbk, text/html"}, "text/html", ""},
		{[]string{"text/html;charset=gbk;a=b, text/html;x=y"}, "text/html", "gbk"},
		{[]string{"text/html;charset=gbk;a=b", "text/html;x=y"}, "text/html", "gbk"},
		{[]string{"text/html;charset=gbk", "x/x", "text/html;x=y"}, "text/html", ""},
		{[]string{"text/html", "cannot-parse"}, "text/html", ""},
		{[]string{"text/html", "*/*"}, "text/html", ""},
		{[]string{"text/html", ""}, "text/html", ""},
		{[]string{"html"}, "", ""},
		{[]string{"text/ html"}, "", ""},
		{[]string{`text/html;x="a, b"; charset=c`}, "text/html", "c"},
		{[]string{"text/html;charset"}, "text/html", ""},
		{[]string{"text/html ; Charset=x"}, "text/html", "x"},
		{[]string{"text/html;charset=x\r\n ;y"}, "text/html", "x"},
	} {
		raw := "HTTP/1.1 200 OK\r\n"
		for _, v := range test.values {
			raw += "Content-Type: " + v + "\r\n"
		}
		h := ParseHead([]byte(raw + "\r\n"))
		mediaType, charset := h.MediaType()
		require.Equal(t, test.mediaType, mediaType, test.values)
		require.Equal(t, test.charset, charset, test.values)
	}
}
