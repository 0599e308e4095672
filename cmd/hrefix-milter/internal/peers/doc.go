// Package peers tests the filter with the programs that it works with: Postfix, OpenDKIM and
// miltertest. The tests run as root with HREFIX_MILTER=N, where N is the number of messages, and need
// the Debian packages postfix, opendkim and miltertest. .ci/milter-test installs and runs all.
package peers
