package mbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
)

// dated are From_ lines with a date.
var dated = []string{
	// The forms that the c-client library knows, with the programs it names.
	"From user Wed Dec  2 05:53 1992",
	"From user Wed Dec  2 05:53:22 1992",     // BSD
	"From user Wed Dec  2 05:53 PST 1992",    // System V
	"From user Wed Dec  2 05:53:22 PST 1992", // rn
	"From user Wed Dec  2 05:53 -0700 1992",
	"From user Wed Dec  2 05:53:22 -0700 1992", // Emacs
	"From user Wed Dec  2 05:53 1992 PST",
	"From user Wed Dec  2 05:53:22 1992 PST",
	"From user Wed Dec  2 05:53 1992 -0700",
	"From user Wed Dec  2 05:53:22 1992 -0700", // Solaris
	"From user Wed Dec  2 05:53:22 1992 -0700 remote from host",
	"From user Wed, 6 Dec 92 05:53:22", // Amiga
	"From user Fri, 6 Mar 1996 10:00:00 PST",
	"From user Fri, 6 Mar 1996 10:00 PST",
	"From user Fri, 6 Mar 1996 10:00:00 -0800",
	"From user Fri, 6 Mar 1996 10:00 +0100",
	// Those of the tests of Dovecot.
	"From user@domain Thu Nov 29 23:33:09 1973 +0200",
	"From \"user name\"@domain  Fri Jan  2 10:13:52 UTC 1970 +0000",
	"From  Fri Jan  2 10:14 1970 +0000",
	"From user Fri, 2 Jan 1970 10:14:00 +0000",
	// Those of a comment in Mozilla's parser.
	"From jwz  Fri Jul  1 09:13:09 1994",
	"From jwz  Fri, Jul 01 09:13:09 1994",
	"From jwz  Fri Jul  1 09:13:09 1994 PST",
	"From jwz  Fri Jul  1 09:13:09 1994 (+0700)",
	"From - Mon Jul 11 12:08:34 2011",
	// mbox(5) of qmail, RFC 4155, git, public-inbox, Eudora, Google Takeout,
	// ImportExportTools, date(1).
	"From MAILER-DAEMON Fri Jul  8 12:08:34 2011",
	"From god@heaven.af.mil Sat Jan  3 01:05:34 1996 and more",
	"From example@example.com Thu Jan  1 00:00:01 1970",
	"From fc88cba7f1f37b9cf3b296eace2422dd0e173502 Mon Sep 17 00:00:00 2001",
	"From mboxrd@z Thu Jan  1 00:00:00 1970",
	"From ???@??? Tue Apr 03 12:00:00 2001",
	"From 1844347792267117879@xxx Fri Sep 26 17:18:40 +0000 2025",
	"From - a@b.example  Mon Oct 16 2023 16:18:56 GMT-0700",
	"From - a@b.example  Mon Oct 16 2023 23:18:56-0700",
	"From a@b.example Mon Oct 16 2023 16:18:56 GMT+0200 (Central European Summer Time)",
	"From user Thu 01 Jan 2004 12:00:00 PM UTC",
	"From user Thu Jan  1 12:00:00 PM CET 2004",
	// pipermail.
	"From user at host.example  Thu Jan  1 00:00:00 2004",
	"From srs0=a/b=c=d=e at f.example  Thu Jan  1 00:00:00 2004",
	// Senders.
	"From Thu Jan  1 00:00:00 2004",
	"From  Thu Jan  1 00:00:00 2004",
	"From <> Thu Jan  1 00:00:00 2004",
	"From \"\" Thu Jan  1 00:00:00 2004",
	"From mon Thu Jan  1 00:00:00 2004",
	"From jan Thu Jan  1 00:00:00 2004",
	"From \"Jan 1\"@a Thu Jan  1 00:00:00 2004",
	"From a!b!c Thu Jan  1 00:00:00 2004 remote from d",
	"From a\xE9\x00@b Thu Jan  1 00:00:00 2004",
	"From user tty01 Thu Jan  1 00:00:00 2004",
	// Dates.
	"From a\tThu\tJan\t1\t00:00:00\t2004",
	"From a THU JAN  1 00:00:00 2004",
	"From a thursday january 1 0:00 2004",
	"From a Thu. Sept. 1 00:00:00 2004",
	"From a Thu Jan 1, 00:00:00 2004",
	"From a Thu Jan 1, 2004 00:00:00",
	"From a Jan  1 00:00:00 2004",
	"From a Jan  1 00:00:00 CET DST 2004 remote from b",
	"From a Thu Jan  1 00:00:00 MET DST 2004",
	"From a Thu Jan  1 00:00:00 -0800 (PST) 2004",
	"From a Thu Jan  1 00:00:00 PM -0800 (PST) 2004",
	"From a Jan  1 00:00:00 2004 -0800 (PST)",
	"From a Thu Jan  1 00:00:00 04",
	"From a Thu Jan  1 00:00:00 104",
	"From a Thu Jan  1 00:00:00 19104",
	"From a Thu Jan  1 23:59:60 2004",
	"From a 1 Jan 2004 00:00:00 +0000",
	"From a Thursday, 01-Jan-04 00:00:00 GMT",
	"From a 1-Jan-2004 00:00:00 +0000",
	"From a Thu,1 Jan 2004 00:00:00 Z",
	"From a 1 Jan 2004 00:00 +01:00 (a comment) remote from b",
	"From a 1 Jan 2004 12:00 pm",
	"From a 1 Jan 2004 12:00 ()",
	"From a Thu Jan  1 00:00:00 ACWST 2004",
	"From a Thu Jan  1 00:00:00 ACWST+1 2004",
	"From a Thu Jan  1 12:00:00 am CET 2004",
	"From a 2004-01-01 00:00",
	"From a 2004-01-01 00:00:00.123456 +0000",
	"From a 2004-01-01T00:00:00Z",
	"From a 2004-01-01T00:00:00+01:00",
	"From a Thu, 2004-01-01 00:00:00",
	"From a 1 Jan 2004 12:00 Thu Jan  1 00:00:00 2004 b",
}

// undated begin with "From " and are no From_ lines with a date.
var undated = []string{
	"From ",
	"From -",
	"From user@host.example",
	"From here on we walk",
	"From the eyes of a stranger",
	"From my point of view my current approach is actually working pretty",
	"From Thu to Sun",
	"From Thu Jan  1 on",
	"From user Thu Jan  1",
	"From user Thu Jan  1 00:00:00",
	"From user Thu Jan  1 2004",
	"From user Thu Jan  1 00 2004",
	"From user Thu Jan 32 00:00:00 2004",
	"From user Thu Jan  1 25:00:00 2004",
	"From user Thu Jan  1 00:60:00 2004",
	"From user Thu Jan  1 00:00:62 2004",
	"From user Thu Jan  1 00:00:00 123456",
	"From user Thu Jan  1 00:00:00 4",
	"From user Thu Jan  1 00:00:00 2004:",
	"From user Thu Jan  1 00:00:00 2004, he said",
	"From user Thu Jan  1 00:00:00: 2004",
	"From user Thu Jan  1 00:00:00 (CET 2004",
	"From user Thu Jan  1 00:00:00 ( 2004",
	"From user Thu Jan  1 00:00:00 then 2004",
	"From user Thu Jan  1 00:00:00 LONGER 2004",
	"From user Thu Jan 001 00:00:00 2004",
	"From user Thu Jan  1 000:00 2004",
	"From user xThu Jan  1 00:00:00 2004 b",
	"From user Thu Foo  1 00:00:00 2004",
	"From user Thx Foo  1 00:00:00 2004",
	"From user Th Ja  1 00:00:00 2004",
	"From user Thursdays January 1 00:00:00 2004 x",
	"From user@domain 2025-06-15",
	"From user 2004-13-01 00:00",
	"From user 2004-1-01 00:00",
	"From user 04-01-01 00:00",
	// Sentences.
	"From 1 Jan 2004 00:00:00 +0000",
	"From Monday 3 January 2005 09:00",
	"From Jan  1 00:00:00 2004",
	"From 2004-01-01 00:00:00",
	"From noon on 1 May 2010 09:00 to 17:00 all machines are down",
	"From noon on 1 May 2010 09:00 CET on",
	"From noon of May 1 09:00 2010 on",
	"From noon of 2010-05-01 09:00 on",
	// Other lines.
	"From\tuser Thu Jan  1 00:00:00 2004",
	"from user Thu Jan  1 00:00:00 2004",
	">From user Thu Jan  1 00:00:00 2004",
	" From user Thu Jan  1 00:00:00 2004",
	"From: user Thu Jan  1 00:00:00 2004",
	"From",
	"",
	"From user\nThu Jan  1 00:00:00 2004",
}

func TestIsFrom(t *testing.T) {
	for _, line := range dated {
		for _, ending := range []string{"", "\n", "\r\n", "\r", "  \n"} {
			require.True(t, mbox.IsFrom([]byte(line+ending)), "%q", line+ending)
		}
	}
	for _, line := range undated {
		for _, ending := range []string{"", "\n", "\r\n"} {
			require.False(t, mbox.IsFrom([]byte(line+ending)), "%q", line+ending)
		}
	}
}

// TestLongFrom holds both sides of the limit.
func TestLongFrom(t *testing.T) {
	const date = "Thu Jan  1 00:00:00 2004"
	line := "From " + strings.Repeat("x", mbox.MaxLine-len("From  "+date)) + " " + date
	require.Len(t, line, mbox.MaxLine)
	require.True(t, mbox.IsFrom([]byte(line)))
	require.True(t, mbox.IsFrom([]byte(line+" "+line)))
	require.False(t, mbox.IsFrom([]byte("From xxx"+line[len("From "):])))

	require.Len(t, longFrom, mbox.MaxLine)
	require.True(t, mbox.Detect([]byte(longFrom+longName)))
	require.False(t, mbox.Detect([]byte("From x"+longFrom[len("From "):]+longName)))
	require.False(t, mbox.Detect([]byte(longFrom+"N"+longName)))
}

func TestDetect(t *testing.T) {
	const from = "From a Thu Jan  1 00:00:00 2004\n"
	for text, want := range map[string]bool{
		"":                                       false,
		"\n":                                     false,
		from:                                     true,
		from + "\n":                              true,
		from + "\r\n":                            true,
		from + "Subject: x\n":                    true,
		from + "X-Mozilla-Status2: x":            true,
		from + ">From a remote from b\n":         true,
		from + from:                              false,
		from + "This is a letter.\n":             false,
		from + "http://a/\n":                     false,
		from + ": x\n":                           false,
		from + " x: y\n":                         false,
		from[:len(from)-1]:                       true,
		"\n\r\n\n" + from + "Subject: x\n":       true,
		"\xEF\xBB\xBF\r\n" + from + "Subject:\n": true,
		" \n" + from + "Subject: x\n":            false,
		"x\n" + from + "Subject: x\n":            false,
		"From here on we walk\nSubject: x\n":     false,
		"From a b\nSubject: x\n":                 false,
		"From a\nSubject: x\n":                   false,
		"From: a\nSubject: x\n":                  false,
		"From -\nSubject: x\n":                   true,
		"From - \r\nX-Mozilla-Status: 0001\r\n":  true,
		"From \r\nX-Mozilla-Status: 0001\r\n":    true,
		"From \n\n":                              false,
		"From -":                                 false,
		"From a@b\nSubject: x\n":                 true,
		"From a@b\nHow do you do?\n":             false,
		"From a@b\n>From a@b\n":                  false,
		"Return-Path: <a@b>\n" + from:            false,
	} {
		require.Equal(t, want, mbox.Detect([]byte(text)), "%q", text)
	}
}
