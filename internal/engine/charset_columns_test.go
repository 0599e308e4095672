package engine_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lineEndings are what lines end with, in turns.
var lineEndings = []struct {
	name    string
	endings []string
}{
	{"LF", []string{"\n"}},
	{"CRLF", []string{"\r\n"}},
	{"mixed", []string{"\r\n", "\n", "\n"}},
}

// endLines ends the lines of text with the given endings.
func endLines(text string, endings []string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		body, ok := strings.CutSuffix(line, "\n")
		b.WriteString(body)
		if ok {
			b.WriteString(endings[i%len(endings)])
		}
	}
	return b.String()
}

// transferEncodings are the columns of the table, with an encoder and a decoder
// that are not ours.
var transferEncodings = []struct {
	name, field string
	encode      func(t *testing.T, body []byte, endings []string, text bool) []byte
	decode      func(t *testing.T, body []byte) []byte
}{
	{"none", "", asItIs, itself},
	{"7bit", "Content-Transfer-Encoding: 7bit\n", asItIs, itself},
	{"8bit", "Content-Transfer-Encoding: 8bit\n", asItIs, itself},
	{"binary", "Content-Transfer-Encoding: binary\n", asItIs, itself},
	{"QP", "Content-Transfer-Encoding: quoted-printable\n", asQuotedPrintable, fromQuotedPrintable},
	{"b64/76", "Content-Transfer-Encoding: base64\n", asBase64(76), fromBase64},
	{"b64/60", "Content-Transfer-Encoding: base64\n", asBase64(60), fromBase64},
	{"b64/one line", "Content-Transfer-Encoding: base64\n", asBase64(1 << 20), fromBase64},
}

func asItIs(_ *testing.T, body []byte, _ []string, _ bool) []byte { return body }

func itself(_ *testing.T, body []byte) []byte { return body }

// asQuotedPrintable encodes text line by line, so that its line endings stay,
// and other bytes as a whole.
func asQuotedPrintable(t *testing.T, body []byte, endings []string, text bool) []byte {
	lines := [][]byte{body}
	if text {
		lines = bytes.SplitAfter(body, []byte("\n"))
	}
	var out bytes.Buffer
	for i, line := range lines {
		kept := bytes.TrimRight(line, "\r\n")
		if !text {
			kept = line
		}
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		w.Binary = true
		_, err := w.Write(kept)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		out.WriteString(strings.ReplaceAll(b.String(), "\r\n", endings[i%len(endings)]))
		out.Write(line[len(kept):])
	}
	return out.Bytes()
}

func fromQuotedPrintable(t *testing.T, body []byte) []byte {
	text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
	require.NoError(t, err)
	return text
}

func asBase64(width int) func(*testing.T, []byte, []string, bool) []byte {
	return func(_ *testing.T, body []byte, endings []string, _ bool) []byte {
		return []byte(endLines(wrapped(string(body), width), endings))
	}
}

func fromBase64(t *testing.T, body []byte) []byte {
	text, err := base64.StdEncoding.DecodeString(string(body))
	require.NoError(t, err)
	return text
}
