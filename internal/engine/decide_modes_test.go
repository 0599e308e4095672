package engine_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestDecideModes: in each mode, messages and mailboxes in which a caller replaces references
// have edits that can be applied, and Copy writes the same as Bytes.
func TestDecideModes(t *testing.T) {
	const from = "From a@b Mon Jan  1 00:00:00 2001\n"
	messages := []string{
		"Link: <x>\nContent-Type: text/html\n\n<a href=y>\n",
		"Link: <x>\nContent-Location: z\nContent-Type: text/html\nLink: <q>\n\n<a href=y>\n",
		"Subject: x\nContent-Type: multipart/mixed; boundary=b\nLink: <x>\nContent-Length: 10\n\n--b\nContent-Type: text/html\nLink: <x>\n\n<a href=y>\n--b--\n",
		"Link: <x>\nContent-Type: message/rfc822\n\nLink: <x>\nContent-Type: text/html\n\n<a href=y>\n",
	}
	for _, mode := range []engine.Mode{engine.MakeAbsolute, engine.Pin} {
		for _, url := range []string{"http://p/", "p"} {
			for _, at := range []string{"", "http://h/d/"} {
				for _, m := range messages {
					for _, src := range []string{m, from + m, from + m + "\n" + from + m} {
						rw, err := engine.New(replacing(engine.Options{Mode: mode, Base: at}, url))
						require.NoError(t, err)
						want, err := rw.Bytes([]byte(src))
						require.NoError(t, err, "%q", src)
						require.NotEqual(t, src, string(want))
						var got bytes.Buffer
						_, err = rw.Copy(context.Background(), &got, bytes.NewReader([]byte(src)), nil)
						require.NoError(t, err, "%q", src)
						require.Equal(t, string(want), got.String())
					}
				}
			}
		}
	}
}

// TestMessageNumbers: references have the number of their message, whether the mailbox is read
// in pieces or not.
func TestMessageNumbers(t *testing.T) {
	const message = "From a@b Mon Jan  1 00:00:00 2001\nContent-Type: text/html\n\n<a href=y>\n\n"
	rw, err := engine.New(engine.Options{})
	require.NoError(t, err)
	var numbers []int
	rw.References([]byte(message+message+message), func(r *engine.Reference) { numbers = append(numbers, r.Message) })
	require.Equal(t, []int{1, 2, 3}, numbers)
	numbers = nil
	rw.References([]byte("<a href=y>"), func(r *engine.Reference) { numbers = append(numbers, r.Message) })
	require.Equal(t, []int{0}, numbers)
}

// TestZeroContext: the zero context is an empty one.
func TestZeroContext(t *testing.T) {
	out, err := engine.Bytes([]byte("<a href=y>"), engine.Options{Context: new(base.Context), Base: "http://h/"})
	require.NoError(t, err)
	require.Equal(t, "<a href=http://h/y>", string(out))
	out, err = engine.Bytes([]byte("<a href=y>"), engine.Options{Context: new(base.Context)})
	require.NoError(t, err)
	require.Equal(t, "<a href=y>", string(out))
}

// TestDecideBaseFields: a header field that gives no base by Options.BaseFields is a reference
// as any other.
func TestDecideBaseFields(t *testing.T) {
	for _, c := range []struct {
		fields []string
		want   string
	}{
		{nil, "Content-Location: http://h/z\n\nx"},
		{[]string{"Base"}, "Content-Location: http://p/\n\nx"},
	} {
		opts := engine.Options{Type: detect.Message, Base: "http://h/", BaseFields: c.fields}
		out, err := engine.Bytes([]byte("Content-Location: z\n\nx"), replacing(opts, "http://p/"))
		require.NoError(t, err)
		require.Equal(t, c.want, string(out))
	}
}

// A lazy writer writes nothing.
type lazy struct{}

func (lazy) Write([]byte) (int, error) { return 0, nil }

// TestCopyToLazyWriter: Copy fails if the writer writes less than it is given.
func TestCopyToLazyWriter(t *testing.T) {
	rw, err := engine.New(engine.Options{})
	require.NoError(t, err)
	for _, n := range []int{10, 200_000} {
		_, err = rw.Copy(context.Background(), lazy{}, bytes.NewReader(make([]byte, n)), nil)
		require.ErrorIs(t, err, io.ErrShortWrite)
	}
}
