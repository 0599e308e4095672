package base

import (
	"github.com/hrefix/hrefix/internal/iri"
	"github.com/hrefix/hrefix/resolve"
)

// Dialect returns the dialect of c.
func (c *Context) Dialect() resolve.Dialect { return c.orDefault().dialect }

// WithURI returns c with a base that has only ASCII characters, for documents whose encoding
// may lack the characters of the base: RFC 3987 section 3.1 maps the IRI to a URI. It returns c itself
// if the base is ASCII already, or if it cannot be mapped: it is not in UTF-8, its host cannot
// be a host name, or the URI would be longer than [MaxURL].
func (c *Context) WithURI() *Context {
	c = c.orDefault()
	uri, ok := iri.ToURI(c.base.String())
	if !ok || uri == c.base.String() || len(uri) > MaxURL {
		return c
	}
	mapped := *c
	mapped.base = c.dialect.Base(uri)
	return mapped.inherit()
}
