package gzip

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestResume checks that a bad spot in a web archive hides no members after it, in texts of both formats.
func TestResume(t *testing.T) {
	rnd := rand.NewChaCha8([32]byte{22})
	noise := make([]byte, 200_000)
	_, _ = rnd.Read(noise)
	for _, begin := range []string{"WARC/1.0\r\n", "filedesc:"} {
		next := begin
		if begin == "filedesc:" {
			next = "http://a/ "
		}
		first, second := plain(t, begin+"one "), plain(t, next+"two ")
		long := compress(t, plainHeader, append([]byte(next), noise...), 6)
		sum := bytes.Clone(first)
		sum[len(sum)-8]++
		for name, c := range map[string]struct {
			file []byte
			want string // an error, or ""
			text string // begins the text
		}{
			"zeros":             {append(bytes.Clone(first), make([]byte, 1000)...), "", begin + "one "},
			"other bytes":       {append(bytes.Clone(first), "bytes"...), "not compressed: 5 bytes of the file are left", begin + "one "},
			"false beginnings":  {append(bytes.Clone(first), "\x1f\x8b\x1f\x8b\x08\x1f\x8b\x08\x00"...), "left", begin + "one "},
			"a wrong checksum":  {sum, "the checksum does not match", begin + "one "},
			"a cut member":      {append(bytes.Clone(first), first[:20]...), "", begin + "one "},
			"a long cut member": {append(bytes.Clone(first), long[:150_000]...), "", begin + "one "},
			"a broken member":   {append(bytes.Clone(first), "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x07\x07\x07"...), "corrupt", begin + "one "},
		} {
			file := append(bytes.Clone(c.file), second...)
			text, err := read(t, file, Limits{})
			if c.want != "" {
				require.ErrorContains(t, err, c.want, name)
			} else if name == "zeros" {
				require.NoError(t, err)
			} else {
				require.Error(t, err, name)
			}
			require.True(t, strings.HasPrefix(string(text), c.text), name)
			require.True(t, strings.HasSuffix(string(text), next+"two "), name)

			same, _, err := rewrite(t, file, 0, 0, "", Limits{})
			require.NoError(t, err, name)
			require.True(t, bytes.Equal(file, same), name)
			out, _, err := rewrite(t, file, len(text)-4, 3, "THREE", Limits{})
			require.NoError(t, err, name)
			require.True(t, bytes.HasPrefix(out, c.file), "%s: what comes before stays", name)
			now, _ := read(t, out, Limits{})
			require.True(t, strings.HasPrefix(string(now), c.text), name)
			require.True(t, strings.HasSuffix(string(now), next+"THREE "), name)
		}
	}
}

// TestResumeOther checks that other files than archives end at the first bad spot, as before.
func TestResumeOther(t *testing.T) {
	file := append(append(plain(t, "From a@b\n"), "bytes"...), plain(t, "WARC/1.0\r\n")...)
	text, err := read(t, file, Limits{})
	require.NoError(t, err)
	require.Equal(t, "From a@b\n", string(text))
}

// TestResumeHostile checks that many false beginnings take no time.
func TestResumeHostile(t *testing.T) {
	file := append(plain(t, "WARC/1.0\r\n"), bytes.Repeat([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), 1_000_000)...)
	_, err := read(t, file, Limits{})
	require.Error(t, err)
}
