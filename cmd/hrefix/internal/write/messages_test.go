package write

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// merge returns what Merge makes of a mailbox that a run found as was, and wrote as is.
func merge(t *testing.T, was, is, now string) (string, Merged) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "box")
	require.NoError(t, os.WriteFile(name, []byte(was), 0o600))
	backup, err := os.Open(name)
	require.NoError(t, err)
	defer backup.Close()
	var k Kept
	k.Messages, err = changedMessages(strings.NewReader(was), strings.NewReader(is))
	require.NoError(t, err)
	var out bytes.Buffer
	did, err := k.Merge(&out, strings.NewReader(now), backup)
	require.NoError(t, err)
	return out.String(), did
}

// TestMerge checks what becomes of mailboxes that mail programs have changed since the run.
func TestMerge(t *testing.T) {
	t.Parallel()
	const (
		from  = "From a@b.example Thu Jan  1 00:00:00 2026\n"
		was   = from + "Status: O\nContent-Base: http://h/\nContent-Length: 11\nX-Keywords:\n\tone\nSubject: 1\n\n<a href=q>\n\n"
		is    = from + "Status: O\nContent-Base: http://h/\nContent-Length: 20\nX-Keywords:\n\tone\nSubject: 1\n\n<a href=http://h/q>\n\n"
		plain = from + "Subject: 2\n\ntext\n\n"
		third = from + "Subject: 3\n\n<a href=x>\n\n" // another text, the same result
		alike = from + "Subject: 3\n\n<a href=y>\n\n"
		both  = from + "Subject: 3\n\n<a href=z>\n\n"
	)
	twin, other := strings.Replace(is, "Content-Length: 20\n", "", 1), strings.Replace(is, "From a@", "From c@", 1)
	read := strings.NewReplacer("Status: O", "Status: RO", "one\n", "one\n\ttwo\n")
	for name, c := range map[string]struct {
		was, is, now, want string
		did                Merged
	}{
		"as written":     {was + plain, is + plain, is + plain, was + plain, Merged{Restored: 1}},
		"flags":          {was + plain, is + plain, read.Replace(is) + plain, read.Replace(was) + plain, Merged{Restored: 1}},
		"restored":       {was + plain, is + plain, read.Replace(was) + plain, read.Replace(was) + plain, Merged{Before: 1}},
		"flags at end":   {plain + was, plain + is, plain + strings.Replace(strings.Replace(is, "Status: O\n", "", 1), "1\n\n", "1\nStatus: RO\nLines: 1\n\n", 1), plain + strings.Replace(strings.Replace(was, "Status: O\n", "", 1), "1\n\n", "1\nStatus: RO\n\n", 1), Merged{Restored: 1}},
		"no length":      {was, is, strings.Replace(is, "Content-Length: 20\n", "", 1), strings.Replace(strings.Replace(was, "Content-Length: 11\n", "", 1), "Subject", "Content-Length: 11\nSubject", 1), Merged{Restored: 1}},
		"deleted":        {was + third, is + both, both + plain, third + plain, Merged{Restored: 1, Gone: 1}},
		"edited":         {was + third, is + both, strings.Replace(is, "Subject: 1", "Subject: 9", 1) + both, strings.Replace(is, "Subject: 1", "Subject: 9", 1) + third, Merged{Restored: 1, Gone: 1}},
		"same result":    {third + alike, both + both, both + plain + both, third + plain + alike, Merged{Restored: 2}},
		"copied":         {was, is, is + is, was + was, Merged{Restored: 2}},
		"same before":    {was + other, is + other, read.Replace(other) + is, read.Replace(other) + was, Merged{Restored: 1}},
		"same restored":  {was + other, is + other, other + read.Replace(was), other + read.Replace(was), Merged{Before: 1}},
		"same From_":     {twin + was, twin + is, is + twin + plain, is + twin + plain, Merged{Gone: 1}},
		"CRLF":           {crlf(was), crlf(is), crlf(read.Replace(is) + plain), crlf(read.Replace(was) + plain), Merged{Restored: 1}},
		"other messages": {was + plain, is, is, is, Merged{}},
	} {
		got, did := merge(t, c.was, c.is, c.now)
		require.Equal(t, c.want, got, name)
		require.Equal(t, c.did, did, name)
	}
}

// TestMergeLarge checks that messages which are too large to be put back are said to be left.
func TestMergeLarge(t *testing.T) {
	t.Parallel()
	const (
		from  = "From a@b.example Thu Jan  1 00:00:00 2026\n"
		small = from + "Subject: 1\n\n<a href=q>\n\n"
		wrote = from + "Subject: 1\n\n<a href=/q>\n\n"
		read  = from + "Status: RO\n"
	)
	large := from + "\n" + strings.Repeat("text\n", maxMessage/5+1<<18)
	got, did := merge(t, large+"<a href=q>\n\n"+small, large+"<a href=/q>\n\n"+wrote, large+"<a href=/q>\n\n"+strings.Replace(wrote, from, read, 1))
	require.True(t, got == large+"<a href=/q>\n\n"+strings.Replace(small, from, read, 1))
	require.Equal(t, Merged{Restored: 1, Large: true}, did)
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// TestMergeDamagedList checks that a list that was edited is an error.
func TestMergeDamagedList(t *testing.T) {
	t.Parallel()
	backup, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer backup.Close()
	for _, list := range []string{"short", strings.Repeat("\xFF", keptSize), strings.Repeat("\x00", keptSize-17) + strings.Repeat("x", 17)} {
		k := Kept{Messages: []byte(list)}
		_, err = k.Merge(new(bytes.Buffer), strings.NewReader("From a\n\n"), backup)
		require.Error(t, err)
	}
}
