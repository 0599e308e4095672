package main

import (
	"bytes"
	"net/url"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/hrefix/hrefix/resolve"
)

// dialects are the names of hrefix's dialects. One that is not there yet is left
// out.
var dialects = []string{"rfc1808", "rfc3986", "whatwg"}

// newResolvers returns hrefix, a peer for each dialect.
func newResolvers() []peer {
	var peers []peer
	for _, name := range dialects {
		if d, err := resolve.ParseDialect(name); err == nil {
			peers = append(peers, newResolver(d))
		}
	}
	return peers
}

// newResolver is package resolve, into a buffer that is used again.
func newResolver(d resolve.Dialect) peer {
	base := d.Base(baseURL)
	var target []byte
	return &goPeer{
		is: about{name: ours + ", " + d.String()},
		work: func(doc *document, _ *bytes.Buffer) (changed int, err error) {
			for i := range doc.pieces {
				var o resolve.Outcome
				if target, o = base.Append(target[:0], doc.piece(i)); o == resolve.Resolved {
					changed++
				}
			}
			return changed, nil
		},
	}
}

// A stringPeer is a peer in Go that resolves strings.
type stringPeer struct {
	goPeer
	texts map[*document][]string
}

func newStringPeer(is about, resolve func(ref string) (string, error)) peer {
	p := &stringPeer{texts: make(map[*document][]string)}
	p.is = is
	p.work = func(d *document, _ *bytes.Buffer) (changed int, err error) {
		for _, ref := range p.texts[d] {
			if target, err := resolve(ref); err == nil && target != ref {
				changed++
			}
		}
		return changed, nil
	}
	return p
}

func (p *stringPeer) start(docs []document) error {
	for i := range docs {
		p.texts[&docs[i]] = docs[i].texts()
	}
	return p.goPeer.start(docs)
}

const netURLName = "net/url"

// newNetURL is net/url, with the base taken apart once.
func newNetURL() peer {
	base := parsedBase()
	return newStringPeer(about{name: netURLName}, func(ref string) (string, error) {
		u, err := url.Parse(ref)
		if err != nil {
			return "", err
		}
		return base.ResolveReference(u).String(), nil
	})
}

// newWhatwgURL is nlnwa/whatwg-url, with the base taken apart once.
func newWhatwgURL() (peer, error) {
	base, err := whatwg.Parse(baseURL)
	if err != nil {
		return nil, err
	}
	is := about{name: "nlnwa/whatwg-url", version: version("github.com/nlnwa/whatwg-url")}
	return newStringPeer(is, func(ref string) (string, error) {
		u, err := base.Parse(ref)
		if err != nil {
			return "", err
		}
		return u.Href(false), nil
	}), nil
}

// newNodeURL is the URL class of Node.
func newNodeURL(shop *workshop) peer {
	return &process{
		name: "Node URL", lacks: "parses the base each time: it has no other API",
		shop: shop, tools: []tool{debian("nodejs", command("node"))},
		argv: func() ([]string, error) {
			script, err := shop.script("node_url.mjs")
			return []string{"node", script}, err
		},
	}
}
