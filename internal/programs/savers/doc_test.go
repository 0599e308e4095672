// Package savers checks with the programs that save web pages that hrefix makes what they save
// work offline.
//
// TestSavers serves a site of more than 200 pages on several hosts: with BASE, srcset, queries,
// redirects, imports of style sheets, directories, names without endings, frames, SVG, module
// scripts, integrity, and links to pages that the site lacks. Each saver saves it. Then rel makes
// the links of the files relative, and Chromium opens the files, from the home page on, by every
// link. The crawl is made three times: of the site, of what the saver wrote, and of what rel
// wrote.
//
// Each link says which page it should lead to, and each page shows what it has loaded: images by
// their sizes, style sheets by the properties that they define, scripts by the attributes that
// they set, images of style sheets by the requests. So the crawl does not depend on names or URLs.
//
// The tests need Chromium, wget, HTTrack, SingleFile (installed by npm), Xvfb, openbox and
// xdotool, and are skipped unless HREFIX_SAVERS is 1:
//
//	HREFIX_SAVERS=1 go test -count=1 -v ./internal/programs/savers
//
// With HREFIX_SAVERS_KEEP, the trees are copied to the directory that it names.
//
// TestArchives crawls the site with wget into web archives, and opens the folders that extract makes
// of them. Links to pages that the site lacks may lead to the error pages that were archived.
//
// TestDocTrees makes the links of five large packages of documentation absolute, relative, and
// absolute again, and compares the bytes. TestVerdicts opens links of the same packages in Chromium:
// faults that check finds, and links in which it finds none.
//
// # The table
//
// The test prints a table: for each saver, its own files and those of rel. It knows the kinds of
// failures that stay for each saver, and fails if there are others, more of them, or none of a kind.
//
//	saved    pages of the site that the tree has
//	reached  pages that the crawl reached from the home page
//	links    links on these pages
//	right    links that lead to the file of their page
//	outside  links to pages that the tree lacks, which lead to the site
//	wrong    links that lead to another page
//	broken   links that lead to no file
//	online   links that lead to the site, though the tree has the page
//	loaded   resources that are loaded as from the site
//	lost     resources that are not
//	refused  scripts that Chromium does not load from files: modules, and those with integrity or
//	         crossorigin
//	failed   requests that failed, for what the site has
//
// # What is where
//
//	site_test.go       the pages of the site, and how their links are spelled
//	resources_test.go  what the pages load
//	archive_test.go    web archives of the site
//	doctrees_test.go   documentation, absolute and relative
//	verdicts_test.go   documentation, checked
//	server_test.go     a proxy that answers for all hosts
//	crawl_test.go      Chromium opens pages, by their links
//	tree_test.go       a crawl of files, compared with the site
//	savers_test.go     the test and its table
//	wget_test.go, httrack_test.go, singlefile_test.go, mhtml_test.go, complete_test.go
//	                   the savers
package savers
