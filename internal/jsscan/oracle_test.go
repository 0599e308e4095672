package jsscan

import (
	"slices"
	"unsafe"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// The oracle is the parser of tdewolff/parse. It is the only JavaScript parser in Go that
// supports modules, and its syntax tree has slices of the source, which give offsets. The
// parser of goja supports only classic scripts up to ES2017.

// found has the offsets of the first bytes of specifiers and regular expressions in a
// script.
type found struct{ specifiers, regexps []int }

// cut removes offsets at end or later.
func (f *found) cut(end int) {
	later := func(at int) bool { return at >= end }
	f.specifiers, f.regexps = slices.DeleteFunc(f.specifiers, later), slices.DeleteFunc(f.regexps, later)
}

// parsed returns what the oracle finds in src. ok is false if it reports an error.
func parsed(src []byte) (f found, ok bool) {
	buf := make([]byte, len(src), len(src)+1) // the lexer writes a NUL after the end
	copy(buf, src)
	ast, err := js.Parse(parse.NewInputBytes(buf), js.Options{})
	if err != nil {
		return f, false
	}
	js.Walk(&oracle{&f, buf}, ast)
	slices.Sort(f.specifiers)
	slices.Sort(f.regexps)
	return f, true
}

// An oracle collects specifiers and regular expressions from a syntax tree.
type oracle struct {
	*found
	text []byte
}

// offset returns the offset of a part of the text.
func (o *oracle) offset(part []byte) int {
	return int(uintptr(unsafe.Pointer(unsafe.SliceData(part))) - uintptr(unsafe.Pointer(unsafe.SliceData(o.text))))
}

// Enter implements [js.IVisitor].
func (o *oracle) Enter(n js.INode) js.IVisitor {
	switch n := n.(type) {
	case *js.ImportStmt:
		o.specifiers = append(o.specifiers, o.offset(n.Module)+1)
	case *js.ExportStmt:
		if n.Module != nil {
			o.specifiers = append(o.specifiers, o.offset(n.Module)+1)
		}
	case *js.CallExpr:
		if isImport(n.X) && len(n.Args.List) > 0 {
			o.argument(n.Args.List[0].Value)
		}
	case *js.LiteralExpr:
		if n.TokenType == js.RegExpToken {
			o.regexps = append(o.regexps, o.offset(n.Data))
		}
	}
	return o
}

// Exit implements [js.IVisitor].
func (o *oracle) Exit(js.INode) {}

// isImport reports whether a call of x imports a module.
func isImport(x js.IExpr) bool {
	switch x := x.(type) {
	case *js.LiteralExpr:
		return x.TokenType == js.ImportToken
	case *js.DotExpr:
		_, meta := x.X.(*js.ImportMetaExpr)
		name, ok := x.Y.(js.LiteralExpr)
		return meta && ok && string(name.Data) == "resolve"
	}
	return false
}

func (o *oracle) argument(arg js.IExpr) {
	switch arg := arg.(type) {
	case *js.LiteralExpr:
		if arg.TokenType == js.StringToken {
			o.specifiers = append(o.specifiers, o.offset(arg.Data)+1)
		}
	case *js.TemplateExpr:
		if arg.Tag == nil && len(arg.List) == 0 {
			o.specifiers = append(o.specifiers, o.offset(arg.Tail)+1)
		}
	}
}

// scanned returns what a scan of all of src finds.
func scanned(src []byte, goal Goal) (f found, r Result) {
	s := newScanner(src, goal, func(spec Specifier) bool {
		f.specifiers = append(f.specifiers, spec.Start)
		return true
	})
	s.limit = len(src)
	for s.space() {
		start := s.pos
		if !s.token() {
			break
		}
		if s.nl = false; src[start] == '/' && s.state == value {
			f.regexps = append(f.regexps, start)
		}
	}
	return f, s.result
}
