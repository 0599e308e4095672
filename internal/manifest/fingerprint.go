package manifest

import (
	"encoding/json"
	"maps"
	"slices"
)

// Fingerprint returns the digest of what results depend on besides their inputs: the form, the verb
// and its options.
func Fingerprint(verb string, options map[string][]string) string {
	text, err := json.Marshal(struct {
		Form    int
		Verb    string
		Options map[string][]string // sorted by package json
	}{Form, verb, options})
	if err != nil {
		panic(err) // strings are never an error
	}
	return DigestOf(text)
}

// Differing returns the names of the options that differ between two headers, sorted.
func Differing(a, b *Header) []string {
	names := make(map[string]bool)
	for name := range a.Options {
		names[name] = true
	}
	for name := range b.Options {
		names[name] = true
	}
	maps.DeleteFunc(names, func(name string, _ bool) bool { return slices.Equal(a.Options[name], b.Options[name]) })
	return slices.Sorted(maps.Keys(names))
}
