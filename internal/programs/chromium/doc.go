// Package chromium runs Chromium for tests: it starts the browser, ends it with the test, and
// speaks the DevTools protocol with it.
//
// The browser gets a proxy for all its requests, which a test runs on the loopback interface. No
// name resolves except by the proxy, so that no request leaves the machine.
//
//	process.go   the browser's process
//	devtools.go  the DevTools protocol, over a WebSocket
//	tab.go       a tab, and expressions that are evaluated in it
package chromium
