package feeds

import "strings"

// HostileShapes are feeds of about n bytes that take more than linear time if read naively.
var HostileShapes = map[string]func(n int) string{
	"nested outlines": func(n int) string {
		return "<opml version='2.0'><body>" + fill("<outline xmlUrl='x'>", n) + "</body></opml>"
	},
	"outlines": func(n int) string {
		return "<opml version='2.0'><body>" + fill("<outline xmlUrl='x'/>", n) + "</body></opml>"
	},
	"nested items": func(n int) string { return "<rss><channel>" + fill("<item><link>x</link>", n) },
	"nested xml:base": func(n int) string {
		return "<feed xmlns='http://www.w3.org/2005/Atom'>" + fill("<entry xml:base='a/'>", n) + "<link href='x'/>"
	},
	"xml:base": func(n int) string {
		return "<feed xmlns='http://www.w3.org/2005/Atom'>" + fill("<entry xml:base='a/'><link href='x'/></entry>", n) + "</feed>"
	},
	"long xml:base": func(n int) string {
		return "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://h/" + strings.Repeat("d", n/2) + "/'>" + fill("<entry xml:base='a/'><link href='x'/></entry>", n/20)
	},
	"one item": func(n int) string {
		return "<rss><channel><item><description><![CDATA[" + fill("<a href='x'>", n) + "]]></description></item></channel></rss>"
	},
	"one item, escaped": func(n int) string {
		return "<rss><channel><item><description>" + fill("&lt;a href='x'&gt;", n) + "</description></item></channel></rss>"
	},
	"sections": func(n int) string {
		return "<rss><channel><item><description>" + fill("<![CDATA[<a href='x'>]]>", n) + "</description></item></channel></rss>"
	},
	"empty sections": func(n int) string {
		return "<rss><channel><item><link>x" + fill("<![CDATA[]]>", n) + "</link></item></channel></rss>"
	},
	"pieces of a URL": func(n int) string {
		return "<rss><channel><item><link>x" + fill("<![CDATA[y]]>z", n) + "</link></item></channel></rss>"
	},
	"comments in a link": func(n int) string {
		return "<rss><channel><item><link>x" + fill("<!---->y", n) + "</link></item></channel></rss>"
	},
	"split sections": func(n int) string {
		return "<rss><channel><item><description><![CDATA[<a href='x'>" + fill("]]]]><![CDATA[>", n) + "]]></description></item></channel></rss>"
	},
	"items": func(n int) string {
		return "<rss><channel>" + fill("<item><link>x</link><description>&lt;a href='y'&gt;</description></item>", n) + "</channel></rss>"
	},
	"small sections": func(n int) string {
		return "<rss><channel>" + fill("<item><description><![CDATA[<a href=y>]]></description></item>", n) + "</channel></rss>"
	},
	"base64": func(n int) string {
		return "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><content type='text/html' mode='base64'>" + fill("PGEgaHJlZj0neCc+", n) + "</content></entry></feed>"
	},
	"small base64": func(n int) string {
		return "<feed version='0.3' xmlns='http://purl.org/atom/ns#'>" + fill("<entry><content type='text/html' mode='base64'>PGEgaHJlZj0neCc+</content></entry>", n) + "</feed>"
	},
	"namespaces": func(n int) string {
		return "<rss><channel>" + fill("<a:item xmlns:a='http://www.w3.org/2005/Atom'><a:link href='x'/>", n)
	},
	"links of the channel": func(n int) string { return "<rss><channel>" + fill("<link>x</link>", n) + "</channel></rss>" },
	"no end":               func(n int) string { return "<rss><channel><item><description>" + fill("<![CDATA[", n) },
	"open tags":            func(n int) string { return "<rss><channel>" + fill("<description>", n) },
	"references":           func(n int) string { return "<rss><channel><link>" + fill("&#120;", n) + "</link></channel></rss>" },
}

// fill repeats s up to n bytes.
func fill(s string, n int) string { return strings.Repeat(s, max(1, n/len(s))) }
