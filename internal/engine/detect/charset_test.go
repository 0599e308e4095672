package detect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestUTF16: a charset of UTF-16 hides neither containers and messages nor a byte
// order mark.
func TestUTF16(t *testing.T) {
	const message = "Subject: x\nContent-Type: text/html\n\n<a href=y>\n"
	for _, c := range []struct {
		head string
		want detect.Type
	}{
		{message, detect.Message},
		{"From a@b Mon Jan  1 00:00:00 2001\n" + message, detect.Mbox},
		{"\xef\xbb\xbf<!doctype html><a href=y>", detect.HTML},
		{"\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>\x00", detect.HTML},
		{"\xfe\xff\x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>", detect.HTML},
		{"<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00y\x00>\x00", detect.HTML},
	} {
		got := detect.Of("utf-16le", "", []byte(c.head))
		require.Equal(t, c.want, got.Type, "%q", c.head)
		require.True(t, got.Known, "%q", c.head)
	}
}
