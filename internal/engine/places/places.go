// Package places is the table of places: the attributes and elements of HTML, SVG, MathML
// and XLink that contain URLs. It is data: package sites finds the places in a document,
// and package syntax knows the grammars of their values.
//
// To add a place, add a row to one of the tables in places.go, or to the table of feeds in
// feeds.go. To add a format of XML, add a row to the table in formats.go, too.
package places

import (
	"sync/atomic"

	"github.com/hrefix/hrefix/internal/engine/syntax"
)

// A Place is an attribute of some elements, or the content of an element, that contains
// URLs.
type Place struct {
	Elements   string // separated by spaces; "*" means every element of the namespace
	Attrs      string // separated by spaces
	Only       string // a condition on the attributes of the element: see condition
	Within     string // an element of XML around the element: see [Parse]
	Syntax     syntax.Kind
	Against    Against
	Empty      EmptyRule
	Loads      Loading
	Use        Use
	Group      Groups // the group that must be requested; 0 if the place is always read
	Source     string // the specification or the programs that make the value a URL; "" is that of the table
	Seen       *Seen  // whether a document has the place, and a value was read; nil for places that are not of the user
	Identifies bool   // readers know an item of a feed by the URL
	Entry      bool   // a document with the place is the table of contents of a manual
}

// Seen says what the documents of a run have of a place of the user.
type Seen struct {
	Found atomic.Bool // a document has the place
	Read  atomic.Bool // a value there has a URL, or is HTML
}

// SetRead records that a value of the place has a URL, or is HTML.
func (p *Place) SetRead() {
	if p.Seen != nil {
		p.Seen.Read.Store(true)
	}
}

// Links reports whether users follow the URL of the place as a link. The action of a form is not a link: form
// data is sent to the URL of the document, wherever the copy is.
func (p *Place) Links() bool {
	return p.Use == Follow && (p.Empty == EmptyResolves || p.Syntax == syntax.Refresh)
}

// Against selects the base that the references of a place are resolved against.
type Against uint8

// The bases.
const (
	DocumentBase      Against = iota // the document base URL
	FallbackBase                     // the fallback base URL, which ignores BASE elements
	CodebaseURL                      // the codebase attribute of the element; browsers ignore it
	CodebaseDirectory                // the codebase attribute of the element, where "x" means "x/"
)

// Loading says when a browser resolves a reference. An HTML parser processes the elements of a
// document one by one. URLs that it loads at once are resolved by the base at that time: a later
// BASE element comes too late for it.
type Loading uint8

// The times.
const (
	AtUse    Loading = iota // the URL loads when it is followed, or some time after parsing
	AtOnce                  // the URL loads when the parser processes the element
	Ahead                   // the URL loads when the speculative HTML parser reaches it; in XML, AtUse
	AtScript                // the URL loads at the end of the next script, if the element is in HTML
)

// A Use says what a reader of a document does with the target of a reference.
type Use uint8

// The uses.
const (
	Follow Use = iota // the user of the reader may go to the target
	Show              // the reader shows or plays the target as a part of the document: an image, a video
	Apply             // the reader runs or applies the target, or shows a document in it: a script, a style sheet, a frame
	Name              // the reader does not load the target: a base, an identifier, or a host to connect to
)

// An EmptyRule says what an empty value means.
type EmptyRule uint8

// The rules.
const (
	EmptyLeft     EmptyRule = iota // an empty URL is left as it is: the standard requires a URL that is not empty
	EmptyResolves                  // an empty URL is an empty reference: RFC 1808 section 4, step 2a
	EmptyDocument                  // an empty URL is the URL of the document, whatever BASE is
	EmptyInBase                    // an empty URL is an empty reference if the document itself gives the base: xml:base
	BlankResolves                  // an empty URL is left, but whitespace alone is an empty reference: url(" ") in CSS
)

// htmlPlaces are the places of HTML elements: HTML Standard section 4 (valid and obsolete
// attributes), HTML 4.01, and inventions of early browsers.
var htmlPlaces = []Place{
	// Attributes whose value is one URL.
	{Elements: "a area", Attrs: "href", Empty: EmptyResolves},
	{Elements: "link", Attrs: "href", Only: "rel~=stylesheet preload modulepreload prefetch prerender", Loads: AtOnce, Use: Apply},
	{Elements: "link", Attrs: "href", Only: "rel~=preconnect dns-prefetch", Loads: AtOnce, Use: Name},
	{Elements: "link", Attrs: "href", Only: "rel~=icon apple-touch-icon apple-touch-icon-precomposed mask-icon", Use: Show},
	{Elements: "link", Attrs: "href", Only: "rel~=manifest", Use: Apply},
	{Elements: "link", Attrs: "href", Only: "!rel rev itemprop property", Use: Name}, // not a link: section 4.2.4
	{Elements: "link", Attrs: "href"},
	{Elements: "base", Attrs: "href", Against: FallbackBase, Empty: EmptyResolves, Use: Name},
	{Elements: "img image", Attrs: "src", Only: "loading=lazy", Use: Show},
	{Elements: "img image", Attrs: "src", Loads: Ahead, Use: Show},
	{Elements: "img image", Attrs: "lowsrc", Use: Show, Source: "Netscape Navigator 2"},
	{Elements: "img image", Attrs: "dynsrc", Use: Show, Source: "Internet Explorer 2"},
	{Elements: "script iframe frame", Attrs: "src", Loads: AtOnce, Use: Apply},
	{Elements: "embed source track", Attrs: "src", Use: Show},
	{Elements: "input", Attrs: "src dynsrc", Use: Show, Source: "HTML Standard; Internet Explorer 2"},
	{Elements: "audio video", Attrs: "src", Use: Show},
	{Elements: "audio video", Attrs: "poster", Loads: AtScript, Use: Show},
	{Elements: "form", Attrs: "action", Empty: EmptyDocument}, // section 4.10.22.3, step 14
	{Elements: "button input", Attrs: "formaction", Empty: EmptyDocument},
	{Elements: "isindex", Attrs: "action", Source: "HTML 4.01"},
	{Elements: "blockquote q ins del", Attrs: "cite", Empty: EmptyResolves},
	{Elements: "body table thead tbody tfoot tr td th", Attrs: "background", Use: Show, Source: "HTML 4.01; browsers"},
	{Elements: "img image iframe frame", Attrs: "longdesc", Empty: EmptyResolves, Source: "HTML 4.01"},
	{Elements: "html", Attrs: "manifest", Against: FallbackBase, Use: Apply, Source: "HTML 5.0"},
	{Elements: "*", Attrs: "itemid", Use: Name},
	{Elements: "command menuitem", Attrs: "icon", Use: Show, Source: "HTML 5.1"},
	{Elements: "bgsound fig overlay xml", Attrs: "src", Use: Show, Source: "Internet Explorer; HTML 3.0"},
	{Elements: "layer ilayer", Attrs: "src background", Use: Apply, Source: "Netscape Navigator 4"},
	{Elements: "embed", Attrs: "pluginspage href", Source: "Netscape Navigator 2"},
	{Elements: "model portal fencedframe", Attrs: "src", Use: Apply, Source: "WICG proposals"},

	// URLs relative to a codebase (HTML 4.01 section 13.3).
	{Elements: "object applet", Attrs: "codebase", Use: Name, Source: "HTML 4.01"},
	{Elements: "object", Attrs: "data classid", Against: CodebaseURL, Use: Show, Source: "HTML 4.01"},
	{Elements: "object", Attrs: "archive", Syntax: syntax.Tokens, Against: CodebaseURL, Use: Apply, Source: "HTML 4.01"},
	{Elements: "applet", Attrs: "archive", Syntax: syntax.CommaTokens, Against: CodebaseDirectory, Use: Apply, Source: "HTML 4.01"},

	// Values with several URLs, or with one URL and other text.
	{Elements: "head", Attrs: "profile", Syntax: syntax.Tokens, Use: Name, Source: "HTML 4.01"},
	{Elements: "a area", Attrs: "ping", Syntax: syntax.Tokens, Use: Name},
	{Elements: "a img image script", Attrs: "attributionsrc", Syntax: syntax.Tokens, Use: Name, Source: "Attribution Reporting API"},
	{Elements: "img image", Attrs: "srcset", Only: "loading=lazy", Syntax: syntax.Srcset, Use: Show},
	{Elements: "img image source", Attrs: "srcset", Syntax: syntax.Srcset, Loads: Ahead, Use: Show},
	{Elements: "link", Attrs: "imagesrcset", Syntax: syntax.Srcset, Loads: AtOnce, Use: Show},
	{Elements: "meta", Attrs: "content", Only: "http-equiv=refresh", Syntax: syntax.Refresh, Loads: AtOnce},
	{Elements: "*", Attrs: "style", Syntax: syntax.Declarations, Empty: BlankResolves, Loads: AtOnce, Use: Show},
	{Elements: "iframe", Attrs: "srcdoc", Syntax: syntax.Document, Loads: AtOnce},

	// Elements of AMP, by the attributes with value_url in the rules of its validator. No page has elements of such
	// names but for AMP, so they need no group. Expressions, as in [src] and data-amp-bind-src, are no URLs.
	{Elements: "amp-img amp-anim amp-audio amp-video amp-3d-gltf amp-pixel amp-bodymovin-animation amp-google-document-embed amp-playbuzz", Attrs: "src", Use: Show, Source: "AMP"},
	{Elements: "amp-img amp-anim", Attrs: "srcset", Syntax: syntax.Srcset, Use: Show, Source: "AMP"},
	{Elements: "amp-video amp-video-iframe amp-audio", Attrs: "poster artwork", Use: Show, Source: "AMP"},
	{Elements: "amp-iframe amp-ad amp-ad-custom amp-embed amp-video-iframe amp-script amp-list amp-render amp-state amp-autocomplete amp-date-picker amp-next-page", Attrs: "src", Use: Apply, Source: "AMP"},
	{Elements: "amp-install-serviceworker", Attrs: "src data-iframe-src", Use: Apply, Source: "AMP"},
	{Elements: "amp-web-push", Attrs: "helper-iframe-url permission-dialog-url service-worker-url service-worker-scope", Use: Apply, Source: "AMP"},
	{Elements: "amp-analytics amp-call-tracking", Attrs: "config", Use: Apply, Source: "AMP"},
	{Elements: "amp-pixel", Attrs: "attributionsrc", Syntax: syntax.Tokens, Use: Name, Source: "AMP"},
	{Elements: "amp-story", Attrs: "publisher-logo-src entity-logo-src poster-portrait-src poster-square-src poster-landscape-src", Use: Show, Source: "AMP"},
	{Elements: "amp-story amp-story-page", Attrs: "background-audio", Use: Show, Source: "AMP"},
	{Elements: "amp-story", Attrs: "entity-url", Source: "AMP"},
	{Elements: "amp-story", Attrs: "bookend-config-src", Use: Apply, Source: "AMP, amp-story 0.1"},
	{Elements: "amp-story-auto-ads amp-story-bookend amp-story-shopping-attachment amp-story-social-share", Attrs: "src", Use: Apply, Source: "AMP"},
	{Elements: "amp-story-page-attachment", Attrs: "href", Source: "AMP"},
	{Elements: "amp-story-page-attachment amp-story-page-outlink", Attrs: "cta-image cta-image-2", Use: Show, Source: "AMP"},
	{Elements: "amp-story-interactive-img-poll amp-story-interactive-img-quiz amp-story-interactive-results", Attrs: "option-1-image option-2-image option-3-image option-4-image", Use: Show, Source: "AMP"},
	{Elements: "amp-story-interactive-poll amp-story-interactive-binary-poll amp-story-interactive-img-poll amp-story-interactive-quiz amp-story-interactive-img-quiz amp-story-interactive-slider", Attrs: "endpoint", Use: Name, Source: "AMP"},
	{Elements: "amp-ima-video", Attrs: "data-src data-tag", Use: Show, Source: "AMP"},
	{Elements: "amp-embedly-card amp-google-read-aloud-player amp-wordpress-embed", Attrs: "data-url", Source: "AMP"},
	{Elements: "amp-social-share", Attrs: "data-share-endpoint", Source: "AMP"},
	{Elements: "amp-user-notification", Attrs: "data-show-if-href data-dismiss-href", Use: Name, Source: "AMP"},
	{Elements: "form", Attrs: "action-xhr verify-xhr", Source: "AMP"},

	// Places that are read only on request. Open Graph has its names in property, and X and Windows have theirs in name;
	// pages use either for both, and so do readers.
	{Elements: "meta", Attrs: "content", Only: "name,property=og:url article:author article:publisher", Against: FallbackBase, Group: Social, Source: "Open Graph protocol"},
	{Elements: "meta", Attrs: "content", Only: "name,property=og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url og:audio og:audio:url og:audio:secure_url", Against: FallbackBase, Group: Social, Use: Show, Source: "Open Graph protocol"},
	{Elements: "meta", Attrs: "content", Only: "name,property=twitter:url application-url msapplication-starturl", Against: FallbackBase, Group: Social, Source: "X Cards; Windows tiles"},
	{Elements: "meta", Attrs: "content", Only: "name,property=twitter:image twitter:image:src twitter:player thumbnail msapplication-config msapplication-TileImage msapplication-square70x70logo msapplication-square150x150logo msapplication-square310x310logo msapplication-wide310x150logo", Against: FallbackBase, Group: Social, Use: Show, Source: "X Cards; Windows tiles"},
	{Elements: "meta", Attrs: "content", Only: "name,property=msapplication-task", Syntax: syntax.Task, Against: FallbackBase, Group: Social, Source: "Windows tiles"},
	{Elements: "meta", Attrs: "content", Only: "itemprop~=image thumbnailUrl contentUrl", Against: FallbackBase, Group: Social, Use: Show, Source: "schema.org"},
	{Elements: "meta", Attrs: "content", Only: "itemprop~=url", Against: FallbackBase, Group: Social, Source: "schema.org"},
	// Attributes that scripts turn into images. The attribute v-lazy is not here, because it holds an expression of Vue.
	{Elements: "*", Attrs: "data-src", Group: Lazy, Use: Show, Source: "lazysizes, vanilla-lazyload, lozad, bLazy, unveil, jQuery Lazy, Swiper, Owl Carousel, Smush, a3 Lazy Load"},
	{Elements: "*", Attrs: "data-srcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "lazysizes, vanilla-lazyload, lozad, bLazy, jQuery Lazy, slick, Swiper, Owl Carousel, Smush, a3 Lazy Load"},
	{Elements: "*", Attrs: "data-bg data-poster", Group: Lazy, Use: Show, Source: "lazysizes, vanilla-lazyload, lozad, WP Rocket"},
	{Elements: "*", Attrs: "data-lowsrc", Group: Lazy, Use: Show, Source: "lazysizes"},
	{Elements: "*", Attrs: "data-script data-link", Only: "class~=lazyload lazyloading lazyloaded", Group: Lazy, Use: Apply, Source: "lazysizes"},
	{Elements: "*", Attrs: "data-bgset", Syntax: syntax.Bgset, Group: Lazy, Use: Show, Source: "lazysizes"},
	{Elements: "*", Attrs: "data-bg-hidpi data-bg-multi data-bg-multi-hidpi", Group: Lazy, Use: Show, Source: "vanilla-lazyload"},
	{Elements: "*", Attrs: "data-bg-set", Syntax: syntax.CSSValue, Group: Lazy, Use: Show, Source: "vanilla-lazyload"},
	{Elements: "*", Attrs: "data-original", Group: Lazy, Use: Show, Source: "jQuery Lazy Load"},
	{Elements: "*", Attrs: "data-original-set", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "vanilla-lazyload 8"},
	{Elements: "*", Attrs: "data-background-image data-iesrc", Group: Lazy, Use: Show, Source: "lozad"},
	{Elements: "*", Attrs: "data-src-retina", Group: Lazy, Use: Show, Source: "unveil, Owl Carousel"},
	{Elements: "*", Attrs: "data-retina", Group: Lazy, Use: Show, Source: "jQuery Lazy"},
	{Elements: "*", Attrs: "data-echo data-echo-background", Group: Lazy, Use: Show, Source: "echo.js"},
	{Elements: "*", Attrs: "data-lazy", Group: Lazy, Use: Show, Source: "slick"},
	{Elements: "*", Attrs: "data-background", Group: Lazy, Use: Show, Source: "Swiper"},
	{Elements: "*", Attrs: "data-flickity-lazyload data-flickity-lazyload-src data-flickity-bg-lazyload", Group: Lazy, Use: Show, Source: "Flickity"},
	{Elements: "*", Attrs: "data-flickity-lazyload-srcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "Flickity"},
	{Elements: "*", Attrs: "data-lazy-src", Group: Lazy, Use: Show, Source: "WP Rocket, Jetpack"},
	{Elements: "*", Attrs: "data-lazy-srcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "WP Rocket, Jetpack"},
	{Elements: "script", Attrs: "data-rocket-src", Group: Lazy, Use: Apply, Source: "WP Rocket"},
	{Elements: "img", Attrs: "data-orig-file data-medium-file data-large-file", Group: Lazy, Use: Show, Source: "Jetpack"},
	{Elements: "img", Attrs: "data-permalink", Group: Lazy, Source: "Jetpack"},
	{Elements: "*", Attrs: "nitro-lazy-src nitro-lazy-bg", Group: Lazy, Use: Show, Source: "NitroPack"},
	{Elements: "*", Attrs: "nitro-lazy-srcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "NitroPack"},
	{Elements: "*", Attrs: "data-pagespeed-lazy-src data-pagespeed-high-res-src", Group: Lazy, Use: Show, Source: "mod_pagespeed"},
	{Elements: "*", Attrs: "data-pagespeed-lazy-srcset data-pagespeed-high-res-srcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "mod_pagespeed"},
	{Elements: "*", Attrs: "data-cfsrc", Group: Lazy, Use: Show, Source: "Cloudflare Mirage"},
	{Elements: "*", Attrs: "data-cfsrcset", Syntax: syntax.Srcset, Group: Lazy, Use: Show, Source: "Cloudflare Mirage"},
	{Elements: "*", Attrs: "lazy-src", Group: Lazy, Use: Show, Source: "Vuetify"},
	{Elements: "img", Attrs: "file zoomfile", Group: Lazy, Use: Show, Source: "Discuz"},
	{Elements: "*", Attrs: "data-actualsrc", Group: Lazy, Use: Show, Source: "Zhihu"},
	{Elements: "*", Attrs: "data-ll-src", Group: Lazy, Use: Show, Source: "xui-lazyload"},
	{Elements: "img", Attrs: "data-baseurl", Group: Lazy, Use: Show, Source: "newspapers of Tribune"},
	{Elements: "*", Attrs: "data-hi-res-src data-image data-thumb data-full data-large data-original-src", Group: Lazy, Use: Show, Source: "scripts of sites"},
	{Elements: "*", Attrs: "data-href", Group: Lazy, Source: "scripts of sites"},
	{Elements: shapes, Attrs: "href", Group: Conditional, Source: "VML"},
	{Elements: "v:fill v:stroke v:imagedata v:image", Attrs: "src", Group: Conditional, Use: Show, Source: "VML"},
	{Elements: "v:fill v:stroke v:imagedata v:image", Attrs: "o:href o:althref", Group: Conditional, Use: Name, Source: "VML"}, // where the image came from
	// htmx, Turbo and Unpoly. The attributes hx-push-url and hx-replace-url are not here, because they mostly have the
	// values true and false, and up-alias is not, because it has patterns.
	{Elements: "*", Attrs: "hx-get data-hx-get", Empty: EmptyDocument, Group: Htmx, Use: Apply, Source: "htmx"},
	{Elements: "*", Attrs: "hx-post hx-put hx-patch hx-delete data-hx-post data-hx-put data-hx-patch data-hx-delete", Empty: EmptyDocument, Group: Htmx, Source: "htmx"},
	{Elements: "*", Attrs: "hx-action hx-query data-hx-action data-hx-query", Empty: EmptyDocument, Group: Htmx, Source: "htmx 4"},
	{Elements: "*", Attrs: "sse-connect ws-connect data-sse-connect data-ws-connect", Group: Htmx, Use: Name, Source: "htmx, its extensions sse and ws"},
	{Elements: "*", Attrs: "hx-sse:connect hx-ws:connect", Group: Htmx, Use: Name, Source: "htmx 4"},
	{Elements: "turbo-frame", Attrs: "src", Group: Htmx, Use: Apply, Source: "Turbo"},
	{Elements: "turbo-stream-source", Attrs: "src", Group: Htmx, Use: Name, Source: "Turbo"},
	{Elements: "meta", Attrs: "content", Only: "name=turbo-root", Group: Htmx, Use: Name, Source: "Turbo"},
	{Elements: "*", Attrs: "up-href", Group: Htmx, Source: "Unpoly"},
	{Elements: "*", Attrs: "up-source", Group: Htmx, Use: Apply, Source: "Unpoly"},
	{Elements: "*", Attrs: "about resource", Syntax: syntax.CURIE, Group: RDFa, Use: Name, Source: "RDFa Core 1.1"},
	{Elements: "param", Attrs: "value", Only: "name=local", Entry: true, Source: "HTML Help"}, // in .hhc and .hhk
	{Elements: "param", Attrs: "value", Only: "valuetype=ref", Group: Param, Use: Show, Source: "HTML 4.01"},
	{Elements: "param", Attrs: "value", Only: "name=movie src url filename", Group: Param, Use: Show, Source: "HTML 4.01"},
}

// shapes are the elements of VML that may be links: ECMA-376 part 4 section 19.1.2. Outlook and Word read VML in
// conditional comments. To an HTML parser the prefix is a part of the name, and it is v in all their documents.
const shapes = "v:shape v:shapetype v:group v:rect v:roundrect v:oval v:line v:polyline v:arc v:curve v:image"

// presentation has the SVG presentation attributes whose CSS values may contain URLs:
// SVG 2 section 6.6.
const presentation = "clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke"

// linking has the other SVG elements with a URL in href: SVG 2 section 16.1.4, SVG 1.1, SVG Tiny 1.2, and
// drafts of SVG 2. On other elements, such as the path of doxygen's logo, the attribute means nothing.
// HTML has the names in lower case.
const linking = "animate animatemotion animateMotion animatetransform animateTransform animatecolor animateColor set discard mpath " +
	"lineargradient linearGradient radialgradient radialGradient meshgradient meshGradient mesh pattern hatch filter " +
	"textpath textPath tref altglyph altGlyph glyphref glyphRef cursor color-profile font-face-uri definition-src " +
	"animation audio video foreignobject foreignObject handler prefetch"

// animated is the condition that an animation gives another element URLs. An animation with by adds to a number, so
// by has no URL.
const animated = "attributename=href xlink:href"

// svgPlaces are the places of SVG elements: SVG 2 section 16 and SVG 1.1.
var svgPlaces = []Place{
	{Elements: "a", Attrs: "href xlink:href", Empty: EmptyResolves},
	{Elements: "use feimage feImage", Attrs: "href xlink:href", Syntax: syntax.LocalURL, Empty: EmptyResolves, Loads: AtOnce, Use: Show},
	{Elements: "image", Attrs: "href xlink:href", Syntax: syntax.LocalURL, Loads: AtOnce, Use: Show},
	{Elements: "script", Attrs: "href xlink:href", Syntax: syntax.LocalURL, Loads: AtOnce, Use: Apply},
	{Elements: linking, Attrs: "href xlink:href", Syntax: syntax.LocalURL, Use: Show},
	{Elements: "*", Attrs: "style", Syntax: syntax.Declarations, Empty: BlankResolves, Loads: AtOnce, Use: Show},
	{Elements: "animate set", Attrs: "from to", Only: animated, Syntax: syntax.LocalURL, Use: Show, Source: "SVG 2, SVG Animations"},
	{Elements: "animate", Attrs: "values", Only: animated, Syntax: syntax.LocalURLs, Use: Show, Source: "SVG 2, SVG Animations"},
	{Elements: "*", Attrs: presentation, Syntax: syntax.CSSValue, Empty: BlankResolves, Use: Show},
}

// mathPlaces are the places of MathML elements: MathML 3 sections 2.1.6, 3.2.1
// and 5.2. The definitionURL of a csymbol is a name.
var mathPlaces = []Place{
	{Elements: "*", Attrs: "href xlink:href", Empty: EmptyResolves},
	{Elements: "annotation annotation-xml mglyph", Attrs: "src", Use: Show},
	{Elements: "*", Attrs: "style", Syntax: syntax.Declarations, Empty: BlankResolves, Loads: AtOnce, Use: Show},
}

// otherPlaces are the places of elements in all other namespaces: XLink 1.1.
var otherPlaces = []Place{
	{Elements: "*", Attrs: "xlink:href", Empty: EmptyResolves},
}

// Places that are the content of an element.
var (
	ModuleContent      = &Place{Syntax: syntax.ModuleScript, Source: "HTML Standard", Loads: AtOnce, Use: Apply}
	ClassicContent     = &Place{Syntax: syntax.ClassicScript, Source: "HTML Standard", Loads: AtOnce, Use: Apply}
	LazyCSS            = &Place{Syntax: syntax.CSSValue, Empty: BlankResolves, Group: Lazy, Use: Show} // instead of the URL in data-bg and the like
	RowCSS             = &Place{Syntax: syntax.CSSValue, Empty: BlankResolves, Use: Show}              // the same, for a place of the user
	StyleContent       = &Place{Syntax: syntax.StyleSheet, Source: "HTML Standard", Empty: BlankResolves, Loads: AtOnce, Use: Show}
	ImportMapContent   = &Place{Syntax: syntax.ImportMap, Source: "HTML Standard", Loads: AtOnce, Use: Apply}
	SpeculationContent = &Place{Syntax: syntax.SpeculationRules, Source: "Speculation Rules", Loads: AtOnce, Use: Apply}
	JSONLDContent      = &Place{Syntax: syntax.JSONLD, Source: "JSON-LD 1.1", Use: Name}

	// The attributes of a block of WordPress, in the comment before its HTML, which has the same URLs.
	BlockComment = &Place{Syntax: syntax.BlockAttributes, Use: Name, Source: "WordPress"}

	// An xml:base attribute, whose value is a reference to the base around the element.
	XMLBase = &Place{Empty: EmptyResolves, Use: Name, Source: "XML Base"}

	// The URL of an xml-stylesheet instruction. It comes before any BASE, and Chromium
	// ignores BASE for it.
	XMLStyleSheet = &Place{Syntax: syntax.LocalURL, Against: FallbackBase, Use: Apply, Source: "xml-stylesheet 1.0"}
)
