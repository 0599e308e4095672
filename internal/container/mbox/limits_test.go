package mbox_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TestMaxAhead holds both sides of the limit of a Content-Length.
func TestMaxAhead(t *testing.T) {
	for _, far := range []int{mbox.MaxAhead, mbox.MaxAhead + 1} {
		body := "text\n" + fromB + strings.Repeat("x", far-len(fromB)-1) + "\n"
		mailbox := []byte(fromA + withLength(body) + "\n" + fromA)
		messages := collect(mbox.Messages(mailbox))
		if far > mbox.MaxAhead {
			require.Len(t, messages, 3)
			require.False(t, messages[0].Counted)
			require.Equal(t, "text\n", string(messages[0].Text[messages[0].End-5:]))
		} else {
			require.Len(t, messages, 2)
			require.True(t, messages[0].Counted)
			require.Equal(t, len(mailbox)-len(fromA), len(messages[0].Text))
		}
		for i, m := range readAll(t, bytes.NewReader(mailbox)) {
			require.True(t, bytes.Equal(messages[i].Text, m.Text))
			m.Text = messages[i].Text
			require.Equal(t, messages[i], m)
		}
	}
}

// TestNoLimit has a body that is longer than that, and no separator in it.
func TestNoLimit(t *testing.T) {
	body := strings.Repeat("x", mbox.MaxAhead+1) + "\n"
	messages := collect(mbox.Messages([]byte(fromA + withLength(body) + "\n" + fromA)))
	require.Len(t, messages, 2)
	require.True(t, messages[0].Counted)
}

// shapes are mailboxes of about n bytes that take more than linear time if read
// naively.
func shapes(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	return map[string]string{
		"separators":         fill(fromA),
		"From lines":         fill("From \n"),
		"From lines, far":    fill("From \n\n"),
		"From":               fill("From "),
		"undated":            fill("From \nS: x\n\n"),
		"quoted":             fromA + fill(">From \n"),
		"one quoted line":    fromA + ">From " + fill("x"),
		"a line":             fill("x"),
		"a From_ line":       fill("From Thu Jan 1 "),
		"From_ lines":        fill("From " + strings.Repeat("Thu Jan 1 00:00 (", 60) + "\n"),
		"blanks":             fill("From " + strings.Repeat("\t", 1000) + "\n"),
		"empty lines":        fill("\n"),
		"empty lines, CR LF": fill("\r\n"),
		"CR":                 fromA + fill("\r"),
		"header":             fromA + fill("S: x\n"),
		"lengths":            fromA + fill("Content-Length: 5\n"),
		"a folded length":    fromA + "Content-Length:\n" + fill(" 5\n"),
		"a length of digits": fromA + "Content-Length:" + fill("1") + "\n\n",
		"lies":               fill(fromA + "Content-Length: 1000000\n\n"),
		"far lies":           fill(fromA + fmt.Sprintf("Content-Length: %d\n\n", n/2)),
		"false lies":         fill(fromA + "Content-Length: 57\n\nFrom a\n\n"),
	}
}

// TestShapes checks the laws of what would not come to an end in quadratic
// time.
func TestShapes(t *testing.T) {
	for name, mailbox := range shapes(100_000) {
		t.Run(name, func(t *testing.T) {
			all := 0
			for m := range mbox.Messages([]byte(mailbox)) {
				all += len(m.Text)
			}
			require.Equal(t, len(mailbox), all)
			checkLaws(t, []byte(mailbox[:min(len(mailbox), 2000)]))
		})
	}
}
