package internal

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container"
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
			case *ast.CompositeLit:
				value = n.Elts[0]
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

// TestTypesNamed: the guide and the page name every container format of the table.
func TestTypesNamed(t *testing.T) {
	for file, form := range map[string]string{"../docs/files.md": "`%s`", "../cmd/hrefix-web/page/page.html": `<option value="%s">`} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range container.Formats() {
			require.Contains(t, string(text), fmt.Sprintf(form, f.Name), "%s does not name a format of internal/container/table.go", file)
		}
	}
}
