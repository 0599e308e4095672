package format_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

// lines is a Reader of a file in which each line is a document. Its error is fault, or io.EOF.
type lines struct {
	text   []byte
	number int
	buf    []byte
	fault  error
}

func (l *lines) Next(m *format.Member) error {
	line, rest, ok := bytes.Cut(l.text, []byte("\n"))
	if !ok {
		if l.fault != nil {
			return l.fault
		}
		return io.EOF
	}
	l.text = rest
	l.number++
	l.buf = append(append(l.buf[:0], line...), '\n') // the next call overwrites it
	*m = format.Member{Number: l.number, Text: l.buf, End: len(line)}
	return nil
}

// TestMembers: without Split, the members of a file in memory are those of Open.
func TestMembers(t *testing.T) {
	f := format.Format{Open: func(file io.Reader, _ format.Options) format.Reader {
		text, err := io.ReadAll(file)
		require.NoError(t, err)
		return &lines{text: text}
	}}
	var all []string
	for m := range f.Members([]byte("a\nb\nc\n")) {
		if all = append(all, string(m.Document())); len(all) == 2 {
			break
		}
	}
	require.Equal(t, []string{"a", "b"}, all)
}

func TestChange(t *testing.T) {
	c := format.Change{Text: []byte("before HEAD document"), Member: 7, Start: 12, End: 20, Edits: []edit.Edit{
		{Start: 12, End: 13, New: []byte("D")}, {Start: 20, End: 20, New: []byte("!")},
	}}
	require.Equal(t, len("Document!"), c.Size())
}

func TestIsZero(t *testing.T) {
	for size := range 20 {
		b := make([]byte, size)
		require.True(t, format.IsZero(b))
		for i := range b {
			b[i] = 1
			require.False(t, format.IsZero(b), i)
			b[i] = 0
		}
	}
}
