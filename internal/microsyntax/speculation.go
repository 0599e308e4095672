package microsyntax

import "iter"

// SpeculationRules yields the URLs of speculation rules (HTML Standard 7.6.1, "parse a
// speculation rule set string"), as the contents of JSON strings with their escapes: the
// strings in the urls lists of the rules for prefetch and prerender, and of
// prefetch_with_subresources and prerender_until_script, which Chromium supports.
//
// If the rules are in a script element, the base of all these URLs is the base of the document:
// relative_to "document" differs from "ruleset" only for rules in a file of their own. The
// patterns of where (href_matches) are not URLs.
//
// Invalid JSON, or JSON that is not an object, yields nothing. Rules that browsers reject
// for other reasons, such as an unknown key, yield their URLs.
func SpeculationRules(json []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		c, ok := open(json)
		if !ok || !c.isObject() {
			return
		}
		for c.enter(); c.next(); {
			start, end := c.key()
			if !c.isArray() || !isAction(json[start:end]) {
				c.skip()
			} else if !c.rules(yield) {
				return
			}
		}
	}
}

// isAction reports whether the content s of a string names a list of rules.
func isAction(s []byte) bool {
	for _, name := range [...]string{"prefetch", "prerender", "prefetch_with_subresources", "prerender_until_script"} {
		if is(s, name) {
			return true
		}
	}
	return false
}

// rules consumes an array of rules.
func (c *cursor) rules(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		if !c.isObject() {
			c.skip()
		} else if !c.rule(yield) {
			return false
		}
	}
	return true
}

// rule consumes one rule ("parse a speculation rule").
func (c *cursor) rule(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		start, end := c.key()
		if !c.isArray() || !is(c.src[start:end], "urls") {
			c.skip()
		} else if !c.urls(yield) {
			return false
		}
	}
	return true
}

// urls consumes an array, and yields its strings.
func (c *cursor) urls(yield func(int, int) bool) bool {
	for c.enter(); c.next(); {
		if !c.isString() {
			c.skip()
		} else if !yield(c.str()) {
			return false
		}
	}
	return true
}
