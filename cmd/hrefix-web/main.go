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
//	page.html, page.css   the elements of the page, and their style
//	rows.js               rows that the command prints
//	text.js               text of documents that cannot mislead
//	lists.js              lists that show a page at a time
//	commands.js           the commands for the settings, and names of files
//	engine.js             starts workers, and ends them to cancel
//	state.js              the chosen file, and the runs of the command on it
//	draw.js               elements for links, changes, documents and remarks
//	notices.js            progress, problems, and announcements for screen readers
//	advice.js             errors of the command in words of the page
//	settings.js           the form of the settings
//	links.js              the list of links, and its filters
//	download.js           the download of the result
//	results.js            the results of a run
//	tabs.js               the tabs of the results
//	running.js            starts, cancels and ends runs
//	example.js            the document of the button "Try an example"
//	choosing.js           the ways to choose a file
//
// The scripts run in this order, and each uses only what those before it declare. Read them from the end:
// choosing.js starts a run, running.js passes it to the worker and shows its results, and results.js fills the
// lists. The worker has rows.js, too, and these:
//
//	files.js              the files that the command sees
//	worker.js             runs the command on a file
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	output := flag.String("o", "hrefix.html", "write the page to `FILE`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: hrefix-web [-o FILE]")
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
