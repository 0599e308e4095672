package httpmessage

import (
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// TestWindow: a body with a large window is not reported as corrupt.
func TestWindow(t *testing.T) {
	var data bytes.Buffer
	w, err := zstd.NewWriter(&data, zstd.WithWindowSize(64<<20), zstd.WithEncoderConcurrency(1))
	require.NoError(t, err)
	text := make([]byte, 1<<20)
	for range 20 {
		_, err := w.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	head := ParseHead([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n"))
	body, err := head.Body(bytes.NewReader(data.Bytes()), format.Limits{})
	require.NoError(t, err)
	defer body.Close()
	_, err = io.ReadAll(body)
	require.NoError(t, err)
	require.Len(t, body.Defects(), 1)
	require.ErrorIs(t, body.Defects()[0], ErrWindow)
}
