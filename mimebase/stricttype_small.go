//go:build hrefix_noarchives

package mimebase

import "mime"

// parseStrict does what it does in other builds (stricttype.go), but does not import package message. That
// package would bring the readers and writers of messages, and package net, into a small program.
func parseStrict(value string) (kind string, params map[string]string, err error) {
	kind, params, err = mime.ParseMediaType(value)
	if err != nil {
		return "", nil, err
	}
	var words mime.WordDecoder
	for name, v := range params {
		if decoded, err := words.DecodeHeader(v); err == nil {
			params[name] = decoded
		}
	}
	return kind, params, nil
}
