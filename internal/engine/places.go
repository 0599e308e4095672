package engine

// A place is where a URL can stand in a document: an attribute of some
// elements, and how its value is to be read.
type place struct {
	elements string // space-separated; "*" is every element of the namespace
	attrs    string // space-separated
	only     string // a condition on other attributes of the element: see condition
	syntax   syntax
	against  against
	empty    emptyRule
	loads    loading
	group    Groups // read only if asked for; 0 is always
}

// against says which base a place's references are resolved against.
type against uint8

const (
	document  against = iota // the base of the document
	fallback                 // its base but for BASE elements: BASE itself, and what ignores it
	codebase                 // that which the element's codebase gives, as a URL; of no browser
	directory                // that which the element's codebase gives, as a directory; of no browser
)

// loading says when a browser resolves what a reference names. HTML parsers meet the
// elements of a document one by one: what they load at once has the base that holds
// then, and a BASE element after it comes too late.
type loading uint8

const (
	atUse  loading = iota // when it is followed, or some time later: by the base that the document ends up with
	atOnce                // when the parser meets it
	ahead                 // when what reads ahead of an HTML parser meets it; in XML, later
)

// An emptyRule says what an empty value means.
type emptyRule uint8

const (
	emptyLeft     emptyRule = iota // the standard wants a URL that is not empty
	emptyResolves                  // an empty reference, as RFC 1808 section 4 step 2a has it
	emptyDocument                  // the URL of the document, whatever its BASE
	blankResolves                  // white space alone resolves, nothing at all is left: url(" ") of CSS
)

// Groups are places that are read only if they are asked for: what they hold
// are not links to everybody.
type Groups uint8

// The groups.
const (
	// Social: Open Graph, Twitter and Windows tiles in meta elements.
	Social Groups = 1 << iota
	// Lazy: data-src and the like, which scripts turn into images.
	Lazy
	// JSONLD: JSON-LD in script elements, unless it has an @base.
	JSONLD
	// RDFa: about and resource.
	RDFa
	// Conditional: markup that only some readers see: conditional comments
	// of Internet Explorer, the content of iframe, noembed and noframes.
	Conditional
	// Param: param elements of objects.
	Param
	// Templates: references that begin with a placeholder of a template or a
	// newsletter, such as {{x}}, %%x%% and [x].
	Templates
)

// htmlPlaces are the places of HTML elements: HTML Standard section 4 (valid
// and obsolete attributes alike), HTML 4.01, and what browsers before it
// invented.
var htmlPlaces = []place{
	// One URL.
	{elements: "a area", attrs: "href", empty: emptyResolves},
	{elements: "link", attrs: "href", only: "rel~=stylesheet preload modulepreload prefetch preconnect dns-prefetch prerender", loads: atOnce},
	{elements: "link", attrs: "href"},
	{elements: "base", attrs: "href", against: fallback, empty: emptyResolves},
	{elements: "img image", attrs: "src", loads: ahead},
	{elements: "img image", attrs: "lowsrc"},
	{elements: "img image", attrs: "dynsrc"},
	{elements: "script iframe frame", attrs: "src", loads: atOnce},
	{elements: "embed source track", attrs: "src"},
	{elements: "input", attrs: "src dynsrc"},
	{elements: "audio video", attrs: "src poster"},
	{elements: "form", attrs: "action", empty: emptyDocument}, // section 4.10.22.3, step 14
	{elements: "button input", attrs: "formaction", empty: emptyDocument},
	{elements: "isindex", attrs: "action"},
	{elements: "blockquote q ins del", attrs: "cite", empty: emptyResolves},
	{elements: "body table thead tbody tfoot tr td th", attrs: "background"},
	{elements: "img image iframe frame", attrs: "longdesc", empty: emptyResolves},
	{elements: "html", attrs: "manifest", against: fallback},
	{elements: "*", attrs: "itemid"},
	{elements: "command menuitem", attrs: "icon"},
	{elements: "bgsound fig overlay xml", attrs: "src"},
	{elements: "layer ilayer", attrs: "src background"},
	{elements: "embed", attrs: "pluginspage href"},
	{elements: "model portal fencedframe", attrs: "src"},

	// Relative to a codebase (HTML 4.01 section 13.3).
	{elements: "object applet", attrs: "codebase"},
	{elements: "object", attrs: "data classid", against: codebase},
	{elements: "object", attrs: "archive", syntax: tokens, against: codebase},
	{elements: "applet", attrs: "archive", syntax: commaTokens, against: directory},

	// Several URLs, or one among other things.
	{elements: "head", attrs: "profile", syntax: tokens},
	{elements: "a area", attrs: "ping", syntax: tokens},
	{elements: "a img image script", attrs: "attributionsrc", syntax: tokens},
	{elements: "img image source", attrs: "srcset", syntax: srcset, loads: ahead},
	{elements: "link", attrs: "imagesrcset", syntax: srcset, loads: atOnce},
	{elements: "meta", attrs: "content", only: "http-equiv=refresh", syntax: refresh, loads: atOnce},
	{elements: "*", attrs: "style", syntax: declarations, empty: blankResolves, loads: atOnce},
	{elements: "iframe", attrs: "srcdoc", syntax: nested, loads: atOnce},

	// Asked for.
	{elements: "meta", attrs: "content", only: "property=og:url og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url og:audio og:audio:url og:audio:secure_url article:author article:publisher", against: fallback, group: Social},
	{elements: "meta", attrs: "content", only: "name=twitter:url twitter:image twitter:image:src twitter:player thumbnail application-url msapplication-config msapplication-starturl msapplication-TileImage msapplication-square70x70logo msapplication-square150x150logo msapplication-square310x310logo msapplication-wide310x150logo", against: fallback, group: Social},
	{elements: "meta", attrs: "content", only: "name=msapplication-task", syntax: task, against: fallback, group: Social},
	{elements: "*", attrs: "data-src data-original data-lazy data-lazy-src data-bg data-background data-background-image data-href data-poster data-image data-thumb data-full data-large data-original-src", group: Lazy},
	{elements: "*", attrs: "data-srcset data-lazy-srcset data-original-set", syntax: srcset, group: Lazy},
	{elements: "*", attrs: "about resource", syntax: curie, group: RDFa},
	{elements: "param", attrs: "value", only: "valuetype=ref", group: Param},
	{elements: "param", attrs: "value", only: "name=movie src url filename", group: Param},
}

// presentation are the SVG attributes whose values are CSS with URLs in it:
// SVG 2 section 6.6.
const presentation = "clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke"

// svgPlaces are the places of SVG elements: SVG 2 section 16 and SVG 1.1.
var svgPlaces = []place{
	{elements: "a", attrs: "href xlink:href", empty: emptyResolves},
	{elements: "use feimage feImage", attrs: "href xlink:href", syntax: local, empty: emptyResolves, loads: atOnce},
	{elements: "image script", attrs: "href xlink:href", syntax: local, loads: atOnce},
	{elements: "*", attrs: "href xlink:href", syntax: local},
	{elements: "*", attrs: "style", syntax: declarations, empty: blankResolves, loads: atOnce},
	{elements: "*", attrs: presentation, syntax: cssValue, empty: blankResolves},
}

// mathPlaces are the places of MathML elements: MathML 3 sections 2.1.6, 3.2.1
// and 5.2. The definitionURL of a csymbol is a name.
var mathPlaces = []place{
	{elements: "*", attrs: "href xlink:href", empty: emptyResolves},
	{elements: "annotation annotation-xml mglyph", attrs: "src"},
	{elements: "*", attrs: "style", syntax: declarations, empty: blankResolves, loads: atOnce},
}

// otherPlaces are those of elements that no namespace here knows: XLink 1.1.
var otherPlaces = []place{
	{elements: "*", attrs: "xlink:href", empty: emptyResolves},
}
