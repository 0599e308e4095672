package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCutOff checks that a compressed mailbox that is cut off or damaged is copied as it is to
// every destination, although links before the damage could be rewritten: gzip would get fewer
// messages out of the new file. In a new tree, only whole members before the damage may be
// rewritten.
func TestCutOff(t *testing.T) {
	t.Chdir(t.TempDir())
	whole := compress(t, mailbox(rand.New(rand.NewPCG(9, 10)), 150))
	damaged := bytes.Clone(whole)
	damaged[len(damaged)/2] ^= 0x55
	for name, box := range map[string][]byte{
		"short":   whole[:900], // less than what gzip holds back
		"half":    whole[:len(whole)/2],
		"trailer": whole[:len(whole)-3],
		"damaged": damaged,
		"more":    append(bytes.Clone(damaged), whole...),
	} {
		require.NoError(t, os.WriteFile("box.mbox.gz", box, 0o600))
		for _, c := range []struct {
			args     []string
			stdin    bool
			out      string // a file, or stdout
			reported string
		}{
			{[]string{"-o", "tree/"}, false, "tree/box.mbox.gz", "hrefix: box.mbox.gz: .*: copied as it is: get a whole copy, .*\n"},
			{[]string{"-o", "new.gz"}, false, "new.gz", "hrefix: box.mbox.gz: .*: copied as it is: get a whole copy, .*\n"},
			{[]string{"-o", "piped.gz"}, true, "piped.gz", "hrefix: stdin: .*: copied as it is: get a whole copy, .*\n"},
			{nil, false, "", "hrefix: box.mbox.gz: reading: .*: copied as it is: get a whole copy, .*\n"},
			{nil, true, "", "hrefix: stdin: reading: .*: copied as it is: get a whole copy, .*\n"},
			{[]string{"-w"}, false, "box.mbox.gz", "hrefix: box.mbox.gz: mbox: read at offset "},
			{[]string{"--max-size", "2000", "-o", "less/"}, false, "less/box.mbox.gz", "hrefix: box.mbox.gz: "},
			{[]string{"--max-size", "2000", "-w"}, false, "box.mbox.gz", "hrefix: box.mbox.gz: "},
			{[]string{"--max-size", "2000"}, true, "", "hrefix: stdin: "},
		} {
			args, stdin := slices.Concat([]string{"abs", "-b", "http://a/", "--same-base"}, c.args), io.Reader(new(bytes.Buffer))
			if c.stdin {
				stdin = bytes.NewReader(box)
			} else {
				args = append(args, "box.mbox.gz")
			}
			var stdout, stderr bytes.Buffer
			require.Equal(t, exitFailed, run(args, stdin, &stdout, &stderr), "%s: %s: %s", name, args, &stderr)
			require.Regexp(t, c.reported, stderr.String())
			got := stdout.Bytes()
			if c.out != "" {
				var err error
				got, err = os.ReadFile(c.out)
				require.NoError(t, err)
				require.Zero(t, stdout.Len())
			}
			require.True(t, bytes.Equal(box, got), "%s: %s: %d bytes in place of %d", name, args, len(got), len(box))
			for _, made := range []string{"tree", "less", "new.gz", "piped.gz"} {
				require.NoError(t, os.RemoveAll(made))
			}
		}
	}
}

// TestWholePipe checks that compressed data from a pipe, which is held, is rewritten.
func TestWholePipe(t *testing.T) {
	text := mailbox(rand.New(rand.NewPCG(9, 10)), 600)
	var stdout, stderr, plain bytes.Buffer
	require.Equal(t, exitOK, run([]string{"abs", "-b", "http://a/"}, bytes.NewReader(compress(t, text)), &stdout, &stderr))
	require.Equal(t, exitOK, run([]string{"abs", "-b", "http://a/"}, bytes.NewReader([]byte(text)), &plain, &stderr))
	require.NotEqual(t, text, plain.String())
	require.Equal(t, plain.String(), decompress(t, stdout.Bytes()))
}
