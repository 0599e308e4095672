// Package webpage has what the pages that hrefix writes share: the report of cmd/hrefix, and the page of
// cmd/hrefix-web. Each is one HTML file whose Content-Security-Policy allows its own script only.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
)

// Elements is a script that declares functions for the scripts of a page, which follow it. It makes text
// nodes of text, never markup.
//
//go:embed elements.js
var Elements string

// PolicyHash returns the source expression (Content Security Policy Level 3 section 2.3.1) that allows a
// style or script element with that content.
func PolicyHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
