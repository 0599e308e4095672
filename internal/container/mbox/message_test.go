package mbox_test

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
)

// A piece is a message as the tests write it: the bytes of the mailbox before it,
// the message, and the bytes after it.
type piece struct {
	before, message, after string
	counted                bool
}

const (
	fromA = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	fromB = "From c at d.example  Thu Jan  1 00:00:00 2004\n"
)

// mailboxes are mailboxes by their pieces.
var mailboxes = map[string][]piece{
	"empty": {},
	"one":   {{before: fromA, message: "S: x\n\ntext\n"}},
	"two": {
		{before: fromA, message: "S: x\n\ntext\n", after: "\n"},
		{before: fromB, message: "S: y\n\ntext\n", after: "\n"},
	},
	"CR LF": {
		{before: crlf(fromA), message: "S: x\r\n\r\ntext\r\n", after: "\r\n"},
		{before: crlf(fromB), message: "S: y\r\n\r\ntext\r\n", after: "\r\n"},
	},
	"mixed line endings": {
		{before: crlf(fromA), message: "S: x\n\r\ntext\n", after: "\r\n"},
		{before: fromB, message: "S: y\r\n\ntext\r\n", after: "\n"},
	},
	"no empty lines": {
		{before: fromA, message: "S: x\n\ntext\n"},
		{before: fromB, message: "S: y\n\ntext\n"},
	},
	"more empty lines": {
		{before: fromA, message: "S: x\n\ntext\n\n\r\n\n", after: "\n"},
		{before: fromB, message: "S: y\n\ntext\n\n", after: "\r\n"},
	},
	"blank line":        {{before: fromA, message: "S: x\n\ntext\n \n"}},
	"CR before CR LF":   {{before: fromA, message: "S: x\n\ntext\n\r\r\n"}},
	"no final newline":  {{before: fromA, message: "S: x\n\ntext\n", after: "\n"}, {before: fromB, message: "S: y\n\ntext"}},
	"From_ lines only":  {{before: fromA}, {before: fromB}, {before: fromA}, {before: fromB[:len(fromB)-1]}},
	"nothing but lines": {{before: fromA, after: "\n"}, {before: fromB, message: "\n", after: "\n"}},
	"header only":       {{before: fromA, message: "S: x\n"}, {before: fromB, message: "S: y\n", after: "\n"}},
	"in the header":     {{before: fromA, message: "S: x\n"}, {before: fromB, message: "T: y\n\ntext\n"}},

	"quoted": {{before: fromA, message: "S: x\n\n>" + fromA + ">>" + fromB}},
	"prose": {{before: fromA, message: "S: x\n\ntext\n\nFrom here on we walk\nNote: slowly\n\nFrom Bob\nNote: x\n\n" +
		"From: a\nFrom\n\nFrom \nhttp://a\n\nFrom a@b\ntext\n\nFrom -\n\nFrom a@b c\nS: x\n\nFrom -- \nS: x\n"}},
	"UUCP": {{before: fromA + ">From b remote from c\r\n>From d Thu Jan  1 00:00:00 2004\n", message: "S: x\n\ntext\n", after: "\n"}},
	"byte order mark": {
		{before: "\xEF\xBB\xBF" + fromA, message: "S: x\n\ntext\n", after: "\n"},
		{before: fromB, message: "S: y\n\n\xEF\xBB\xBF" + fromA},
	},
	"empty lines first":      {{before: "\xEF\xBB\xBF\n\r\n\n" + fromA, message: "S: x\n"}},
	"no From_ line":          {{message: "S: x\n\ntext\n", after: "\n"}},
	"no From_ line at first": {{message: "\n\ntext\n", after: "\n"}, {before: fromA, message: "S: x\n"}},
	"blank line at first":    {{message: " \n"}, {before: fromA, message: "S: x\n"}},
	"nothing":                {{after: "\n"}},
	"CR only":                {{message: strings.ReplaceAll("From x@y.example Thu\n\ntext\nFrom a 2004\n", "\n", "\r")}},
	"NUL": {
		{before: fromA, message: "S\x00: x\n\n\x00\n\x00", after: ""},
	},

	"undated": {
		{before: "From -\n", message: "S: x\n\ntext\n"},
		{before: "From - \n", message: "S: x\n\ntext\n\n", after: "\n"},
		{before: "From \r\n", message: "S: x\r\n\r\ntext\r\n", after: "\r\n"},
		{before: "From a@b.example\n", message: "S: x\n\ntext\n", after: "\n"},
		{before: "From @b.example\n", message: "S: x\n\ntext\n", after: "\n"},
		{before: fromA, message: "S: x\n\ntext\nFrom \nS: x\nFrom a@b\nS: x\n", after: "\n"},
		{before: "From \n", message: "S: x\n"},
	},
	"undated at the beginning":  {{before: "\nFrom a@b\n", message: "S: x\n"}},
	"undated after From_ lines": {{before: fromA}, {before: "From -\n", message: "S: x\n"}},
	"undated before From_ lines": {
		{before: fromA, message: "S: x\n\n\nFrom -\n"},
		{before: fromA, message: "S: x\n\n\nFrom \n"},
		{before: fromA, message: "S: x\n\n\nFrom a@b"},
	},
}

// What is as long as it may be to be looked at.
var (
	longFrom = "From " + strings.Repeat("x", mbox.MaxLine-len("From @\n")) + "@\n"
	longName = strings.Repeat("N", mbox.MaxName) + ":\n"
)

// withLength returns a message with the body, and with its length.
func withLength(body string) string {
	return "Content-Length: " + strconv.Itoa(len(body)) + "\n\n" + body
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// counts are mailboxes with Content-Length.
var counts = map[string][]piece{
	"mboxcl2": {
		{before: fromA, message: withLength("text\n\n" + fromB + "\n"), after: "\n", counted: true},
		{before: fromB, message: "Content-Length: 5\n\ntext\n", after: "\n", counted: true},
	},
	"without an empty line": {
		{before: fromA, message: "Content-Length: 5\n\ntext\n", counted: true},
		{before: fromB, message: "Content-Length: 5\n\ntext\n", counted: true},
	},
	"without a line ending": {
		{before: fromA, message: "Content-Length: 4\n\ntext", after: "\n\n", counted: true},
		{before: fromB, message: "Content-Length: 4\n\ntext", after: "\r\n", counted: true},
		{before: fromB, message: "Content-Length: 4\n\ntext", counted: true},
	},
	"of LF before CR LF": {
		{before: crlf(fromA), message: "Content-Length: 4\r\n\r\ntext", after: "\r\n\r\n", counted: true},
		{before: fromB, message: "Content-Length: 5\r\n\r\ntext\r", after: "\n\r\n", counted: true},
		{before: fromA, message: "Content-Length: 6\r\n\r\ntext\r\n", after: "\r\n", counted: true},
	},
	"the empty line": {
		{before: fromA, message: "Content-Length: 6\n\ntext\n\n", counted: true},
		{before: fromB, message: "Content-Length: 6\n\ntext\n\n", counted: true},
	},
	"zero": {
		{before: fromA, message: "Content-Length: 0\n\n", counted: true},
		{before: fromA, message: "Content-Length: 0\n\n", after: "\n", counted: true},
		{before: fromA, message: "Content-Length: 0\n\n", counted: true},
	},
	"before one without a date": {
		{before: fromA, message: withLength("text\n" + fromA + "x\n"), after: "\n", counted: true},
		{before: "From \n", message: "S: x\n\n", after: "\n"},
		{before: fromB, message: withLength("text\n" + fromA + "x\n"), counted: true},
		{before: "From -\n", message: "S: x\n\n", after: "\n"},
	},
	"ways to write it": {
		{before: fromA, message: "content-LENGTH \t:\t5 \r\nS: x\n\ntext\n", after: "\n", counted: true},
		{before: fromA, message: "Content-Length:\n 5\n\t\n\ntext\n", after: "\n", counted: true},
		{before: fromA, message: "Content-Length:0000000000000000000005\n\ntext\n", after: "\n", counted: true},
		{before: fromA, message: "not a field\nContent-Length: 5\n\ntext\n", after: "\n", counted: true},
	},
	"before long lines": {
		{before: fromA, message: withLength("x\n" + fromA + "x"), after: "\r\n\r\n", counted: true},
		{before: longFrom, message: longName + withLength("x\n"+fromA+"x"), after: "\r\n\r\n", counted: true},
		{before: longFrom, message: longName + "\n", after: "\n"},
		{before: longFrom, message: longName},
	},
	"twice the same": {{before: fromA, message: "Content-Length: 5\nContent-Length: 05\n\ntext\n", after: "\n", counted: true}},
	"without From_":  {{message: withLength("x\n" + fromA + "x"), after: "\n", counted: true}, {before: fromA}},

	"a lie": {
		{before: fromA, message: "Content-Length: 4\n\nlonger\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\n\ntext\n\n", after: "\n"},
		{before: fromA, message: "Content-Length: 3\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 51\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\n\ntext\n\n\n", after: "\n"},
		{before: fromA, message: "Content-Length: 1000\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 4\n\ntext" + fromA + "S: x\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\n\ntext\nFrom \nS: x\n", after: "\n"},
	},
	"no number": {
		{before: fromA, message: "Content-Length:\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: x\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: -5\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: +5\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5 6\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\n 6\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 9223372036854775807\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 99999999999999999999\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 9223372036854775808\nContent-Length: 5\n\ntext\n", after: "\n"}, // 2^63
	},
	"two that differ": {
		{before: fromA, message: "Content-Length: 5\nContent-Length: 6\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 0\nContent-Length: 5\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\nContent-Length: x\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: x\nContent-Length: 5\n\ntext\n", after: "\n"},
	},
	"no such field": {
		{before: fromA, message: "Content-Lengths: 5\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length 5\n\ntext\n", after: "\n"},
		{before: fromA, message: " Content-Length: 5\n\ntext\n", after: "\n"},
		{before: fromA, message: "S: x\n\nContent-Length: 5\n\ntext\n", after: "\n"},
		{before: fromA, message: "Content-Length: 5\n", after: ""},
	},
}

// join returns the mailbox of pieces, and its messages.
func join(pieces []piece) (mailbox []byte, messages []format.Member) {
	for i, p := range pieces {
		offset := len(mailbox)
		mailbox = append(mailbox, p.before+p.message+p.after...)
		messages = append(messages, format.Member{
			Number: i + 1, Offset: int64(offset), MediaType: "message/rfc822", Counted: p.counted,
			Start: len(p.before), End: len(p.before) + len(p.message),
		})
	}
	for i := range messages {
		end := len(mailbox)
		if i+1 < len(messages) {
			end = int(messages[i+1].Offset)
		}
		messages[i].Text = mailbox[messages[i].Offset:end]
	}
	return mailbox, messages
}

// collect returns copies of the messages of a sequence.
func collect(messages iter.Seq[*format.Member]) (all []format.Member) {
	for m := range messages {
		all = append(all, *m)
	}
	return all
}

// next returns the next message.
func next(r *mbox.Reader) (m format.Member, err error) {
	err = r.Next(&m)
	return m, err
}

func TestMessages(t *testing.T) {
	for _, table := range []map[string][]piece{mailboxes, counts} {
		for name, pieces := range table {
			t.Run(name, func(t *testing.T) {
				mailbox, want := join(pieces)
				require.Equal(t, want, collect(mbox.Messages(mailbox)))
				checkLaws(t, mailbox)
			})
		}
	}
}

// TestTwins has all line endings CR LF.
func TestTwins(t *testing.T) {
	for name, pieces := range mailboxes {
		if mailbox, _ := join(pieces); bytes.IndexByte(mailbox, '\r') >= 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var twin []piece
			for _, p := range pieces {
				twin = append(twin, piece{before: crlf(p.before), message: crlf(p.message), after: crlf(p.after)})
			}
			mailbox, want := join(twin)
			require.Equal(t, want, collect(mbox.Messages(mailbox)))
			checkLaws(t, mailbox)
		})
	}
}

// TestMessagesStop ends the sequence early.
func TestMessagesStop(t *testing.T) {
	mailbox, want := join(mailboxes["two"])
	for m := range mbox.Messages(mailbox) {
		require.Equal(t, want[0], *m)
		break
	}
}

// TestMessagesBytes appends to the bytes of a message, which must not reach
// those of the next one.
func TestMessagesBytes(t *testing.T) {
	mailbox, _ := join(mailboxes["two"])
	before := bytes.Clone(mailbox)
	for m := range mbox.Messages(mailbox) {
		_ = append(m.Text, "x"...)
	}
	require.Equal(t, before, mailbox)
}
