package mbox_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// known are the mailboxes of the corpus. lines is how many lines begin with
// "From ", and so how many messages Python's mailbox module sees; why says why
// there are not as many messages.
var known = map[string]struct {
	messages, counted, lines int
	why                      string
}{
	"cpython/msg_25.txt": {messages: 1, lines: 1},
	"cpython/msg_43.txt": {messages: 1, lines: 1},
	"jstedfast+MimeKit/UnitTests_TestData_mbox_content-length.mbox.txt": {messages: 29, counted: 25, lines: 29},
	"jstedfast+MimeKit/UnitTests_TestData_mbox_issue1189.mbox.txt":      {messages: 4, lines: 4},
	"jstedfast+MimeKit/UnitTests_TestData_mbox_simple.mbox.txt":         {messages: 3, lines: 3},
	"jstedfast+MimeKit/UnitTests_TestData_mbox_unmunged.mbox.txt": {messages: 2, lines: 3,
		why: "the first line begins with a byte order mark, and two are sentences"},
	"jstedfast+MimeKit/UnitTests_TestData_messages_multipart-digest.txt":                 {messages: 1, lines: 1},
	"notmuch+notmuch/test_corpora_indexing_PATCH-1-2-system_data_types.7-srcfix.txt:2,S": {messages: 1, lines: 1},
	"notmuch+notmuch/test_corpora_insert_mbox-attachment.eml":                            {messages: 2, lines: 2},
	"pipermail/twisted-python_1945-February.txt":                                         {messages: 2, lines: 2},
	"pipermail/twisted-python_2004-January.txt":                                          {messages: 256, lines: 256},
	"pipermail/twisted-python_2007-May.txt":                                              {messages: 282, lines: 282},
	"pipermail/twisted-python_2011-April.txt":                                            {messages: 325, lines: 325},
	"pipermail/twisted-python_2014-January.txt":                                          {messages: 234, lines: 234},
	"pipermail/twisted-python_2017-May.txt":                                              {messages: 104, lines: 104},
	"pipermail/twisted-python_2021-April.txt":                                            {messages: 30, lines: 30},
	"pipermail/twisted-web_2006-March.txt":                                               {messages: 23, lines: 23},
	"pipermail/twisted-web_2009-September.txt":                                           {messages: 9, lines: 9},
	"pipermail/twisted-web_2013-July.txt":                                                {messages: 37, lines: 37},
	"pipermail/twisted-web_2018-August.txt":                                              {messages: 7, lines: 7},
}

// TestCorpus splits all mailboxes of the corpus, and checks the laws with all
// files.
func TestCorpus(t *testing.T) {
	seen := 0
	for _, f := range corpus.Files(t, "mail") {
		checkLaws(t, f.Data)
		name := f.Name[len("mail/"):]
		want, ok := known[name]
		require.Equal(t, ok, mbox.Detect(f.Data), name)
		if !ok {
			require.Len(t, collect(mbox.Messages(f.Data)), min(1, len(f.Data)), name)
			continue
		}
		seen++
		messages, counted := count(f.Data)
		lines := bytes.Count(append([]byte("\n"), f.Data...), []byte("\nFrom "))
		require.Equal(t, want.messages, messages, name)
		require.Equal(t, want.counted, counted, name)
		require.Equal(t, want.lines, lines, name)
		require.Equal(t, messages == lines, want.why == "", name)

		twin := bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
		messages, counted = count(twin)
		require.Equal(t, want.messages, messages, "%s with CR LF", name)
		require.Zero(t, counted, "%s with CR LF: all lengths are of other bytes", name)
	}
	require.Len(t, known, seen)
}

// count returns how many messages there are in a mailbox, and how many of them
// end where Content-Length says.
func count(mailbox []byte) (messages, counted int) {
	for m := range mbox.Messages(mailbox) {
		messages++
		if m.Counted {
			counted++
		}
	}
	return messages, counted
}
