package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// code is what a code of a reason or a note looks like.
var code = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// TestCodes checks that the package comment of rewrite lists the codes of all reasons and
// notes, and no others.
func TestCodes(t *testing.T) {
	want := map[string]bool{"part-signed": true} // which stands for all of mimebase
	for _, file := range []string{"engine/reason/reason.go", "engine/notes.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			var value ast.Expr
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				value = n.Args[0]
			case *ast.ValueSpec:
				value = n.Values[0]
			}
			if lit, ok := value.(*ast.BasicLit); ok {
				text := strings.Trim(lit.Value, `"`)
				require.Regexp(t, code, text)
				want[text] = true
			}
			return true
		})
	}
	require.Greater(t, len(want), 50)

	text, err := os.ReadFile("../rewrite/doc.go")
	require.NoError(t, err)
	_, text2, _ := strings.Cut(string(text), "# What is rewritten")
	text2, _, _ = strings.Cut(text2, "# Promises")
	listed := make(map[string]bool)
	for line := range strings.Lines(text2) {
		if rest, ok := strings.CutPrefix(line, "//\t"); ok {
			if fields := strings.Fields(rest); rest[0] != ' ' && code.MatchString(fields[0]) {
				listed[fields[0]] = true
			}
		}
	}
	require.Equal(t, want, listed, "rewrite/doc.go lists the codes, above \"# Promises\"")
}
