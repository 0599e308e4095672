package messages

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/mimebase"
)

// parse returns the tree of a message, with d as its decoder.
func parse(d *Decoder, text string) *mimebase.Entity {
	d.Begin(len(text))
	return mimebase.Parse([]byte(text), nil, mimebase.Options{Decode: d.DecodeMessage})
}

// TestDecode compares views with new ones, and with what mimebase decodes.
func TestDecode(t *testing.T) {
	var d Decoder
	for range 3 {
		for header, body := range map[string]string{
			"Content-Transfer-Encoding: quoted-printable":                      strings.Repeat("=3D", maxKept),
			"Content-Transfer-Encoding: base64":                                strings.Repeat("YWJj", maxKept),
			"Content-Transfer-Encoding: BASE64":                                "YW Jj!YQ==YQ==",
			"Content-Transfer-Encoding: 8bit":                                  "\xe9",
			"Content-Transfer-Encoding: x-yenc":                                "a",
			"Content-Type: multipart/mixed":                                    "YWJj",
			"Content-Type: multipart/mixed\nContent-Transfer-Encoding: base64": "YWJj",
			"A: b": "",
		} {
			top := parse(&d, header+"\n\n"+body)
			fresh, want := DecodeBody(top)
			v, err := d.Decode(top)
			require.Equal(t, want, err, header)
			require.Equal(t, string(fresh.Text()), string(v.Text()), header)
			text, err := top.Decode()
			require.Equal(t, want, err, header)
			require.Equal(t, string(text), string(v.Text()), header)
			require.Nil(t, d.Message(top))
		}
	}
}

// TestMessage parses a message in a message in a transfer encoding.
func TestMessage(t *testing.T) {
	const text = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQTogYgoKYw=="
	var d Decoder
	top := parse(&d, text)
	v, inner := d.Message(top), top.Parts[0]
	require.Equal(t, "A: b\n\nc", string(v.Text()))
	require.Equal(t, &v.Text()[0], &inner.Text[0])
	require.Equal(t, strings.Index(text, "QTog")+4*(inner.Body.Start/3), inner.SourceOffset(inner.Body.Start))
	decoded, err := top.Decode()
	require.NoError(t, err)
	require.Equal(t, string(v.Text()), string(decoded))
	require.Equal(t, "base64", EncodingName(v))
	require.Nil(t, d.Message(inner))
	d.Reset()
	require.Nil(t, d.Message(top))

	top = parse(&d, strings.Replace(text, "QTogYgo", "!A==!QT", 1))
	require.Nil(t, d.Message(top))
	require.NotEmpty(t, top.ReadOnly)
}

// TestKeptMemory: the memory of a large body serves for the next one. It is
// released when little of it was used for as many bytes of messages, or at once
// if it is very large.
func TestKeptMemory(t *testing.T) {
	for encoding, room := range map[string]func(*Decoder) int{
		base64Encoding:  func(d *Decoder) int { return d.base64.Room() },
		quotedPrintable: func(d *Decoder) int { return d.qp.Room() },
	} {
		d := new(Decoder)
		pass := func(n int) {
			v, err := d.Decode(parse(d, fmt.Sprintf("Content-Transfer-Encoding: %s\n\n%s", encoding, strings.Repeat("YWJj", n/4))))
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(v.Text()), n/4*3)
			require.Equal(t, encoding, EncodingName(v))
			d.Reset()
			require.Empty(t, v.Text())
		}
		pass(1000)
		small := room(d)
		pass(4 << 20)
		large := room(d)
		require.Greater(t, large, 2<<20)
		for range 10 { // a fifth of it is much
			pass(1 << 20)
			require.Equal(t, large, room(d), encoding)
		}
		for n := 0; n < large-8000; n += 4000 { // a thousandth is not
			require.Equal(t, large, room(d), encoding)
			pass(3900)
		}
		for range 80 {
			pass(4000)
		}
		require.LessOrEqual(t, room(d), maxKept, encoding)
		pass(1000)
		require.GreaterOrEqual(t, room(d), small)
		pass(2 * maxLarge)
		require.Zero(t, room(d), encoding)
	}
}
