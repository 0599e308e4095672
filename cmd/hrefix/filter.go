package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linklist"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/engine"
)

// A filter says which references are wanted.
type filter struct {
	unresolved bool
	parts      []string
	layers     []base.Layer
}

// partNumber matches the number of a part.
var partNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)*$`)

// addFilter adds the flags that choose the references in a list, and the flags that give the form of the list.
func (f *flags) addFilter(set *pflag.FlagSet) {
	set.BoolVar(&f.rel, "rel", false, "list what rel would write")
	set.BoolVar(&f.unresolved, "unresolved", false, "only references that stay relative, except those within their document")
	set.StringSliceVar(&f.parts, "part", nil, "only references in these `PARTS` of messages and below, such as 1 or 2.1")
	set.BoolVar(&f.unread, "unread", false, "list values that look like links and are not read: where they are, and what would read them")
	set.BoolVar(&f.listing.targets, "targets", false, "list each target once, without its fragment: its host, the number of links to it, and its URL, in the order of the hosts")
	set.StringVar(&f.listing.format, "format", linklist.Text, "`FORMAT` of the list: "+anyOf(linklist.Formats())+"; tsv has the URL of the document, the target, the element and the attribute of each link that has a target; wat is for web archives: WARC metadata records as Common Crawl has them, with the targets, compressed by gzip")
	set.StringSliceVar(&f.layers, "layer", nil, "only references whose base comes from these `LAYERS`: "+strings.Join(layerNames(), ", "))
}

// filter returns the filter that the flags describe. The error says what is wrong with the flags.
func (f *flags) filter() (*filter, error) {
	want := &filter{unresolved: f.unresolved, parts: f.parts}
	for _, part := range f.parts {
		if !partNumber.MatchString(part) {
			return nil, fmt.Errorf("--part %q: is not the number of a part: give one such as 1 or 2.1", part)
		}
	}
	for _, name := range f.layers {
		i := slices.Index(layerNames(), name)
		if i < 0 {
			return nil, fmt.Errorf("--layer %q: give some of %s", name, strings.Join(layerNames(), ", "))
		}
		want.layers = append(want.layers, base.Embedded-base.Layer(i))
	}
	return want, nil
}

// layerNames returns the names of the layers, innermost first.
func layerNames() []string {
	var names []string
	for l := base.Embedded; l > base.Default; l-- {
		names = append(names, l.String())
	}
	return append(names, base.Default.String())
}

// accepts reports whether a reference is wanted.
func (f *filter) accepts(ref *engine.Reference) bool {
	if f.unresolved && !summary.IsLeftRelative(ref) {
		return false
	}
	return f.isOfPart(ref.Part) && (len(f.layers) == 0 || slices.Contains(f.layers, ref.Base.Layer))
}

// isOfPart reports whether a part is wanted.
func (f *filter) isOfPart(part string) bool {
	within := func(wanted string) bool { return part == wanted || strings.HasPrefix(part, wanted+".") }
	return len(f.parts) == 0 || slices.ContainsFunc(f.parts, within)
}
