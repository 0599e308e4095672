// Package jsscan finds the module specifiers in the text of a script, as byte
// spans. It changes nothing and runs nothing.
//
// # Terms
//
// A specifier is the string that names a module. Its span is the content of the
// string or template, without the quotes and with its escapes: view.JS decodes it.
// What it means is not decided here; a bare one, such as "react", is found as well.
//
// The goal is what a script is read as: a [Module], or a [Script], which is
// classic. It says which words are reserved, whether import and export statements
// can occur, and whether "<!--" begins a comment.
//
// # Specification
//
// ECMAScript 2025, the lexical grammar of clause 12, Annex B.1.1 (HTML-like
// comments) for the goal Script, and of the syntactic grammar what tells regular
// expressions from divisions. These strings are specifiers:
//
//   - that of an import declaration, and of export * and export {} with from
//     (clause 16.2), in modules and outside of all brackets;
//   - the first argument of import() (clause 13.3.10), anywhere, if it is a string
//     or a template without substitutions and nothing is done with it;
//   - that of import.meta.resolve() (HTML Standard 8.1.3.6), likewise;
//   - those of import defer, import source, import.defer() and import.source()
//     (proposals of ECMAScript).
//
// Everything else that names a resource at run time (computed specifiers,
// import.meta.url, fetch(), new Worker()) cannot be known. [Result] has the first
// use of the former two.
//
// # Regular expressions and divisions
//
// Whether "/" begins a regular expression depends on the grammar before it, so the
// scanner follows the nesting of a script, and knows of each bracket what it is:
// a block, an object, the body of a function or class, the head of a loop. This is
// exact for every script that is valid. Two questions remain open: whether await
// and yield are names or operators in some classic scripts. Where the answer
// matters the scan stops and says so; it never guesses. It stops likewise at
// what no valid script has, since such a script does not run. The specifiers
// before that place are right in any case.
//
// JSX and TypeScript are not known: browsers do not run them.
//
// # Limits
//
// Time is linear in the script, and memory in the depth of its brackets, which is
// at most 10,000. No script makes a function panic.
//
// The text has to be a superset of ASCII in which no byte of a longer character is
// one of ASCII; see [Scan] for encodings other than UTF-8.
package jsscan
