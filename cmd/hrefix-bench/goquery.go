package main

import (
	"bytes"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

const goqueryName = "goquery, net/url"

// newGoquery is goquery: a tree, its links found by a selector, rendered.
func newGoquery() peer {
	base := parsedBase()
	selector := "[" + strings.Join(linkAttrs, "], [") + "]"
	return &goPeer{
		is: about{goqueryName, version("github.com/PuerkitoBio/goquery"), "nine attributes; no srcset, CSS, refresh, charsets; all markup is written again"},
		work: func(d *document, out *bytes.Buffer) (links int, err error) {
			doc, err := goquery.NewDocumentFromReader(bytes.NewReader(d.data))
			if err != nil {
				return 0, err
			}
			doc.Find(selector).Each(func(_ int, s *goquery.Selection) {
				attrs := s.Get(0).Attr
				for i := range attrs {
					a := &attrs[i]
					if !isLinkAttr(a.Key) {
						continue
					}
					if target, changed := absolute(base, a.Val); changed {
						a.Val = target
						links++
					}
				}
			})
			return links, html.Render(out, doc.Get(0))
		},
	}
}
