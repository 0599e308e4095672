package jsscan

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Scripts with marks. «x» is a specifier in modules and in classic scripts, ‹x› only in
// modules. "¶" is where the scan stops; "§" is before code that computes a specifier.
var scripts = []string{
	// Declarations.
	`import "‹./a.js›"`, `import'‹./a.js›';import a from'‹b›'`, `import a, * as b from "‹c›"`, `import a, {b as c, "d e" as f} from '‹g›'`,
	`import {} from "‹a›"`, `import from from "‹a›"`, `import {from} from "‹a›"`, `import a/*"b"*/from// "c"` + "\n" + `"‹d›"`,
	`import defer * as a from "‹b›"; import source c from "‹d›"`, "#!/usr/bin/x import 'y'\nimport '‹z›'",
	`import a from "‹b›" with {type: "json", 'x': "y"}` + "\n" + `import "‹c›"`, `import "‹a›" assert {type: "json"}; import "‹b›"`,
	`export * from "‹a›"; export * as b from "‹c›"; export * as "d" from "‹e›"`, `export {a as b, "c" as default} from '‹d›'`,
	"export {a}\nfrom\n'‹b›'", "export {a}; export {}\nimport '‹b›'", "export {a}\nfrom = 1\nimport '‹b›'",
	`export default class {} import "‹a›"`, `export default function () {} import "‹a›"`, `export default async function* () {} import "‹a›"`,
	"export default {}\nimport '‹a›'", "export const a = 1, b = 2\nimport '‹a›'", `export async function a() {} import "‹b›"`, "export class A {} import '‹b›'",
	"x\nimport '‹a›'", "x++\nimport '‹a›'", `{} import "‹a›"`, `@a.b(c) export class D {} import "‹e›"`,

	// Calls.
	`import("«a»")`, "import('«a»', {with: {type: 'json'}})", "import(`«a»`)", "import ( /**/ '«a»' /**/ )", `import("«\"»")`, `async () => await import("«a»")`,
	`§import(a)`, "§import(`a${b}`)", `§import("a" + "b")`, `§import(("a"))`, `§import("a".b)`, `§import.meta.url`, `§import.meta`, `import.meta.env`, `import.meta.resolve("«a»")`,
	`§import.meta.resolve(a)`, `import.defer("«a»"); import.source('«b»')`, "x = `${import('«a»')}`", "`${`${import('«a»')}`}`", "function f() { import('«a»') }",
	`{ Promise.all([import("«a»"), import("«b»")]) }`, `a ? import("«b»") : import("«c»")`,

	// Text that only looks like a call.
	`"import('a')"; 'import("a")'`, "`import('a')`", `/import("a")/`, `// import("a")` + "\n" + `/* import("b") */ import("«c»")`, `a.import("b"); a?.import("c"); a.#import("d")`,
	`({import: 1, import() {}, get import() {}}); import("«a»")`, `class A { import() {} static import = 1; #import() {} } import("«b»")`, `ximport("a"); $import("b"); import_("c")`,
	`imports("a"); "important"`, `x = {export: 1, from: "a"}; import("«b»")`, "x = [/[/]import('a')/]; import('«b»')",

	// Regular expressions and divisions.
	`a / import("«b»") / c`, `(a) / import("«b»") / c`, `if (a) /import("b")/; import("«c»")`, `while (a) /"/; import("«b»")`, `a.if (b) / import("«c»") / d`, `[a] / import("«b»") / c`,
	`{} /"/; import("«a»")`, `x = {} / import("«a»") / b`, `(function () {}) / 1; x = function () {} / import("«a»") / b`, `function f() {} /"/; import("«a»")`,
	`class A {} /"/; import("«a»")`, `x = class {} / import("«a»") / b`, `return_ / import("«a»") / b`, `function f() { return /"/ } import("«a»")`, `typeof /"/; import("«a»")`,
	"a++ / import('«b»') / c", "a\n++/'/.b; import('«c»')", "x => {}\n/'/; import('«a»')", "let a\n/'/; import('«b»')", "var a, b\n/'/; import('«c»')",
	"do x; while (y) /'/; import('«a»')", "`${{}}` / import('«a»') / b", "for (x of /'/) import('«a»')", "label: /'/; import('«a»')", "switch (a) { case /'/: default: /'/ } import('«b»')",
	"a ? {} / 1 : {} / import('«b»') / c", "({a: {} / 1, b() {}, c: /'/}); import('«d»')", "class A { a = 1\n'b' = /'/; static { /'/ } } import('«c»')", "break_: for (;;) { break break_\n/'/ } import('«a»')",
	"async function f() { await /'/ } import('«a»')", "function* f() { yield /'/; yield\n/'/ } import('«a»')", "async (x) => { await /'/ }; import('«a»')",
	"x = a ? b : c\n/ import('«d»') / e", "(a, b) => ({}) / import('«c»') / d", "1 / import('«a»') / .5", "if (a) {} else /'/; import('«b»')", "throw /'/; import('«a»')",

	// Modules have no HTML-like comments.
	"a\u2028//'\u2029import('«b»')", "\ufeff\u00a0import\u3000('«a»')", "é / import('«a»') / é", "\\u0061 / import('«a»') / b", "/[\\]']/; import('«a»')",

	// Where it stops.
	`import("«a»"); ¶"x` + "\n" + `import("b")`, "import('«a»'); `¶import('b')", "`${ import('«b»')", `a ¶) import("b")`, `import("«a»"); ¶/* import("b")`, "x = ¶/a\n; import('b')",
	`x => {} ¶/ import("a")`, "a = {b: c} ¶{ import('d') }", `¶\ import("a")`,
}

// unmarked returns the script without marks, the marked specifiers, and the offsets of the
// other marks.
func unmarked(marked string, goal Goal) (src string, want []string, computed, stopped int) {
	computed, stopped = -1, -1
	var b strings.Builder
	start := 0
	for _, r := range marked {
		switch r {
		case '«', '‹':
			start = b.Len()
		case '›':
			if goal == Module {
				want = append(want, fmt.Sprintf("%d %s", start, b.String()[start:]))
			}
		case '»':
			want = append(want, fmt.Sprintf("%d %s", start, b.String()[start:]))
		case '§':
			computed = b.Len()
		case '¶':
			stopped = b.Len()
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), want, computed, stopped
}

// collect returns the results of a scan.
func collect(src []byte, goal Goal) (got []string, r Result) {
	r = Scan(src, goal, func(s Specifier) bool {
		got = append(got, fmt.Sprintf("%d %s", s.Start, src[s.Start:s.End]))
		return true
	})
	return got, r
}

func TestScan(t *testing.T) {
	for _, marked := range scripts {
		for _, goal := range []Goal{Module, Script} {
			if goal == Script && (strings.ContainsRune(marked, '‹') || strings.Contains(marked, "export ")) {
				continue // not a classic script
			}
			src, want, computed, stopped := unmarked(marked, goal)
			got, r := collect([]byte(src), goal)
			require.Equal(t, want, got, "%q", src)
			require.Equal(t, computed, r.Computed, "%q", src)
			require.Equal(t, stopped, r.Stopped, "%q %s", src, r.Reason)
			require.Equal(t, stopped >= 0, r.Reason != "", "%q", src)
			if len(want) > 0 || computed >= 0 || stopped >= 0 {
				require.True(t, MayHold([]byte(src), goal), "%q", src)
			}
		}
	}
}

// TestScript checks the differences of classic scripts.
func TestScript(t *testing.T) {
	for _, marked := range []string{
		"<!-- import('a')\nimport('«b»')\n --> import('c')\n/**/--> import('d')\nx\n/*\n*/--> import('e')", "x<!--import('a')", "x\n--> '",
		"import¶ 'a'; import('b')", "export¶ {a}; import('b')",
		"await ¶/ import('a')", "yield ¶/ import('a')", "let\n¶{ import('a') }", "await ¶{}; import('a')", "await\n¶x; import('a')", "x = await function¶ () {}; import('b')",
		"await(1) / import('«a»') / 2", "yield(1) / import('«a»') / 2", "let = 1; let(1); import('«a»')", "async function f() { await /'/ } import('«a»')",
		"for (let yield of /'/) import('«a»')", "var await\n/'/; import('«a»')", "let a\n/'/; import('«b»')", "async / import('«a»') / 2", "of / import('«a»') / 2",
	} {
		src, want, _, stopped := unmarked(marked, Script)
		got, r := collect([]byte(src), Script)
		require.Equal(t, want, got, "%q", src)
		require.Equal(t, stopped, r.Stopped, "%q %s", src, r.Reason)
	}
	got, r := collect([]byte("x <!--a\nimport('b')"), Module)
	require.Equal(t, []string{"16 b"}, got, "no comment in a module")
	require.Empty(t, r.Reason)
}

func TestMayHold(t *testing.T) {
	for src, want := range map[string][2]bool{
		"": {}, "important('a')": {}, "ximport('a')": {}, "import('a')": {true, true}, "import ('a')": {true, true}, "import\n/**/('a')": {true, true},
		"import.meta": {true, true}, "import 'a'": {false, true}, "x from y": {false, true}, "xfrom": {}, "import": {false, true}, "import/a": {false, true}, "import {a}": {false, true},
		"mpimport(": {}, "im import(": {true, true}, "// import it, import('a')": {true, true}, "import\xc2\xa0(": {true, true},
	} {
		require.Equal(t, want, [2]bool{MayHold([]byte(src), Script), MayHold([]byte(src), Module)}, "%q", src)
	}
}

// TestYield checks that a scan ends when yield returns false.
func TestYield(t *testing.T) {
	n := 0
	Scan([]byte(`import "a"; import("b"); export * from "c"`), Module, func(Specifier) bool { n++; return n < 2 })
	require.Equal(t, 2, n)
}

// TestDepth checks that brackets may nest 10,000 deep, and no deeper.
func TestDepth(t *testing.T) {
	for _, open := range []string{"(", "[", "{", "`${", "x={a:", "class A{static{"} {
		unit := strings.Count(open, "{") + strings.Count(open, "(") + strings.Count(open, "[")
		src := strings.Repeat(open, maxDepth/unit) + "import('a')"
		got, r := collect([]byte(src), Module)
		require.Len(t, got, 1, open)
		require.Empty(t, r.Reason)
		src = strings.Repeat(open, maxDepth/unit+2) + "import('a')"
		got, r = collect([]byte(src), Module)
		require.Empty(t, got, open)
		require.Equal(t, "brackets are nested too deep", r.Reason)
	}
}

// hostile are parts that a scanner could read more than once.
var hostile = []string{
	"import(", "import(/*", "import.", "import.meta.", "import.meta.resolve(", "import.meta.resolve('", "import('a',", "export {a} ", "export {a} from ", "import a ", "import 'a'\n",
	"await ", "yield ", "async ", "@a.", "@a(", "class A{a=1\n", "class A{async\n", "<!--", "-->", "'", "`", "`${", "/", "/[", "\\u{", "(", "{", "[", ")", "a ? ", "a:", "{a:", "=>", "let\n", "mp", "import", "from ",
}

// TestLinear checks that no script takes more than linear time.
func TestLinear(t *testing.T) {
	for _, part := range hostile {
		for _, goal := range []Goal{Script, Module} {
			for _, end := range []string{"", " import('a')", " from 'a'"} {
				collect([]byte(strings.Repeat(part, 100_000/len(part))+end), goal)
			}
		}
	}
}

// checkSpans checks properties of any scan: specifiers are in order, each is in its own
// quotes, and a scan of the script up to one of them finds the same specifiers before it.
func checkSpans(t testing.TB, src []byte, goal Goal) {
	before := bytes.Clone(src)
	end, last := 0, Specifier{}
	r := Scan(src, goal, func(s Specifier) bool {
		require.Less(t, end, s.Start, "%q", src)
		require.LessOrEqual(t, s.Start, s.End, "%q", src)
		require.Less(t, s.End, len(src), "%q", src)
		require.True(t, src[s.Start-1] == s.Quote && src[s.End] == s.Quote, "%q", src)
		end, last = s.End, s
		return true
	})
	require.Equal(t, before, src)
	require.Equal(t, r.Stopped >= 0, r.Reason != "", "%q", src)
	require.LessOrEqual(t, r.Stopped, len(src))
	require.Less(t, r.Computed, max(len(src), 1))
	if end > 0 || r != (Result{Computed: -1, Stopped: -1}) {
		require.True(t, MayHold(src, goal), "%q", src)
	}
	if end == 0 {
		return
	}
	again := Specifier{}
	Scan(append(src[:last.End:last.End], last.Quote, ')'), goal, func(s Specifier) bool { again = s; return true })
	require.Equal(t, last, again, "%q", src)
}
