package places

import (
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A feedPlace is a place in a feed or an export: an attribute of some elements of a namespace,
// or their content if it has no Attrs.
type feedPlace struct {
	Space xmlscan.Namespace
	Place
	If Condition
}

// A Condition says which elements have a place.
type Condition uint8

// The conditions.
const (
	Always Condition = iota
	// Permalink: the isPermaLink attribute is not "false". Without that attribute, the content
	// must also look like a URL or a path: RSS 2.0 makes every such guid a URL, but writers
	// put names there.
	Permalink
	// Typed: the type attribute names HTML, as in Atom. Without that attribute the content is
	// text (RFC 4287 section 3.1.1).
	Typed
	// NotPlain: the type attribute names HTML, or is missing, as for the description of RSS.
	NotPlain
	// EndTag: the type attribute names HTML; or it is missing, and the content has an end tag.
	// Such content is text by its specification, but writers put HTML into it. feedparser has
	// the same rule.
	EndTag
	// NoPattern: the content has no "*", because it would then be a pattern of names.
	NoPattern
)

// feedPlaces are the places of feeds and exports. Names are in the case of their
// specifications, but case does not matter, as in most readers.
//
// Not in the table are identifiers that look like URLs: the id of Atom, which must not change
// (RFC 4287 section 4.2.6), the schemes of categories, and the terms of all formats.
var feedPlaces = []feedPlace{
	// Atom: RFC 4287, and Atom 0.3.
	{Atom, Place{Elements: "link", Attrs: "href", Empty: EmptyInBase}, Always},
	{Atom, Place{Elements: "content", Attrs: "src", Empty: EmptyInBase, Use: Show}, Always},
	{Atom, Place{Elements: "generator", Attrs: "uri url", Empty: EmptyInBase}, Always},
	{Atom, Place{Elements: "uri url homepage"}, Always},
	{Atom, Place{Elements: "icon logo", Use: Show}, Always},
	{Atom, Place{Elements: "title summary content rights subtitle tagline info copyright", Syntax: syntax.Markup}, Typed},

	// RSS 0.90 to 2.0. Elements without a type are HTML by custom.
	{RSS, Place{Elements: "link docs comments"}, Always},
	{RSS, Place{Elements: "url", Use: Show}, Always}, // the url of an image
	{RSS, Place{Elements: "guid", Identifies: true}, Permalink},
	{RSS, Place{Elements: "link", Attrs: "href"}, Always}, // written by people who know Atom
	{RSS, Place{Elements: "enclosure source", Attrs: "url"}, Always},
	{RSS, Place{Elements: "description body fullitem", Syntax: syntax.Markup}, NotPlain},
	{RSS, Place{Elements: "title copyright content summary subtitle tagline abstract info rights", Syntax: syntax.Markup}, EndTag},
	{contentModule, Place{Elements: "encoded", Syntax: syntax.Markup}, NotPlain},
	{RDF, Place{Elements: "li", Attrs: "resource"}, Always},

	// Modules of RSS.
	{aggregation, Place{Elements: "sourceURL"}, Always},
	{app, Place{Elements: "collection", Attrs: "href"}, Always},
	{blogChannel, Place{Elements: "blogRoll mySubscriptions blink changes"}, Always},
	{creativeCommons, Place{Elements: "license"}, Always},
	{dublinCore, Place{Elements: "description", Syntax: syntax.Markup}, NotPlain},
	{dublinCore, Place{Elements: "title rights", Syntax: syntax.Markup}, EndTag},
	{enclosure, Place{Elements: "enclosure", Attrs: "url"}, Always},
	{feedburner, Place{Elements: "origLink origEnclosureLink awareness"}, Always},
	{feedburner, Place{Elements: "feedFlare", Attrs: "href"}, Always},
	{feedburner, Place{Elements: "browserFriendly", Syntax: syntax.Markup}, EndTag},
	{google, Place{Elements: "image", Attrs: "src", Use: Show}, Always},
	{google, Place{Elements: "feedLink", Attrs: "href"}, Always},
	{googleShopping, Place{Elements: "link mobile_link canonical_link checkout_link_template"}, Always},
	{googleShopping, Place{Elements: "image_link additional_image_link lifestyle_image_link video_link model_3d_link", Use: Show}, Always},
	{sparkle, Place{Elements: "releaseNotesLink fullReleaseNotesLink"}, Always}, // the files are in enclosures of RSS
	{pingback, Place{Elements: "server target"}, Always},
	{prism, Place{Elements: "url link"}, Always},
	{threading, Place{Elements: "in-reply-to", Attrs: "href source"}, Always},
	{trackback, Place{Elements: "ping about"}, Always},
	{webfeeds, Place{Elements: "cover", Attrs: "image", Use: Show}, Always},
	{webfeeds, Place{Elements: "icon logo", Use: Show}, Always},
	{wellFormedWeb, Place{Elements: "comment commentRss"}, Always},
	{yandex, Place{Elements: "content full-text", Syntax: syntax.Markup}, NotPlain},

	// Media and podcasts.
	{media, Place{Elements: "content player thumbnail embed", Attrs: "url", Use: Show}, Always},
	{media, Place{Elements: "copyright", Attrs: "url"}, Always},
	{media, Place{Elements: "license peerLink subTitle", Attrs: "href"}, Always},
	{media, Place{Elements: "backLink response"}, Always},
	{media, Place{Elements: "title description text", Syntax: syntax.Markup}, EndTag},
	{itunes, Place{Elements: "image", Attrs: "href url", Use: Show}, Always},
	{itunes, Place{Elements: "link", Attrs: "href"}, Always},
	{itunes, Place{Elements: "new-feed-url"}, Always},
	{itunes, Place{Elements: "summary subtitle", Syntax: syntax.Markup}, EndTag},
	{googlePlay, Place{Elements: "image", Attrs: "href", Use: Show}, Always},
	{googlePlay, Place{Elements: "new-feed-url"}, Always},
	{googlePlay, Place{Elements: "description", Syntax: syntax.Markup}, EndTag},
	{podcast, Place{Elements: "chapters funding license trailer transcript", Attrs: "url"}, Always},
	{podcast, Place{Elements: "source", Attrs: "uri", Use: Show}, Always},
	{podcast, Place{Elements: "person", Attrs: "href"}, Always},
	{podcast, Place{Elements: "person", Attrs: "img", Use: Show}, Always},
	{podcast, Place{Elements: "image", Attrs: "href", Use: Show}, Always},
	{podcast, Place{Elements: "images", Attrs: "srcset", Syntax: syntax.Srcset, Use: Show}, Always},
	{podcast, Place{Elements: "contentLink", Attrs: "href"}, Always},
	{podcast, Place{Elements: "remoteItem", Attrs: "feedUrl"}, Always},
	{podcast, Place{Elements: "socialInteract", Attrs: "uri accountUrl"}, Always},
	{podlove, Place{Elements: "chapter", Attrs: "href"}, Always},
	{podlove, Place{Elements: "chapter", Attrs: "image", Use: Show}, Always},
	{rawVoice, Place{Elements: "poster", Attrs: "url", Use: Show}, Always},
	{rawVoice, Place{Elements: "donate", Attrs: "href"}, Always},

	// Exports of WordPress: RSS with two more namespaces.
	{wordPress, Place{Elements: "base_site_url base_blog_url comment_author_url"}, Always},
	{wordPress, Place{Elements: "attachment_url", Use: Show}, Always},
	{wordPress, Place{Elements: "comment_content category_description tag_description term_description", Syntax: syntax.Markup}, NotPlain},
	{excerpt, Place{Elements: "encoded", Syntax: syntax.Markup}, NotPlain},

	// OPML 2.0.
	{OPML, Place{Elements: "outline", Attrs: "xmlUrl htmlUrl url"}, Always},
	{OPML, Place{Elements: "outline", Attrs: "imageUrl", Use: Show}, Always},
	{OPML, Place{Elements: "outline", Attrs: "text _note", Syntax: syntax.Markup}, EndTag},
	{OPML, Place{Elements: "docs ownerId"}, Always},

	// EPUB: Open Packaging Format 2.0.1 sections 2.3 and 2.6, EPUB 3.3 section 5, and NCX.
	{Package, Place{Elements: "item", Attrs: "href", Use: Apply}, Always},
	{Package, Place{Elements: "reference link site", Attrs: "href"}, Always},
	{NCX, Place{Elements: "content", Attrs: "src"}, Always},
	{Overlay, Place{Elements: "text audio", Attrs: "src", Use: Show}, Always}, // EPUB 3.3 section 9
	{Overlay, Place{Elements: "body seq", Attrs: "epub:textref"}, Always},

	// Exports of Evernote. Each note is a document of its own, in HTML with a few elements more.
	{enex, Place{Elements: "content", Syntax: syntax.Markup}, NotPlain},
	{enex, Place{Elements: "source-url"}, Always},

	// Tables of contents of manuals.
	{eclipseHelp, Place{Elements: "toc", Attrs: "topic link_to"}, Always},
	{eclipseHelp, Place{Elements: "topic", Attrs: "href"}, Always},
	{eclipseHelp, Place{Elements: "link", Attrs: "toc"}, Always},
	{qtHelp, Place{Elements: "section keyword", Attrs: "ref"}, Always},
	{qtHelp, Place{Elements: "file", Use: Apply}, NoPattern},
	{javaHelp, Place{Elements: "mapID", Attrs: "url"}, Always},
	{javaHelp, Place{Elements: "mapref subhelpset", Attrs: "location", Use: Apply}, Always},
	{javaHelp, Place{Elements: "data", Only: "!engine", Use: Apply}, Always}, // with engine, it is a folder
	{devhelp, Place{Elements: "book sub keyword function", Attrs: "link"}, Always},

	// Manifests of courses.
	{contentPackage, Place{Elements: "resource", Attrs: "href"}, Always},
	{contentPackage, Place{Elements: "file", Attrs: "href", Use: Apply}, Always},
	{tinCan, Place{Elements: "launch"}, Always},

	// Playlists.
	{xspf, Place{Elements: "location image", Use: Show}, Always},
	{xspf, Place{Elements: "info link license"}, Always},

	// Style sheets that transform XML.
	{xslt, Place{Elements: "import include", Attrs: "href", Use: Apply}, Always},

	// Tiles and search engines of sites.
	{browserConfig, Place{Elements: "square70x70logo square150x150logo wide310x150logo square310x310logo TileImage", Attrs: "src", Use: Show}, Always},
	{browserConfig, Place{Elements: "polling-uri polling-uri2 polling-uri3 polling-uri4 polling-uri5", Attrs: "src"}, Always},
	{openSearch, Place{Elements: "Url", Attrs: "template", Use: Name}, Always}, // readers load what they make of it
	{openSearch, Place{Elements: "Image", Use: Show}, Always},
	{mozSearch, Place{Elements: "SearchForm"}, Always},

	// Sitemaps (sitemaps.org, version 0.9), and what Google adds to them.
	{Sitemap, Place{Elements: "loc"}, Always},
	{sitemapImage, Place{Elements: "loc", Use: Show}, Always},
	{sitemapImage, Place{Elements: "license"}, Always},
	{sitemapVideo, Place{Elements: "thumbnail_loc content_loc player_loc", Use: Show}, Always},
	{sitemapVideo, Place{Elements: "gallery_loc"}, Always},
	{sitemapVideo, Place{Elements: "uploader", Attrs: "info"}, Always},
}
