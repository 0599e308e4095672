//go:build unix

package peers

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// filtersPage is the page with recipes for programs that handle mail.
const filtersPage = "../../../docs/mail-filters.md"

// recipes has a test for each block of the page.
var recipes = map[string]func(*testing.T, map[string]string){
	"procmail":           testProcmail,
	"procmail-queue":     testProcmailQueue,
	"sanitizer":          testSanitizer,
	"thunderbird":        testThunderbird,
	"maildrop":           testMaildrop,
	"maildrop-exception": testMaildropException,
	"dovecot":            testDovecotConf,
	"sieve":              testSieve,
	"sieve-filter":       testSieveFilter,
	"postfix":            testPostfix,
	"postfix-master":     testPostfixMaster,
	"fetchmail":          testFetchmail,
	"fetchmail-mda":      testFetchmailPipe,
	"getmail":            testGetmail,
	"maildir":            testMaildir,
	"mbox":               testMbox,
	"mbsync":             testMbsync,
	"offlineimap":        testOfflineimap,
	"dotlockfile":        testDotlockfile,
	"formail":            testFormail,
	"notmuch":            testNotmuch,
	"mu":                 testMu,
}

// blockPattern matches a fenced block whose language is followed by its name.
var blockPattern = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

var blockInfo = regexp.MustCompile(`^[a-z]+ ([a-z-]+)$`)

// blocks returns the blocks of the page by name.
func blocks(t testing.TB) map[string]string {
	t.Helper()
	page, err := os.ReadFile(filtersPage)
	require.NoError(t, err)
	all := make(map[string]string)
	for _, m := range blockPattern.FindAllSubmatch(page, -1) {
		info := blockInfo.FindSubmatch(m[1])
		require.NotNil(t, info, "a block has no name: %q", m[0])
		name := string(info[1])
		require.NotContains(t, all, name)
		all[name] = string(m[2])
	}
	return all
}

// TestMailFiltersPage checks that every block of the page has a test, and every test a
// block.
func TestMailFiltersPage(t *testing.T) {
	require.Equal(t, slices.Sorted(maps.Keys(recipes)), slices.Sorted(maps.Keys(blocks(t))))
}

// TestPeerMailFilters runs each block of the page with the program that it is for.
func TestPeerMailFilters(t *testing.T) {
	need(t)
	page := blocks(t)
	for _, name := range slices.Sorted(maps.Keys(recipes)) {
		t.Run(name, func(t *testing.T) { recipes[name](t, page) })
	}
}
