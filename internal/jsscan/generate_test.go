package jsscan

import (
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// productions are a grammar of programs with "/" in every position where it is allowed, and
// with brackets, line breaks, and words that are keywords only in some places. A space is
// any white space.
var productions = map[string][]string{
	"<s>": {
		"<e> ;", "<e>\n", "{ <ss> }", "if ( <e> ) <s>", "if ( <e> ) { <ss> } else <s>", "for ( ; <e> ; <e> ) <s>", "for ( var <id> of <e> ) <s>",
		"for ( const <pat> in <e> ) <s>", "while ( <e> ) <s>", "do { <ss> } while ( <e> )\n", "<id> : <s>", "switch ( <e> ) { case <e> : <ss> default : <ss> }",
		"try { <ss> } catch { <ss> }", "try { <ss> } catch ( <pat> ) { <ss> } finally { <ss> }", "function <id> ( <pat> ) { <ss> return <e> ; }", "function <id> ( ) { <ss> return\n<e> }",
		"function * <id> ( ) { yield <e> ; <ss> }", "async function <id> ( ) { await <e> ; <ss> }", "class <id> { <mm> }", "class <id> extends <l> { <mm> }",
		"var <id> = <e>\n", "var <id> , <id>\n", "let <pat> = <e> ;", "for ( ; ; ) { break\n<e> }", ";", "throw <e> ;", "debugger\n",
	},
	"<ss>": {"", "<s>", "<s> <s>", "<s> <s> <s>"},
	"<e>": {
		"<p>", "<p>", "<l> <op> <l>", "<l> / <l>", "<l> / <l> / <l>", "<l>\n/ <l>", "<op1> <p>", "<l> ? <l> : <l>", "( <e> )", "<id> => <l>", "( <pat> ) => ( <e> )", "<id> . a = <e>",
		"<id> ++", "-- <id>", "<id> ++ / <l>", "( <e> , <e> )", "import ( \"m\" )", "import ( `m` ) . then ( <e> )", "import ( <id> )", "new <id> ( <e> )", "<l> ?. a", "<l> ?. [ <e> ]", "( ) => { <ss> }",
	},
	"<p>": {
		"<id>", "1", ".5", "1.5", "\"'\"", "<re>", "this", "( <e> )", "[ <e> , <e> ]", "( { <o> } )", "( function ( ) { <ss> } )", "`t${ <e> }'`", "`${ <e> }${ <e> }`", "( class { <mm> } )", "( async ( ) => { await <e> ; } )",
	},
	"<l>":   {"<p>", "<l> . <name>", "<l> [ <e> ]", "<l> ( <e> )", "<l> ( )", "<l> `'`"},
	"<o>":   {"", "<name> : <e>", "<id>", "<name> ( <pat> ) { <ss> }", "get <name> ( ) { <ss> }", "async * <name> ( ) { <ss> }", "... <l> , <name> : <e> ,", "<name> : <e> , * <name> ( ) { <ss> }", "[ <id> ] : <l>"},
	"<mm>":  {"", "<m>", "<m> <m>", "<m> ; <m>"},
	"<m>":   {"<name> ( <pat> ) { <ss> }", "static <name> ( ) { <ss> }", "get <name> ( ) { <ss> }", "async * <name> ( ) { <ss> }", "<name> = <e> ;", "<name> = <l>\n", "static { <ss> }", "static <name> = <l>\n", "# p = <e> ;", "<name>\n"},
	"<pat>": {"a", "{ a }", "{ a = <e> }", "[ a ]", "{ a : b , ... c }"},
	"<re>":  {"/a/", "/[/\"]/g", "/'/", "/=/", "/{/", "/(/", "/`/u"},
	"<id>":  {"a", "b", "of", "get", "static", "from", "as", "$", "é"},
	"<name>": {
		"a", "if", "class", "function", "import", "export", "return", "async", "set", "typeof", "of", "in",
	},
	"<op>":  {"+", "-", "*", "%", "&&", "??", "<", ">", "==", "in", "instanceof", "|", "/"},
	"<op1>": {"!", "-", "+", "~", "typeof", "void"},
	"<i>": {
		"import \"m\"\n", "import a from 'm' ;", "import { if as a , b } from \"m\"\n", "export * from \"m\"\n", "export { a as if } from 'm' ;", "export { a }\n", "export default <l> ;",
		"export default function ( ) { <ss> }", "export default class { <mm> }", "export const a = <e> ;", "import * as b from \"m\" ;",
	},
	" ": {" ", " ", " ", " ", " ", "\n", "/*'*/", "/*\n*/", " //'\n"},
}

var symbol = regexp.MustCompile(`<[a-z0-9]+>| `)

// program returns a random program.
func program(r *rand.Rand, goal Goal) string {
	var b strings.Builder
	for n := r.Intn(4); n >= 0; n-- {
		if goal == Module && r.Intn(2) == 0 {
			b.WriteString(expand(r, "<i>", 4) + "\n")
		}
		b.WriteString(expand(r, "<s>", 5) + "\n")
	}
	return b.String()
}

// expand expands a symbol of productions in at most depth steps.
func expand(r *rand.Rand, s string, depth int) string {
	if depth == 0 {
		switch s {
		case "<s>":
			return ";"
		case "<e>", "<p>", "<l>":
			return []string{"a", "/'/", "1"}[r.Intn(3)]
		case "<ss>", "<mm>", "<o>":
			return ""
		case "<m>":
			return "a;"
		case "<pat>":
			return "a"
		}
	}
	list := productions[s]
	return symbol.ReplaceAllStringFunc(list[r.Intn(len(list))], func(s string) string {
		if s == " " {
			return productions[s][r.Intn(len(productions[s]))]
		}
		return expand(r, s, depth-1)
	})
}

// checkOracle checks that a scan of src finds what the oracle finds. It reports false if
// the oracle does not accept src.
func checkOracle(t testing.TB, src string, goal Goal) (checked bool) {
	want, ok := parsed([]byte(src))
	if !ok {
		return false
	}
	got, r := scanned([]byte(src), goal)
	if goal == Script && strings.HasPrefix(r.Reason, "it cannot be decided") {
		want.cut(r.Stopped)
	} else {
		require.Empty(t, r.Reason, "%q at %d", src, r.Stopped)
	}
	require.True(t, slices.Equal(want.specifiers, got.specifiers) && slices.Equal(want.regexps, got.regexps), "%v %v %q", want, got, src)
	return true
}

func TestGenerated(t *testing.T) {
	r := rand.New(rand.NewSource(19))
	checked := 0
	const rounds = 4000
	for range corpus.Rounds(rounds) {
		goal := Goal(r.Intn(2))
		if checkOracle(t, program(r, goal), goal) {
			checked++
		}
	}
	require.Greater(t, checked, corpus.Rounds(rounds)/5, "the oracle refuses most programs")
}

func FuzzScan(f *testing.F) {
	for i, marked := range scripts {
		src, _, _, _ := unmarked(marked, Module)
		f.Add([]byte(src), int64(i))
	}
	for i, part := range hostile {
		f.Add([]byte(part+part+"import('a')"), int64(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		for _, goal := range []Goal{Script, Module} {
			checkSpans(t, src, goal)
			checkOracle(t, program(rand.New(rand.NewSource(seed)), goal), goal)
		}
	})
}
