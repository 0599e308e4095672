package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestDetectTypeInUTF16: a charset of UTF-16 hides neither containers and messages nor a byte
// order mark.
func TestDetectTypeInUTF16(t *testing.T) {
	const message = "Subject: x\nContent-Type: text/html\n\n<a href=y>\n"
	for _, c := range []struct {
		head string
		want engine.Type
	}{
		{message, engine.Message},
		{"From a@b Mon Jan  1 00:00:00 2001\n" + message, engine.Mbox},
		{"\xef\xbb\xbf<!doctype html><a href=y>", engine.HTML},
		{"\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>\x00", engine.HTML},
		{"\xfe\xff\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>", engine.HTML},
		{"<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>\x00", engine.HTML},
	} {
		got, known := engine.DetectTypeIn("utf-16le", "", []byte(c.head))
		require.Equal(t, c.want, got, "%q", c.head)
		require.True(t, known, "%q", c.head)
	}
}
