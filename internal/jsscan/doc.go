// Package jsscan finds the module specifiers in the text of a script, as byte
// spans. It changes nothing and runs nothing.
//
// # Terms
//
// A specifier is the string that names a module. Its span is the content of the
// string or template, without the quotes and with its escapes: view.JS decodes it.
// The package does not interpret specifiers: it finds bare specifiers, such as "react", too.
//
// The goal is the grammar by which a script is parsed: a [Module], or a [Script], which is a
// classic script. The goal determines which words are reserved, whether import and export
// statements can occur, and whether "<!--" begins a comment.
//
// # Files
//
// scan.go has [Scan], and the search for words that may precede a specifier: the scanner stops
// after the last of them. scanner.go has the loop over the tokens, lex.go the lexical grammar, word.go
// names and keywords, frame.go brackets, and module.go import and export.
//
// # Specification
//
// ECMAScript 2025: the lexical grammar of clause 12; Annex B.1.1 (HTML-like
// comments) for the goal Script; and as much of the syntactic grammar as is needed to
// distinguish regular expressions from divisions. These strings are specifiers:
//
//   - the string of an import declaration, and the string after from in export *
//     and export {} (clause 16.2), in modules and outside all brackets;
//   - the first argument of import() (clause 13.3.10), anywhere, if it is nothing but a
//     string or a template without substitutions;
//   - the argument of import.meta.resolve() (HTML Standard 8.1.3.6), on the same condition;
//   - the strings of import defer and import source, and the arguments of import.defer() and
//     import.source(), on the same conditions (proposals of ECMAScript).
//
// Other names of resources (computed specifiers, import.meta.url, fetch(), new Worker())
// are known only when the script runs. [Result] reports the first computed specifier or
// use of import.meta.url.
//
// # Regular expressions and divisions
//
// Whether "/" begins a regular expression depends on the grammar before it, so the
// scanner follows the nesting of a script and knows what each bracket is: a block, an
// object, the body of a function or class, the head of a loop. This is exact for every
// valid script, with one exception: in some classic scripts, await and yield may be names
// or operators. Where the difference matters, the scan stops and reports that; it never
// guesses. It also stops where a script is not valid, since such a script does not run.
// The specifiers before that place are right in any case.
//
// JSX and TypeScript are not supported: browsers do not run them.
//
// # Limits
//
// Time is linear in the length of the script, and memory in the depth of its brackets,
// which is at most 10,000. No script makes the package panic.
//
// The text is in UTF-8.
package jsscan
