package mbox_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// checkLaws checks what holds for every mailbox: nothing is lost, a message is a
// mailbox of one message, a Reader gives the same however the bytes come, and
// messages end where they should.
func checkLaws(t *testing.T, mailbox []byte) {
	t.Helper()
	messages := collect(mbox.Messages(mailbox))
	var all []byte
	for i, m := range messages {
		require.Equal(t, i+1, m.Number)
		require.EqualValues(t, len(all), m.Offset)
		require.NotEmpty(t, m.Text)
		all = append(all, m.Text...)
		checkEnds(t, &m)

		alone := m
		alone.Number, alone.Offset = 1, 0
		require.Equal(t, []format.Member{alone}, collect(mbox.Messages(m.Text)), "%q alone", m.Text)
	}
	require.True(t, bytes.Equal(mailbox, all), "the messages are the mailbox")

	rng := rand.New(rand.NewPCG(1, uint64(len(mailbox))))
	slow := min(len(mailbox), 10_000)
	for name, reader := range map[string]func() io.Reader{
		"whole": func() io.Reader { return bytes.NewReader(mailbox) },
		"one byte": func() io.Reader {
			return io.MultiReader(iotest.OneByteReader(bytes.NewReader(mailbox[:slow])), bytes.NewReader(mailbox[slow:]))
		},
		"random":   func() io.Reader { return &randomReader{bytes.NewReader(mailbox), rng} },
		"data err": func() io.Reader { return iotest.DataErrReader(bytes.NewReader(mailbox)) },
	} {
		require.Equal(t, messages, readAll(t, reader()), name)
	}
}

// checkEnds checks the spans of one message.
func checkEnds(t *testing.T, m *format.Member) {
	t.Helper()
	require.True(t, 0 <= m.Start && m.Start <= m.End && m.End <= len(m.Text), "%+v", m)
	after := string(m.Text[m.End:])
	if m.Counted {
		require.Contains(t, []string{"", "\n", "\r\n", "\n\n", "\n\r\n", "\r\n\n", "\r\n\r\n"}, after)
		return
	}
	require.Contains(t, []string{"", "\n", "\r\n"}, after)
	if after != "" && m.End > 0 {
		require.EqualValues(t, '\n', m.Text[m.End-1], "the line behind the message is empty")
	}
	for i, line := range bytes.SplitAfter(m.Text[m.Start:], []byte("\n")) {
		require.False(t, mbox.IsFrom(line) && (i > 0 || m.Start > 0), "%q within a message", line)
	}
}

// readAll returns copies of all messages that a Reader gives.
func readAll(t *testing.T, src io.Reader) []format.Member {
	t.Helper()
	var messages []format.Member
	for r := mbox.NewReader(src); ; {
		m, err := next(r)
		if errors.Is(err, io.EOF) {
			return messages
		}
		require.NoError(t, err)
		m.Text = bytes.Clone(m.Text)
		messages = append(messages, m)
	}
}

// A randomReader reads random numbers of bytes, also none.
type randomReader struct {
	r   io.Reader
	rng *rand.Rand
}

func (r *randomReader) Read(p []byte) (int, error) {
	return r.r.Read(p[:min(len(p), r.rng.IntN(40))])
}

// fragments are what random mailboxes are made of.
var fragments = []string{
	fromA, fromB, crlf(fromA), strings.TrimSpace(fromB), ">" + fromA, "From ", "From \n", "From -\r\n", "From -\n",
	"From a@b\n", "S: x\n", "S: x\r\n", "http://x\n", "text\n", "text", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\x00", " ",
	"\xEF\xBB\xBF", "Content-Length: ", "Content-Length: 0\n\n", "Content-Length: 5\n", "Content-Length: 47\n",
	"Content-Length: 48\r\n", "Content-Length: 57\n", "Content-Length: 99\n\n", "Content-Length: 5\n\ntext\n",
}

// random returns a random mailbox, with messages that have their length, or
// nearly.
func random(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(12) {
		b.WriteString(fragments[rng.IntN(len(fragments))])
		if rng.IntN(8) == 0 {
			body := random(rng)
			b.WriteString(fromA + withLength(body) + fragments[rng.IntN(len(fragments))])
		}
	}
	return b.String()
}

// TestRandom checks the laws with random mailboxes.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 155))
	several, counted, holding := 0, 0, 0
	n := corpus.Rounds(1000)
	for range n {
		mailbox := []byte(random(rng))
		checkLaws(t, mailbox)
		for m := range mbox.Messages(mailbox) {
			if m.Number == 2 {
				several++
			}
			if m.Counted {
				counted++
			}
			if m.Counted && bytes.Contains(m.Text[m.Start:], []byte("\n"+fromA)) {
				holding++
			}
		}
	}
	require.Greater(t, several, n/5)
	require.Greater(t, counted, n/5)
	require.Greater(t, holding, n/33)
}

// FuzzMessages checks the laws.
func FuzzMessages(f *testing.F) {
	for _, table := range []map[string][]piece{mailboxes, counts} {
		for _, pieces := range table {
			mailbox, _ := join(pieces)
			f.Add(mailbox)
		}
	}
	for _, line := range slices.Concat(dated, undated) {
		f.Add([]byte(line + "\nS: x\n\ntext\n\n" + line + "\nS: x\n"))
	}
	f.Fuzz(func(t *testing.T, mailbox []byte) {
		checkLaws(t, mailbox)
	})
}
