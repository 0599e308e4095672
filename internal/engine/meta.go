package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/attr"
	"github.com/hrefix/hrefix/internal/htmlscan"
)

// meta takes notice of what a meta element says of the document as a whole.
func (c *collector) meta(t *htmlscan.Token) {
	var equiv []byte // with the white space around it: it is no keyword then
	if a, ok := attr.First(c.text, t.Attrs, "http-equiv"); ok {
		equiv = attr.Text(c.text, a)
	}
	if attr.Is(equiv, "content-security-policy") {
		c.policy(t)
	}
	if c.bases && !c.hasMeta && !t.InNoscript && !t.Ignored {
		c.metaEnc, c.hasMeta = charenc.OfMeta(c.attrValue(t, "charset"), equiv, c.attrValue(t, "content"))
	}
}

// policy takes notice of a policy on BASE, which is told but does not count: see
// package htmlbase.
func (c *collector) policy(t *htmlscan.Token) {
	if bytes.Contains(bytes.ToLower(c.attrValue(t, "content")), []byte("base-uri")) {
		c.basePolicy = t.Start + 1
	}
}
