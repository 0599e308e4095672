// Package peers asks independent readers whether a rewritten message still is
// what it was: Python's email, mailbox and dkim modules, OpenSSL and GnuPG. And it
// tries the recipes of docs/mail-filters.md with the programs that they are for.
//
// The tests need the tools of the others. All but TestMailFiltersPage are skipped
// unless HREFIX_PEERS is 1:
//
//	HREFIX_PEERS=1 go test -count=1 -v ./internal/test/peers
//
// They build the command and run it as its users do, of which go test's cache
// knows nothing. TestPeerPython and TestPeerMailbox need the corpus besides: see
// internal/test/corpus.
//
// # What is where
//
//	tools_test.go        the tools, and the command
//	python_test.go       Python reads each message as it was, but for URLs
//	known_test.go        what may differ: testdata/differences.txt
//	sabotage_test.go     Python tells a message that was damaged
//	signed_test.go       messages to sign, and to put signed ones into
//	smime_test.go        S/MIME signatures verify
//	pgp_test.go          PGP/MIME and inline signatures verify
//	dkim_test.go         DKIM signatures that break are told of
//	mailbox_test.go      a big mailbox: its messages, and the memory it takes
//	filters_test.go      the recipes of docs/mail-filters.md, each with its test
//	filtermail_test.go   the messages for them, and ways to fail
//	mailuser_test.go     somebody who gets mail
//	delivery_test.go     procmail and maildrop
//	dovecot_test.go      Sieve at delivery, and sieve-filter
//	postfix_test.go      the content filter of Postfix
//	postfixreal_test.go  a Postfix that runs it
//	patch_test.go        patch and git apply make of files what the command does
//	stored_test.go       Maildirs, mailboxes, formail, notmuch and mu
//	testdata/split.py    the messages of the corpus as files, and variants of them
//	testdata/compare.py  two messages part by part, and what differs
//	testdata/explain.py  two texts, and the references that explain what differs
//	testdata/bigbox.py   a big mailbox made and counted
//	testdata/postfix.py  a Postfix of its own
//	testdata/sign.py     DKIM and ARC signatures made and verified
//
// # Except for URLs
//
// That output and message differ in URLs only is checked strictly: whatever
// differs must be a reference that "hrefix links" says to have resolved, spelled
// so that it reads as its text there and as its target here, and each of them
// must be met once, in order. testdata/explain.py has the rules.
//
// # Recipes
//
// Each block of the page is run as it stands, as the user nobody if root runs the
// tests. A message that changes and one that does not, with LF and with CRLF, must
// arrive as the command makes them, but for what the other program does to all
// mail: Dovecot and Postfix store it with LF, and Postfix puts its header fields
// before it. Then the command fails, in seven ways: the message must arrive as it
// was, or stay where it was. What stands in for something is said in the tests:
// procmail and maildrop are told a HOME, and sieve-filter its configuration.
//
// # Limits
//
// The Postfix that runs needs root, and a system that lets it have namespaces of
// its own. Without them the filter is still run with a stand-in for sendmail.
//
// A message that comes out of the command as it went in is not read again. Only
// what openssl smime and gpg understand is signed: no S/MIME with several signers,
// no PGP/MIME that is encrypted too.
//
// All code is in test files, so that nothing but this package's tests depends
// on it.
package peers
