// Package webpage has what the pages that hrefix writes share: the report of cmd/hrefix, and the page of
// cmd/hrefix-web. Each is one HTML file whose Content-Security-Policy allows its own script only.
//
//	policy.go    the hash of a script or style sheet, for the policy
//	elements.js  functions that find and make elements
package webpage

import _ "embed"

// Elements is a script that declares functions for the scripts of a page, which follow it. It makes text
// nodes of text, never markup.
//
//go:embed elements.js
var Elements string
