package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSeeds checks that every fuzz target has a seed without the corpus: it adds one outside
// loops, or in a loop over a table of its package that is not empty. The test reads the
// source and recognises no other form.
func TestSeeds(t *testing.T) {
	targets := 0
	var without []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		p := parsePackage(t, path)
		for name, f := range p.funcs {
			if strings.HasPrefix(name, "Fuzz") && isTarget(f) {
				targets++
				if !p.seeds(f, 0) {
					without = append(without, filepath.ToSlash(path)+" "+name)
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Empty(t, without, "no seed is sure to be added")
	require.Greater(t, targets, 50)
}

// A testPackage has the functions and variables of the tests in a folder.
type testPackage struct {
	funcs  map[string]*ast.FuncDecl
	values map[string]ast.Expr // of variables
}

func parsePackage(t *testing.T, dir string) testPackage {
	p := testPackage{make(map[string]*ast.FuncDecl), make(map[string]ast.Expr)}
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					p.funcs[d.Name.Name] = d
				}
			case *ast.GenDecl:
				p.addValues(d)
			}
		}
	}
	return p
}

func (p testPackage) addValues(d *ast.GenDecl) {
	for _, s := range d.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok || len(v.Values) != len(v.Names) {
			continue
		}
		for i, name := range v.Names {
			p.values[name.Name] = v.Values[i]
		}
	}
}

// isTable reports whether an expression is a literal that is not empty, the name of one, or
// a call with such an argument.
func (p testPackage) isTable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) > 0
	case *ast.BasicLit:
		return e.Value != "0"
	case *ast.Ident:
		return p.values[e.Name] != nil && p.isTable(p.values[e.Name])
	case *ast.CallExpr:
		for _, arg := range e.Args {
			if p.isTable(arg) {
				return true
			}
		}
	}
	return false
}

// isTarget reports whether a function is a fuzz target: its parameter is a *testing.F.
func isTarget(f *ast.FuncDecl) bool {
	params := f.Type.Params.List
	if len(params) != 1 {
		return false
	}
	star, ok := params[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "F"
}

// seeds reports whether f, or a function of the package that it calls, is sure to
// call Add.
func (p testPackage) seeds(f *ast.FuncDecl, depth int) (found bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			return p.isTable(n.X)
		case *ast.ForStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.FuncLit:
			return false
		case *ast.CallExpr:
			switch fun := n.Fun.(type) {
			case *ast.SelectorExpr:
				found = found || fun.Sel.Name == "Add"
			case *ast.Ident:
				called := p.funcs[fun.Name]
				found = found || called != nil && depth < 3 && p.seeds(called, depth+1)
			}
		}
		return true
	})
	return found
}
