package ranges_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestDictionary cuts a web archive whose frames need the dictionary at its start. Another dictionary, and a frame
// that only looks like one, come later.
func TestDictionary(t *testing.T) {
	var contents [][]byte
	for n := range 40 {
		contents = append(contents, []byte(record(n*7919, fmt.Sprintf("<a href=%x.html>page %d</a>", n*104729, n))))
	}
	dictionary, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 40_000, Contents: contents, History: contents[0], Offsets: [3]int{1, 4, 8}})
	require.NoError(t, err)
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true), zstd.WithEncoderDict(dictionary))
	require.NoError(t, err)
	frame := func(n int) string { return string(w.EncodeAll(contents[n], nil)) }
	skippable := func(content string) string {
		return string(binary.LittleEndian.AppendUint32([]byte("\x5d\x2a\x4d\x18"), uint32(len(content)))) + content
	}
	file := skippable(string(dictionary)) + frame(1) + frame(2) + skippable("no dictionary") + framed(string(contents[3])) + frame(4) +
		skippable(string(dictionary[:len(dictionary)-8])+strings.Repeat("x", 8)) + frame(5)
	require.Equal(t, 9, check(t, file, detect.WARC, false))
	compressed := skippable(framed(string(dictionary))) + frame(1) + frame(2) + frame(3)
	require.Equal(t, 5, check(t, compressed, detect.WARC, false))
}
