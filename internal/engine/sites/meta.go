package sites

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// meta records what a meta element says about the document as a whole.
func (p *page) meta(t *htmlscan.Token) {
	var equiv []byte // not trimmed: a keyword has no whitespace around it
	if a, ok := htmlscan.First(p.text, t.Attrs, "http-equiv"); ok {
		equiv = view.Unescape(p.text, a.Value, a.Quote)
	}
	if ascii.EqualFold(equiv, "content-security-policy") {
		p.policy(t)
	}
	if p.document && !p.HasMeta && !t.InNoscript && !t.Ignored {
		p.MetaEncoding, p.HasMeta = charenc.OfMeta(p.attrValue(t, "charset"), equiv, p.attrValue(t, "content"))
	}
}

// policy records a policy on BASE. BASE counts nevertheless: see package htmlbase.
func (p *page) policy(t *htmlscan.Token) {
	if bytes.Contains(bytes.ToLower(p.attrValue(t, "content")), []byte("base-uri")) {
		p.BasePolicy = t.Start + 1
	}
}
