package internal

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/api.txt anew")

// public are the packages of the library, and the most names that each may export.
var public = []struct {
	name  string
	limit int
}{{"resolve", 25}, {"base", 65}, {"htmlbase", 10}, {"mimebase", 25}, {"rewrite", 49}}

// TestAPI compares the exported API of the library with docs/api.txt, so that nobody changes
// it by accident. Nothing in it may mention an internal package or a name that is not
// exported.
func TestAPI(t *testing.T) {
	const list = "../docs/api.txt"
	var b strings.Builder
	b.WriteString("# The exported API of the library. go test ./internal -run API -update writes this file.\n")
	for _, p := range public {
		a := readAPI(t, p.name)
		require.Empty(t, a.hidden, "package %s exports what its users cannot name", p.name)
		require.LessOrEqual(t, a.names, p.limit, "package %s exports too many names", p.name)
		fmt.Fprintf(&b, "\n# package %s: %d names\n%s\n", p.name, a.names, strings.Join(a.lines, "\n"))
	}
	if *update {
		require.NoError(t, os.WriteFile(list, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(list)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "the API of the library changed: go test ./internal -run API -update")
	require.NotEmpty(t, readAPI(t, "internal/engine").hidden, "the test finds nothing")
}

// TestDocComments checks that everything that is exported has a doc comment.
func TestDocComments(t *testing.T) {
	for _, p := range public {
		require.Empty(t, readAPI(t, p.name).undocumented, "package %s", p.name)
	}
}

// An api is what a package exports.
type api struct {
	pkg          string
	fset         *token.FileSet
	imports      map[string]string // paths by name
	types        map[string]bool   // all that the package declares
	lines        []string          // one for each name, method and field
	names        int               // at the top level
	hidden       []string          // uses of internal packages, and of names that are not exported
	undocumented []string
}

func readAPI(t *testing.T, pkg string) *api {
	a := &api{pkg: pkg, fset: token.NewFileSet(), imports: make(map[string]string), types: make(map[string]bool)}
	names, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(a.fset, name, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, f)
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				a.types[spec.Name.Name] = true
			}
			return true
		})
		for _, i := range f.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			name := path[strings.LastIndexByte(path, '/')+1:]
			if i.Name != nil {
				name = i.Name.Name
			}
			a.imports[name] = path
		}
	}
	d, err := doc.NewFromFiles(a.fset, files, module+"/"+pkg)
	require.NoError(t, err)
	a.values("const", d.Consts)
	a.values("var", d.Vars)
	a.funcs(d.Funcs)
	for _, typ := range d.Types {
		a.typ(typ)
	}
	slices.Sort(a.lines)
	return a
}

// add adds a line, with what its documentation is.
func (a *api) add(doc, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if a.lines = append(a.lines, line); strings.TrimSpace(doc) == "" {
		a.undocumented = append(a.undocumented, line)
	}
}

func (a *api) values(kind string, all []*doc.Value) {
	for _, v := range all {
		for _, s := range v.Decl.Specs {
			s := s.(*ast.ValueSpec)
			typ := ""
			if s.Type != nil {
				typ = " " + a.print(s.Type)
			}
			for _, n := range s.Names {
				if n.IsExported() {
					a.names++
					a.add(v.Doc+s.Doc.Text()+s.Comment.Text(), "%s %s%s", kind, n.Name, typ)
				}
			}
		}
	}
}

func (a *api) funcs(all []*doc.Func) {
	for _, f := range all {
		of := "func "
		if f.Recv != "" {
			of = "method (" + f.Recv + ") "
		} else {
			a.names++
		}
		a.add(f.Doc, "%s%s%s", of, f.Name, strings.TrimPrefix(a.print(f.Decl.Type), "func"))
	}
}

func (a *api) typ(t *doc.Type) {
	a.names++
	a.values("const", t.Consts)
	a.values("var", t.Vars)
	a.funcs(t.Funcs)
	a.funcs(t.Methods)
	spec := t.Decl.Specs[0].(*ast.TypeSpec)
	alias := ""
	if spec.Assign.IsValid() {
		alias = "= "
	}
	switch x := spec.Type.(type) {
	case *ast.StructType:
		a.add(t.Doc, "type %s %sstruct", t.Name, alias)
		a.fields(t.Name+" struct", x.Fields)
	case *ast.InterfaceType:
		a.add(t.Doc, "type %s %sinterface", t.Name, alias)
		a.fields(t.Name+" interface", x.Methods)
	default:
		a.add(t.Doc, "type %s %s%s", t.Name, alias, a.print(spec.Type))
	}
}

// fields adds the exported fields of a struct, or the methods of an interface.
func (a *api) fields(of string, list *ast.FieldList) {
	for _, f := range list.List {
		typ := a.print(f.Type)
		if len(f.Names) == 0 {
			a.lines = append(a.lines, fmt.Sprintf("type %s, embedded %s", of, typ))
		}
		for _, n := range f.Names {
			if n.IsExported() {
				a.lines = append(a.lines, fmt.Sprintf("type %s, %s %s", of, n.Name, typ))
			}
		}
	}
}

// print returns a type as Go writes it, and notes what users cannot name in it.
func (a *api) print(typ ast.Expr) string {
	ast.Inspect(typ, a.see)
	var b bytes.Buffer
	_ = printer.Fprint(&b, a.fset, typ) // a buffer does not fail
	return strings.Join(strings.Fields(b.String()), " ")
}

// see notes what users cannot name in a type.
func (a *api) see(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field: // its name does not matter
		if n.Type != nil {
			ast.Inspect(n.Type, a.see)
		}
		return false
	case *ast.SelectorExpr:
		x, _ := n.X.(*ast.Ident)
		if path := a.imports[x.Name]; slices.Contains(strings.Split(path, "/"), "internal") {
			a.hidden = append(a.hidden, path+"."+n.Sel.Name)
		}
		return false
	case *ast.Ident:
		if !n.IsExported() && a.types[n.Name] {
			a.hidden = append(a.hidden, a.pkg+"."+n.Name)
		}
	}
	return true
}
