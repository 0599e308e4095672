// Package linkcheck checks whether the links of documents lead to files of their tree, and to
// something in these files. It fetches nothing, and reads no flags.
//
// # Terms
//
// The book has the files of the trees, each with a number: [Files]. A page is a document that is
// checked: [Page]. A fault is what is wrong with a link: [Fault]. An outside link leads to
// another site. A skipped link is one that no file can answer, such as mailto:.
//
// # Rules
//
// The target of a link is what a reader of the document would ask for. A query that is in no
// file name is ignored, as servers of files do. A link is read in several ways, and the first one by
// which a file is found counts: [engine.Reference.OtherReadings].
//
// The fragment of a link is looked up in HTML, XHTML, SVG and other XML, as package anchors
// says. In other files every fragment is accepted: it may be a page number or a time. So are
// "#top", text fragments (":~:text="), and fragments that begin with "/" or "!", which scripts
// read. Fragments in style sheets are not looked up: nothing shows that a reader uses them.
//
// A fragment that no element has may be a range of lines, one that the scripts of known generators read or
// make (generators.go), or one that a page hands on to the page that it redirects to (script.go).
//
// A link that leads to no file may match a rule of the site for redirects (redirects.go), in files _redirects
// (Netlify, Cloudflare Pages, GitLab Pages) and .htaccess (Apache, module mod_alias). Then the target of the
// rule is checked. A rule counts only if the file is missing, as with Netlify. The path in a rule is the path
// of the URL, from the top of the site.
//
// Bases, identifiers and hosts to connect to (preconnect) are not links to files.
//
// # Files
//
//   - checker.go: the options, what the pages of a run share, and the counts. page.go: the rules for a reference, in
//     the order in which they apply.
//   - lookup.go finds the file of a URL; target.go has the interface for this, and the faults; url.go reads URLs.
//   - anchors.go, generators.go and script.go look up fragments; redirects.go follows the rules of a site.
//   - parts.go has links within a message or page, and links of saved pages; captures.go has links of captures.
//   - graph.go finds the files to which no page leads.
//
// # Captures
//
// The links of a page in a web archive are looked up among the captures of the crawl: [Captures]. The
// URL of a link is compared as a whole, with its query. A link works if its URL, or the one that browsers
// make of it, was captured without an error, also after redirects. Browsers ignore the bases that the header
// of a response gives. Hosts without a capture are other
// sites. Forms are not checked.
//
// # Memory
//
// The anchors of a file are read when the first link with a fragment leads to it, once, and are
// kept as hashes of 8 bytes. So the memory is linear in the size of these files: 51 MB of ids take
// 26 MB. Anchors that were dropped would have to be read again, once for each link in the worst
// case. To find what no page leads to, the links of a page are kept until a start page leads to it,
// as about a byte or two for each.
//
// A capture takes about 200 bytes, with a URL of 100 bytes, and 8 bytes for each anchor. URLs are compared
// exactly; one of more than 256 bytes is kept as a digest. With more than twelve million anchors, about 100 MB,
// fragments that lead to other captured pages are not looked up, which the command reports.
package linkcheck
