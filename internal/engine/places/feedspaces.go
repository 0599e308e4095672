package places

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// The namespaces of feeds and exports, and of their extensions.
const (
	Atom xmlscan.Namespace = xmlscan.Other + 1 + iota
	RSS                    // RSS 0.90 and 1.0, and elements without a namespace
	OPML
	Sitemap
	RDF
	aggregation
	app
	blogChannel
	contentModule
	creativeCommons
	dublinCore
	enclosure
	excerpt
	feedburner
	google
	googlePlay
	googleShopping
	itunes
	media
	pingback
	podcast
	podlove
	prism
	rawVoice
	sitemapImage
	sitemapVideo
	sparkle
	threading
	trackback
	webfeeds
	wellFormedWeb
	wordPress
	yandex
	Package // the package document of EPUB
	NCX     // the table of contents of EPUB 2
	Overlay // SMIL, in which EPUB 3 writes media overlays
	enex
	eclipseHelp
	qtHelp
	javaHelp
	devhelp
	contentPackage // the manifest of IMS content packages, SCORM and Common Cartridge
	tinCan
	xspf
	xslt
	browserConfig
	openSearch
	mozSearch
	afterSpaces
)

// spaceNames are the names of the namespaces for readers, with their specifications.
var spaceNames = [...]string{
	Atom: "Atom: RFC 4287", RSS: "RSS 0.90 to 2.0", OPML: "OPML 2.0", Sitemap: "sitemaps.org 0.9", RDF: "RDF/XML",
	aggregation: "RSS module aggregation", app: "RFC 5023", blogChannel: "RSS module blogChannel", contentModule: "RSS module content",
	creativeCommons: "RSS module creativeCommons", dublinCore: "Dublin Core 1.1", enclosure: "RSS module enclosure", excerpt: "WordPress export",
	feedburner: "FeedBurner", google: "Google Data", googlePlay: "Google Play podcasts", googleShopping: "Google Merchant Center product data", itunes: "Apple Podcasts", media: "Media RSS 1.5",
	pingback: "RSS module pingback", podcast: "Podcasting 2.0", podlove: "Podlove Simple Chapters", prism: "PRISM 2.0", rawVoice: "RawVoice RSS",
	sitemapImage: "Google image sitemaps", sitemapVideo: "Google video sitemaps", sparkle: "Sparkle appcasts", threading: "RFC 4685", trackback: "RSS module TrackBack",
	webfeeds: "Feedly webfeeds", wellFormedWeb: "Comment API", wordPress: "WordPress export", yandex: "Yandex Turbo",
	Package: "EPUB 3.3 package document", NCX: "EPUB 2 NCX", Overlay: "EPUB 3.3 media overlay",
	enex: "Evernote export", eclipseHelp: "Eclipse help", qtHelp: "Qt Help Project", javaHelp: "JavaHelp 2.0", devhelp: "Devhelp 2",
	contentPackage: "IMS Content Packaging 1.1.4", tinCan: "Tin Can packages", xspf: "XSPF 1", xslt: "XSLT 1.0 to 3.0",
	browserConfig: "Microsoft browser configuration schema", openSearch: "OpenSearch 1.1", mozSearch: "Firefox search plugins",
}

// FeedSpaces are the namespaces of feeds as a scanner of XML needs them.
var FeedSpaces = &xmlscan.Spaces{
	URI: feedSpace,
	Prefixes: map[string]xmlscan.Namespace{
		"atom": Atom, "content": contentModule, "creativeCommons": creativeCommons, "dc": dublinCore,
		"excerpt": excerpt, "feedburner": feedburner, "googleplay": googlePlay, "g": googleShopping, "image": sitemapImage,
		"itunes": itunes, "media": media, "podcast": podcast, "psc": podlove, "rdf": RDF, "sparkle": sparkle, "thr": threading,
		"trackback": trackback, "video": sitemapVideo, "wfw": wellFormedWeb, "wp": wordPress,
	},
	Roots: bareRoots(),
}

// feedURIs has the namespaces by their URIs in the form of [plainURI]. Feeds in the wild use
// several URIs for most of them: the aliases are the URIs that the readers feedparser and gofeed
// know, and the URIs of earlier versions of a format.
var feedURIs = map[string]xmlscan.Namespace{
	"w3.org/2005/atom":                                        Atom, // RFC 4287
	"purl.org/atom/ns":                                        Atom, // Atom 0.3
	"purl.org/pie":                                            Atom, // drafts of Atom 0.3
	"purl.org/echo":                                           Atom,
	"example.com/newformat":                                   Atom,
	"example.com/necho":                                       Atom,
	"uri/of/echo/namespace":                                   Atom,
	"purl.org/rss/1.0":                                        RSS,
	"my.netscape.com/rdf/simple/0.9":                          RSS,
	"channel.netscape.com/rdf/simple/0.9":                     RSS,
	"blogs.law.harvard.edu/tech/rss":                          RSS,
	"cyber.law.harvard.edu/rss/rss.html":                      RSS,
	"purl.org/net/rss1.1":                                     RSS,
	"purl.org/rss/1.0/modules/rss091":                         RSS,
	"opml.org/spec":                                           OPML,
	"opml.org/spec2":                                          OPML,
	"sitemaps.org/schemas/sitemap/0.9":                        Sitemap,
	"google.com/schemas/sitemap/0.84":                         Sitemap,
	"google.com/schemas/sitemap/0.9":                          Sitemap,
	"idpf.org/2007/opf":                                       Package,
	"daisy.org/z3986/2005/ncx":                                NCX,
	"w3.org/ns/smil":                                          Overlay,
	"devhelp.net/book":                                        devhelp,
	"imsglobal.org/xsd/imscp_v1p1":                            contentPackage,
	"imsproject.org/xsd/imscp_rootv1p1p2":                     contentPackage, // version 1.1.2, which SCORM 1.2 uses
	"imsglobal.org/xsd/imsccv1p1/imscp_v1p1":                  contentPackage, // Common Cartridge 1.1 to 1.3
	"imsglobal.org/xsd/imsccv1p2/imscp_v1p1":                  contentPackage,
	"imsglobal.org/xsd/imsccv1p3/imscp_v1p1":                  contentPackage,
	"projecttincan.com/tincan.xsd":                            tinCan,
	"xspf.org/ns/0":                                           xspf,
	"w3.org/1999/xsl/transform":                               xslt,
	"a9.com/-/spec/opensearch/1.1":                            openSearch,
	"a9.com/-/spec/opensearch/1.0":                            openSearch,
	"mozilla.org/2006/browser/search":                         mozSearch,
	"w3.org/1999/02/22-rdf-syntax-ns":                         RDF,
	"purl.org/rss/1.0/modules/aggregation":                    aggregation,
	"w3.org/2007/app":                                         app,
	"purl.org/atom/app":                                       app,
	"backend.userland.com/blogchannelmodule":                  blogChannel,
	"purl.org/rss/1.0/modules/content":                        contentModule,
	"backend.userland.com/creativecommonsrssmodule":           creativeCommons,
	"cyber.law.harvard.edu/rss/creativecommonsrssmodule.html": creativeCommons,
	"purl.org/dc/elements/1.1":                                dublinCore,
	"purl.org/dc/elements/1.0":                                dublinCore,
	"purl.oclc.org/net/rss_2.0/enc":                           enclosure,
	"rssnamespace.org/feedburner/ext/1.0":                     feedburner,
	"schemas.google.com/g/2005":                               google,
	"google.com/schemas/play-podcasts/1.0":                    googlePlay,
	"base.google.com/ns/1.0":                                  googleShopping,
	"base.google.com/cns/1.0":                                 googleShopping,
	"andymatuschak.org/xml-namespaces/sparkle":                sparkle,
	"itunes.com/dtds/podcast-1.0.dtd":                         itunes,
	"example.com/dtds/podcast-1.0.dtd":                        itunes,
	"search.yahoo.com/mrss":                                   media,
	"tools.search.yahoo.com/mrss":                             media,
	"video.search.yahoo.com/mrss":                             media,
	"madskills.com/public/xml/rss/module/pingback":            pingback,
	"podcastindex.org/namespace/1.0":                          podcast,
	"github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": podcast,
	"podlove.org/simple-chapters":                                         podlove,
	"prismstandard.org/namespaces/basic/2.0":                              prism,
	"prismstandard.org/namespaces/1.2/basic":                              prism,
	"rawvoice.com/rawvoicerssmodule":                                      rawVoice,
	"blubrry.com/developer/rawvoice-rss":                                  rawVoice,
	"google.com/schemas/sitemap-image/1.1":                                sitemapImage,
	"google.com/schemas/sitemap-video/1.1":                                sitemapVideo,
	"purl.org/syndication/thread/1.0":                                     threading,
	"madskills.com/public/xml/rss/module/trackback":                       trackback,
	"news.yandex.ru":                                                      yandex,
	"turbo.yandex.ru":                                                     yandex,
	"webfeeds.org/rss/1.0":                                                webfeeds,
	"wellformedweb.org/commentapi":                                        wellFormedWeb,
}

// longestURI is the greatest length of a URI that is looked up.
const longestURI = 96

// feedSpace returns the namespace with a URI, or Other. As in feedparser, case does not matter.
func feedSpace(uri []byte) xmlscan.Namespace {
	if len(uri) > longestURI {
		return xmlscan.Other
	}
	var buf [longestURI]byte
	plain := plainURI(ascii.AppendLower(buf[:0], uri))
	if space, ok := feedURIs[string(plain)]; ok {
		return space
	}
	switch version, isExport := strings.CutPrefix(string(plain), "wordpress.org/export/"); { // URIs with a version number
	case isExport && strings.HasSuffix(version, "/excerpt"):
		return excerpt
	case isExport:
		return wordPress
	case bytes.HasPrefix(plain, []byte("backend.userland.com/rss")):
		return RSS
	}
	return xmlscan.Other
}

// plainURI returns a URI in lower case without what differs between the aliases of many
// namespaces: the scheme, "www." and the last "/" or "#".
func plainURI(uri []byte) []byte {
	uri = bytes.Trim(uri, ascii.Whitespace)
	for _, start := range [...]string{"http://", "https://", "www."} {
		uri = bytes.TrimPrefix(uri, []byte(start))
	}
	return bytes.TrimRight(uri, "/#")
}
