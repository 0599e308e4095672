// Package sites finds the sites of a document: the values that contain URLs. A site is an
// attribute, or the content of an element, in HTML, XML or CSS.
//
// A [Collector] is given the text of a document in UTF-8. It reports the sites, in the order
// of the text except a few, and facts about the document as a whole ([Facts]): where BASE is, which
// encoding a meta element declares, what was passed over. It does not know the base of the document,
// nor what becomes of its references.
//
//	site.go        a site, and the view that decodes its value
//	collector.go   the collector, and how sites are handed over in batches
//	html.go        tags, text and comments of HTML, meta and template elements
//	attributes.go  attributes of a tag
//	content.go     style and script elements
//	local.go       what keeps browsers from loading a local file
//	xml.go         XML, by the rules of HTML where they apply
//	feed.go        elements and attributes of feeds
//	feedlink.go    the links of a feed as a whole, which may give its base
//	escaped.go     HTML in XML of a format that is not known
//	xmlbase.go     xml:base attributes
//	entities.go    entities that a DOCTYPE declares
//	basetag.go     BASE elements, and which part of one can be removed
package sites
