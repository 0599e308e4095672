package corpus

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An EncodingTest is a case of the encoding tests of html5lib.
type EncodingTest struct {
	Name string // the file, and the number of the case in it, from 0
	Text []byte
	Want string // the encoding, in lower case
}

// EncodingTests returns the cases of the encoding tests of html5lib.
func EncodingTests(t testing.TB) (all []EncodingTest) {
	t.Helper()
	for _, f := range Files(t, "html", "html5lib-tests", "encoding") {
		if !strings.HasSuffix(f.Name, ".dat") {
			continue
		}
		for i, test := range bytes.Split(append([]byte("\n"), f.Data...), []byte("\n#data\n"))[1:] {
			text, want, ok := bytes.Cut(test, []byte("\n#encoding\n"))
			require.True(t, ok, f.Name)
			want, _, _ = bytes.Cut(bytes.ToLower(want), []byte("\n"))
			name := fmt.Sprintf("%s#%d", strings.TrimPrefix(f.Name, "html/html5lib-tests/encoding/"), i)
			all = append(all, EncodingTest{name, text, string(want)})
		}
	}
	require.Len(t, all, 83)
	return all
}
