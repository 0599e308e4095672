package main

const (
	lolScanName    = "lol-html in Bun, scanning"
	lolRewriteName = "lol-html in Bun, rewriting"
)

// newLolHTML is lol-html in Bun: HTMLRewriter, scanning only or rewriting.
func newLolHTML(shop *workshop, rewriting bool) peer {
	bun, path := shop.bun()
	mode, name, lacks := "scan", lolScanName, "a handler for an element that is not there, which does nothing"
	if rewriting {
		mode, name, lacks = "rewrite", lolRewriteName, "nine attributes; no srcset, CSS, refresh, charsets, character references"
	}
	return &process{
		name: name, lacks: lacks, shop: shop, tools: []tool{bun},
		argv: func() ([]string, error) {
			script, err := shop.script("lolhtml.mjs")
			return []string{path, script, mode}, err
		},
	}
}
