//go:build !hrefix_noarchives

package mimebase

import "github.com/emersion/go-message"

// parseStrict parses a value of Content-Type that follows the grammar. It decodes encoded words in
// parameters, as mail programs do (RFC 2047 section 5 does not allow them there).
func parseStrict(value string) (kind string, params map[string]string, err error) {
	var h message.Header
	h.AddRaw([]byte("Content-Type: " + value + "\r\n"))
	return h.ContentType()
}
