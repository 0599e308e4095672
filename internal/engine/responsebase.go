package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/resolve"
)

// ResponseBase returns the base that the head of an HTTP response gives its document, which was
// retrieved from url. If the head gives no usable base, the result is url itself.
func (o *Options) ResponseBase(head *httpmessage.Head, url string) string {
	if o.Dialect == resolve.WHATWG {
		return url
	}
	h := httpHead{Head: *head}
	for _, name := range o.baseFields() {
		h.addSources(name, o)
	}
	if len(h.sources) == 0 {
		return url
	}
	outer := base.NewContext(o.Dialect, base.Source{From: "the URL of the response", Value: url})
	b := outer.Establish(h.sources...)
	if !b.Resolves() || base.Unusable(o.Dialect, b.String()) != "" {
		return url
	}
	return b.String()
}
