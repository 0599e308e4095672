// Command hrefix-web writes a page for browsers that runs the command hrefix on the files of a visitor.
//
// The page is one HTML file without references to others. It works from a disk and from any web server.
// It has the command, compiled to WebAssembly, and cannot connect to anything: see [policy].
//
// # The parts
//
//	main.go      flags
//	compile.go   compiles the command
//	assemble.go  joins the parts to one file
//	page/        the parts that are written by hand
//
// The folder page has these, and package webpage a script that makes elements:
//
//	page.html, page.css   the form of the page
//	text.js               text of documents that cannot mislead
//	lists.js              lists that show a page at a time
//	commands.js           the flags of the command for what the visitor has chosen
//	engine.js             starts workers, and ends them to cancel
//	views.js              documents, links, changes and messages
//	example.js            the document of the button "Try an example"
//	page.js               what is clicked, dropped and typed
//	rows.js               what the command prints, for the page and the worker
//	worker.js             runs the command on a file, in a worker
//	files.js              the files that the command sees there
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	output := flag.String("o", "hrefix.html", "write the page to `FILE`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./cmd/hrefix-web [-o FILE]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(*output); err != nil {
		fmt.Fprintln(os.Stderr, "hrefix-web:", err)
		os.Exit(1)
	}
}

// write compiles the command, and writes the page.
func write(name string) error {
	program, err := compile()
	if err != nil {
		return err
	}
	support, err := goSupport()
	if err != nil {
		return err
	}
	page, err := assemble(program, support)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, page, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes; WebAssembly: %d bytes\n", name, len(page), len(program))
	return nil
}
