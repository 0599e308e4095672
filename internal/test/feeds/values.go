package feeds

import (
	"fmt"
)

// BasesOf returns the bases of all elements of a feed.
func BasesOf(feed []byte, url string) []string {
	bases := []string{url}
	root, err := Parse(feed, url)
	if err != nil {
		return bases
	}
	last := url
	root.All(func(e *Element) {
		if e.Base != last {
			last = e.Base
			bases = append(bases, e.Base)
		}
	})
	return bases
}

// SameValues compares two values of JSON, which another reader made of a feed and of its output.
// Strings may differ if one is the other resolved against one of the bases, or if they are HTML
// that differs in such URLs.
func SameValues(before, after any, bases []string) error {
	switch a := before.(type) {
	case map[string]any:
		b, ok := after.(map[string]any)
		if !ok || len(a) != len(b) {
			return fmt.Errorf("%v became %v", before, after)
		}
		for k := range a {
			if err := SameValues(a[k], b[k], bases); err != nil {
				return fmt.Errorf("%s: %w", k, err)
			}
		}
	case []any:
		b, ok := after.([]any)
		if !ok || len(a) != len(b) {
			return fmt.Errorf("%v became %v", before, after)
		}
		for i := range a {
			if err := SameValues(a[i], b[i], bases); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
	case string:
		b, ok := after.(string)
		if !ok || !sameString(a, b, bases) {
			return fmt.Errorf("%q became %q", before, after)
		}
	default:
		if before != after {
			return fmt.Errorf("%v became %v", before, after)
		}
	}
	return nil
}

func sameString(a, b string, bases []string) bool {
	if a == b {
		return true
	}
	if x, ok := fromBase64(a); ok { // some readers do not decode base64
		y, _ := fromBase64(b)
		return sameString(x, y, bases)
	}
	return sameByAny(a, b, bases) || SameHTML(a, b, bases...) == nil
}
