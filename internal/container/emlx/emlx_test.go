package emlx_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/emlx"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

func TestDetect(t *testing.T) {
	for head, want := range map[string]bool{
		"12\nSubject: x\n": true, "12  \r\nSubject: x\n": true, "0\nFrom: a\n": true,
		"\nSubject: x\n": false, "x\nSubject: x\n": false, "12": false, "12\n<html>": false, "1 2\nSubject: x\n": false, "": false,
	} {
		require.Equal(t, want, emlx.Format.Detect([]byte(head)), "%q", head)
	}
}

// TestMembers: a file has one member, whose document is as long as the first line says.
func TestMembers(t *testing.T) {
	for file, want := range map[string]string{
		"5\nS: x\n<plist>": "S: x\n", "5  \r\nS: x\n": "S: x\n", "0\n": "",
		"6\nS: x\n": "?", "x\nS: x\n": "?", "5": "?", "": "?", "-1\nx": "?", "4294967290\nS: x\n": "?",
	} {
		n := 0
		for m := range emlx.Format.Members([]byte(file)) {
			n++
			require.Equal(t, file, string(m.Text))
			require.Equal(t, want == "?", m.Defect != "", "%q", file)
			if want != "?" {
				require.Equal(t, want, string(m.Document()))
			}
		}
		require.Equal(t, 1, n)
	}
}

// TestCorrect: the first line gets the new length, and keeps its own if it has blanks.
func TestCorrect(t *testing.T) {
	const before = "outside"
	for _, c := range []struct{ first, new, want string }{
		{"9\n", "yy", "10\n"}, {"9 \n", "yy", "10\n"}, {"9  \r\n", "yy", "10 \r\n"},
		{"9\n", "", "8\n"}, {"9\n", "z", "9\n"}, {"9 \n", "z", "9 \n"},
	} {
		const document = "S: x\n\nbx\n"
		file := []byte(before + c.first + document)
		start := len(before) + len(c.first)
		at := len(file) - 2
		change := format.Change{
			Text: file, Member: len(before), Start: start, End: len(file),
			Edits: []edit.Edit{{Start: at, End: at + 1, New: []byte(c.new)}},
		}
		edits, after := emlx.Format.Correct(nil, change)
		require.Empty(t, after)
		out, err := edit.Apply(file, append(edits, change.Edits...))
		require.NoError(t, err)
		require.Equal(t, before+c.want+"S: x\n\nb"+c.new+"\n", string(out), "%+v", c)
	}
}
