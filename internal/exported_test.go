package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExported: programs outside of this module can use all that the packages
// of the library export. No exported declaration mentions a type of an internal
// package.
func TestExported(t *testing.T) {
	for _, pkg := range []string{"resolve", "base", "htmlbase", "mimebase", "rewrite"} {
		files, err := filepath.Glob("../" + pkg + "/*.go")
		require.NoError(t, err)
		require.NotEmpty(t, files, pkg)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			internal := internalImports(t, file)
			for _, decl := range file.Decls {
				for _, node := range exportedTypes(decl) {
					require.Empty(t, mentions(node, internal), name)
				}
			}
		}
	}
}

// internalImports returns the names of the internal packages that file imports.
func internalImports(t *testing.T, file *ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, i := range file.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		require.NoError(t, err)
		if strings.HasPrefix(name, module+"/internal/") {
			names[path.Base(name)] = true
			require.Nil(t, i.Name, "an import with another name")
		}
	}
	return names
}

// exportedTypes returns the types that the exported part of a declaration
// mentions.
func exportedTypes(decl ast.Decl) (nodes []ast.Node) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			nodes = append(nodes, d.Type)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					nodes = append(nodes, publicPart(s.Type))
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && s.Type != nil {
					nodes = append(nodes, s.Type)
				}
			}
		}
	}
	return nodes
}

// publicPart returns a type without the fields that are not exported.
func publicPart(t ast.Expr) ast.Node {
	structure, ok := t.(*ast.StructType)
	if !ok {
		return t
	}
	public := new(ast.FieldList)
	for _, f := range structure.Fields.List {
		if len(f.Names) == 0 || f.Names[0].IsExported() {
			public.List = append(public.List, f)
		}
	}
	return public
}

// mentions returns the names in node that are qualified by one of the packages.
func mentions(node ast.Node, packages map[string]bool) (names []string) {
	ast.Inspect(node, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if p, ok := s.X.(*ast.Ident); ok && packages[p.Name] {
				names = append(names, p.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return names
}
