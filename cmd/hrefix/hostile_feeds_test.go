//go:build linux

package main

import "strings"

// hostileFeeds are the hostile documents that are feeds.
func hostileFeeds() []hostileShape {
	const (
		rss     = "<rss version=\"2.0\"><channel>"
		atom03  = "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\">"
		content = "<item><link>x</link><description>&lt;a href=\"x\"&gt;</description></item>"
	)
	laughs := "<!DOCTYPE rss [<!ENTITY a 'ha'>"
	for _, name := range "bcdefghij" {
		laughs += "<!ENTITY " + string(name) + " '" + strings.Repeat("&"+string(name-1)+";", 10) + "'>"
	}
	long := "http://h/" + strings.Repeat("a", hostileBase) + "/"
	return []hostileShape{
		{"laughs.rss", text(laughs, "]>", rss, "<link>&j;</link><item><link>x/&j;</link><description>&lt;a href=\"x\">&j;", hostileMany, "&j;", "</description></item></channel></rss>")},
		{"external.rss", text("<!DOCTYPE rss [<!ENTITY a SYSTEM \"file:///dev/zero\">]>", rss, hostileMany, "<item><link>&a;</link></item>", "</channel></rss>")},
		{"amplify.atom", text("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"", long, "\">", hostileLinks, "<entry><link href=\"x\"/></entry>", "</feed>")},
		{"amplify.rss", text("<rss xml:base=\"", long, "\"><channel><item><description><![CDATA[", hostileLinks, "<a href=x>", "]]></description></item></channel></rss>")},
		{"outlines.opml", text("<opml><body>", 100_000, "<outline xmlUrl=\"x\">", "</body></opml>")},
		{"bases.atom", text("<feed xmlns=\"http://www.w3.org/2005/Atom\">", 100_000, "<entry xml:base=\"a/\">", "<link href=\"x\"/></feed>")},
		{"item.rss", text(rss, "<item><description><![CDATA[", 100, strings.Repeat("<p>text and <a href=\"x\">x</a>", 35_000), "]]></description></item></channel></rss>")},
		{"escaped.rss", text(rss, "<item><description>", hostileMany, "&lt;a href=&quot;x&quot;&gt;", "</description></item></channel></rss>")},
		{"sections.rss", text(rss, "<item><description>", hostileMany, "<![CDATA[<a href=x>]]>", "</description></item></channel></rss>")},
		{"url.rss", text(rss, "<item><link>x", hostileMany, "<![CDATA[y]]>&#122;", "</link></item></channel></rss>")},
		{"items.rss", text(rss, hostileMany, content, "</channel></rss>")},
		{"base64.atom", text(atom03, hostileMany, "<content mode=\"base64\" type=\"text/html\">PGEgaHJlZj0neCc+</content>", "</feed>")},
		{"huge-base64.atom", text(atom03, "<entry><content mode=\"base64\" type=\"text/html\">", 4*hostileMany, "PGEgaHJlZj0neCc+", "</content></entry></feed>")},
		{"link.rss", text(rss, "<link>", hostileHuge, "x", "</link></channel></rss>")},
		{"urls.sitemap.xml", text("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", hostileMany, "<url><loc>/x</loc></url>", "</urlset>")},
	}
}
