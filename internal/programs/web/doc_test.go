// Package web tests the page of cmd/hrefix-web in Chromium, and in part in Firefox.
//
// The tests run if the environment variable HREFIX_WEB is set. HREFIX_AXE names the script of axe-core,
// HREFIX_WEB_SHOTS a directory for pictures of the page, HREFIX_WEB_FIGURES a file for figures, and
// HREFIX_FIREFOX a Firefox. The browser gets a proxy that records each request, so a test notices a page
// that connects to anything.
//
//	start_test.go     the browser, the proxy and the built page
//	view_test.go      reads the page and uses it
//	result_test.go    results are the bytes of the command
//	page_test.go      what a visitor does by mouse and by keys: drop, paste, settings, tabs, download
//	policy_test.go    no connection is possible, and content stays text
//	access_test.go    axe-core, and pictures
//	large_test.go     files of 100 MB, the time to start, and cancelling
//	firefox_test.go   the example in Firefox
//	figures_test.go   writes the table of figures
package web
