//go:build js && wasm

// Command hrefix-wasm is the library for JavaScript: a WebAssembly module that the npm package in the
// folder npm loads. It is no program for a shell.
//
// # Interface
//
// JavaScript code calls the functions that main stores in the object "hrefix" of the global object that
// it sees. That object is not globalThis: npm/build.mjs gives wasm_exec.js an object of its own.
//
//	open(options, decide)                 a rewriter: its number, or a string that says what is wrong
//	close(number)                         forgets it
//	rewrite(number, bytes, output, emit)  rewrites: output(size) returns the array for the result, if
//	                                      anything changes, and emit(json) gets the type and notes
//	links(number, bytes, emit)            lists links: emit(json) gets arrays of them
//	documents(number, bytes, emit)        lists documents
//
// The bytes of a source are copied once into the memory of the module, and its result once out of it. Links
// are copied in batches of JSON: a call from Go to JavaScript costs as much as some hundred bytes.
//
// # Errors
//
// JavaScript checks the arguments. The function decide returns false for an exception, which ends the call;
// JavaScript throws it again then. A function returns a string for a defect of hrefix itself.
//
// # Building
//
// npm/build.mjs builds the package, with the tag hrefix_noarchives.
//
// The module has 7.9 MB, of which 2.4 are code of hrefix, 1.2 the runtime of Go, 1.5 other packages, and 2.7
// data. These steps would make it smaller: wasm-opt -Oz (by 0.6 MB, but nothing by gzip, in a minute), no files
// and lines for stack traces (0.3, with a tool that knows each release of Go), no charsets of Chinese, Japanese
// and Korean (0.5, with other results for their pages), no checks of bounds (0.4, and hostile input could write
// to any memory of the module).
package main
