// Package peers checks with independent programs that a rewritten message still is what it
// was: with Python's email, mailbox and dkim modules, OpenSSL and GnuPG, and a feed with xmllint
// and feedparser. It also runs the
// recipes of docs/mail-filters.md with the programs that they are for.
//
// The tests need these programs. All tests except TestMailFiltersPage are skipped unless
// HREFIX_PEERS is 1:
//
//	HREFIX_PEERS=1 go test -count=1 -v ./internal/programs/peers
//
// They build the command and run it as its users do; the cache of go test does not notice
// changes of the command. TestPeerPython, TestPeerMailbox and the tests of feeds also need the corpus: see
// internal/test/corpus.
//
// # What is where
//
//	tools_test.go        the tools, and the command
//	python_test.go       Python reads each message as it was, except URLs
//	known_test.go        what may differ: testdata/differences.txt
//	sabotage_test.go     Python reports a damaged message
//	signed_test.go       messages to sign, and to put signed ones into
//	smime_test.go        S/MIME signatures verify
//	pgp_test.go          PGP/MIME and inline signatures verify
//	dkim_test.go         broken DKIM signatures are reported
//	mailbox_test.go      a big mailbox: its messages, and the memory it takes
//	filters_test.go      the recipes of docs/mail-filters.md, each with its test
//	filtermail_test.go   the messages for them, and ways to fail
//	mailuser_test.go     somebody who gets mail
//	delivery_test.go     procmail and maildrop
//	dovecot_test.go      Sieve at delivery, and sieve-filter
//	postfix_test.go      the content filter of Postfix
//	postfixreal_test.go  a Postfix that runs it
//	patch_test.go        patch and git apply write the same files as the command
//	stored_test.go       Maildirs, mailboxes, formail, notmuch and mu
//	zstd_test.go         the zstd program reads compressed mailboxes, and writes them
//	tar_test.go          GNU tar, bsdtar and Python read rewritten archives of all dialects
//	zip_test.go          unzip, 7-Zip, Python and Go read rewritten zip files of many programs
//	epub_test.go         epubcheck reports the same on rewritten books
//	feeds_test.go        xmllint and feedparser read feeds; generators of feeds
//	webarchive_test.go   Python reads rewritten web archives of Safari
//	findings_test.go     other programs read the faults that check prints
//	breakout_test.go     parse5, acorn and others read documents that try to break out of their places
//	breakout_judge_test.go  the program that runs them
//	breakout_chromium_test.go  Chromium decodes these documents as that program does
//	testdata/split.py    the messages of the corpus as files, and variants of them
//	testdata/compare.py  two messages part by part, and what differs
//	testdata/explain.py  two texts, and the references that explain what differs
//	testdata/bigbox.py   a big mailbox made and counted
//	testdata/postfix.py  a Postfix of its own
//	testdata/tar.py      tar archives made and listed
//	testdata/webarchive.py  web archives of Safari made and compared
//	testdata/zip         zip files made by Python and node, and listed
//	testdata/feeds       generators of feeds: npm, Python, Ruby; and feedparser
//	testdata/breakout    the judge of documents that try to break out
//	testdata/sign.py     DKIM and ARC signatures made and verified
//
// # Except for URLs
//
// A message and its output may differ in URLs only. Each difference must be a reference
// that "hrefix links" reports as resolved, and it must read as the reference's text before
// and as its target after. Each such reference must occur once, in order.
// testdata/explain.py has the rules.
//
// # Recipes
//
// Each block of the page is run unchanged, as the user nobody if root runs the tests. A
// message that changes and one that does not, with LF and with CRLF, must arrive as the
// command writes them, except for what the other program does to all mail: Dovecot and
// Postfix store it with LF, and Postfix adds header fields. Then the command fails, in
// seven ways: the message must arrive unchanged, or stay where it was. Some things are
// replaced, as the tests say: procmail and maildrop get a HOME, and sieve-filter its
// configuration.
//
// # Limits
//
// The real Postfix needs root, and a system that lets it have its own namespaces. Without
// them the filter is still run with a replacement for sendmail.
//
// If the output of the command equals the message, it is not read again. Only content that
// openssl smime and gpg can verify is signed: no S/MIME with several signers, no PGP/MIME
// that is also encrypted.
//
// All code is in test files, so that only the tests of this package depend on it.
package peers
