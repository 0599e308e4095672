package findings

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// A Filter says which links are checked, by patterns: regular expressions (package regexp) that
// match somewhere in the URL of the target, with its fragment, or in the reference as the
// document writes it. The zero value accepts all.
type Filter struct{ include, exclude []*pattern }

// A pattern is a regular expression of a flag, and whether a link has matched it.
type pattern struct {
	*regexp.Regexp
	flag    string
	matched atomic.Bool
}

// NewFilter returns the filter of patterns. A link that matches a pattern in include is checked. A
// link that matches a pattern in exclude is not checked. Any other link is checked if there are no
// patterns to include, or if there are patterns of both kinds.
func NewFilter(include, exclude []string) (*Filter, error) {
	f := new(Filter)
	for _, given := range []struct {
		flag     string
		patterns []string
		to       *[]*pattern
	}{{"--include", include, &f.include}, {"--exclude", exclude, &f.exclude}} {
		for _, text := range given.patterns {
			if text == "" {
				return nil, fmt.Errorf("%s %q: is empty, and matches every link: leave it out", given.flag, text)
			}
			re, err := regexp.Compile(text)
			if err != nil {
				return nil, fmt.Errorf("%s %q: is no regular expression (%w): %s", given.flag, text, err, adviseRegexp(text))
			}
			*given.to = append(*given.to, &pattern{Regexp: re, flag: given.flag})
		}
	}
	return f, nil
}

// adviseRegexp returns what to write for a pattern that is wrong.
func adviseRegexp(pattern string) string {
	if rest, ok := strings.CutPrefix(pattern, "*"); ok && rest == strings.Trim(rest, "*+?[](){}|^$") {
		return "did you mean " + regexp.QuoteMeta(rest) + "$"
	}
	return `give one such as \.pdf$ or ^https://example\.org/old/`
}

// Accepts reports whether a link is checked. url is its target, or "" if that is not known.
func (f *Filter) Accepts(url, ref string) bool {
	switch {
	case matches(f.include, url, ref):
		return true
	case len(f.exclude) > 0:
		return !matches(f.exclude, url, ref)
	}
	return len(f.include) == 0
}

// matches reports whether any of the patterns matches any of the texts.
func matches(patterns []*pattern, texts ...string) (found bool) {
	for _, p := range patterns {
		if found && p.matched.Load() {
			continue
		}
		for _, text := range texts {
			if text != "" && p.MatchString(text) {
				found = true
				p.matched.Store(true)
				break
			}
		}
	}
	return found
}

// Unmatched yields the patterns that no link has matched, with their flags. They are probably wrong.
func (f *Filter) Unmatched() iter.Seq2[string, string] {
	return func(yield func(flag, pattern string) bool) {
		for _, p := range slices.Concat(f.include, f.exclude) {
			if !p.matched.Load() && !yield(p.flag, p.String()) {
				return
			}
		}
	}
}
