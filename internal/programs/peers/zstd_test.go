//go:build unix

package peers

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// letters returns the messages of a mailbox. Every third one has a relative link and a base.
func letters(n int) (list []string) {
	for i := range n {
		base := ""
		if i%3 == 0 {
			base = fmt.Sprintf("Base: <URL:http://base.example/%d/>\n", i)
		}
		list = append(list, fmt.Sprintf("From a@b.example Thu Jan  1 00:00:00 2004\nMessage-ID: <%d@b.example>\n%s"+
			"Content-Type: text/html\n\n<p>Letter %d about <a href=%x.html>something</a> and <a href=x>more</a>.\n\n", i*7919, base, i, i*104729))
	}
	return list
}

// TestPeerZstd checks with the zstd program that the command reads what the program writes, that
// the program reads what the command writes, and that nothing changes without a change.
func TestPeerZstd(t *testing.T) {
	need(t, "zstd")
	plain := write(t, "box.mbox", strings.Join(letters(3000), ""))
	want := run(t, "", hrefix(t), "abs", plain).stdout
	require.NotEqual(t, want, strings.Join(letters(3000), ""))
	text, err := os.ReadFile(plain)
	require.NoError(t, err)
	for _, flags := range []string{"-1", "-3", "-19", "--ultra -22", "--fast=5", "--no-check", "--long=27", "-T2 -B32768", "--single-thread"} {
		for _, input := range []string{"", string(text)} { // from a pipe, the size is not known
			args := append(strings.Fields(flags), "-q", "-c")
			if input == "" {
				args = append(args, plain)
			}
			packed := run(t, input, "zstd", args...).stdout
			out := run(t, packed, hrefix(t), "abs", "-").stdout
			require.True(t, want == run(t, out, "zstd", "-dcq").stdout, flags)
			again := run(t, out, hrefix(t), "abs", "-").stdout
			require.True(t, out == again, "nothing to change: %s", flags)
		}
	}
	far := run(t, string(text), "zstd", "--long=31", "-q", "-c").stdout
	r := try(t, far, hrefix(t), "abs", "-")
	require.False(t, r.ok)
	require.Contains(t, r.stderr, "needs a window of more than 128 MiB")
	require.True(t, far == r.stdout)
}

// TestPeerZstdDictionary checks files in the form of compressed WARC files, with a dictionary that
// the zstd program has made: the program reads what is written with it.
func TestPeerZstdDictionary(t *testing.T) {
	need(t, "zstd")
	dir := t.TempDir()
	list := letters(300)
	var names []string
	for i, letter := range list {
		names = append(names, filepath.Join(dir, strconv.Itoa(i)))
		require.NoError(t, os.WriteFile(names[i], []byte(letter), 0o600))
	}
	dictionary := filepath.Join(dir, "dictionary")
	run(t, "", "zstd", append([]string{"-q", "--train", "--maxdict=8000", "-o", dictionary}, names...)...)
	content, err := os.ReadFile(dictionary)
	require.NoError(t, err)
	want := run(t, strings.Join(list, ""), hrefix(t), "abs", "-t", "mbox", "-").stdout
	for _, content := range []string{string(content), run(t, string(content), "zstd", "-q", "-c").stdout} {
		file := "\x5d\x2a\x4d\x18" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(content)))) + content
		var frames []string
		for _, name := range names[:60] {
			frames = append(frames, run(t, "", "zstd", "-q", "-c", "-D", dictionary, name).stdout)
		}
		file += strings.Join(frames, "")
		out := run(t, file, hrefix(t), "abs", "-").stdout
		got := run(t, out, "zstd", "-dcq", "-D", dictionary).stdout
		require.NotEmpty(t, got)
		require.True(t, strings.HasPrefix(want, got))
		again := run(t, out, hrefix(t), "abs", "-").stdout
		require.True(t, out == again)
	}
}
