package main

import (
	"net/url"
	"strings"
)

// linkAttrs are the attributes that hold one URL each and are in use: those that
// peers without a list of their own are given.
var linkAttrs = []string{"href", "src", "action", "formaction", "background", "cite", "data", "poster", "longdesc"}

// isLinkAttr reports whether an attribute is among linkAttrs.
func isLinkAttr(name string) bool {
	switch name {
	case "href", "src", "action", "formaction", "background", "cite", "data", "poster", "longdesc":
		return true
	}
	return false
}

// parsedBase returns baseURL, taken apart by net/url.
func parsedBase() *url.URL {
	u, err := url.Parse(baseURL)
	if err != nil {
		panic(err) // it is a constant
	}
	return u
}

// absolute resolves a value by net/url, and reports whether that changes it.
func absolute(base *url.URL, value string) (string, bool) {
	u, err := base.Parse(strings.TrimSpace(value))
	if err != nil {
		return value, false
	}
	target := u.String()
	return target, target != value
}
