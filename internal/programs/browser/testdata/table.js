"use strict";

// The places where a URL can stand, written by hand from the project's list of
// places: elements, attributes, how the value is read, and the group that the
// place belongs to (a group can be pending as a whole).
//
// How a value is read:
//   url      one URL; empty is the document's base
//   src      one URL; empty is none
//   action   one URL; empty is the document's own
//   document one URL, against the document's own URL
//   fallback one URL, against the base that the document has but for BASE
//   list     URLs separated by white space
//   codebase one URL, against the element's codebase if it has one
//   codebaselist, codebasecommas   the same, for lists
//   svg      one URL; with "#" first it stays within the document
//   srcset, refresh, css           grammars of their own
//   same     no URL, or one that must stay: the text itself is compared
const TABLE = `
a area | href | url | attribute
link embed | href | src | attribute
base | href | fallback | base
img script iframe frame input embed audio video source track bgsound layer ilayer fig overlay xml model portal fencedframe | src | src | attribute
audio video | poster | src | attribute
form | action | action | attribute
isindex | action | src | attribute
button input | formaction | action | attribute
blockquote q ins del | cite | url | attribute
object | data | codebase | attribute
body table thead tbody tfoot tr td th layer ilayer | background | src | attribute
img iframe frame | longdesc | url | attribute
img | lowsrc | src | attribute
img input | dynsrc | src | attribute
head | profile | list | attribute
html | manifest | document | attribute
* | itemid | src | attribute
command menuitem | icon | src | attribute
embed | pluginspage | src | attribute
a img script | attributionsrc | list | attribute
object applet | codebase | src | codebase
object | classid | codebase | codebase
object | archive | codebaselist | codebase
applet | archive | codebasecommas | codebase
img source | srcset | srcset | srcset
link | imagesrcset | srcset | imagesrcset
a area | ping | list | ping
meta | content | refresh | refresh
* | style | css | style-attribute
script | for | same | never
img xmp | href | same | never
* | itemtype | same | never
* | datasrc | same | never
* | usemap | same | never
applet object embed | code | same | never
applet | object | same | never
param input option | value | same | never
link a area | rel | same | never
* | property | same | never
* | vocab | same | never
* | onclick | same | never
`;

// attributes maps attribute to element to [kind, group].
const attributes = new Map();
for (const line of TABLE.trim().split("\n")) {
  const [elements, names, kind, group] = line.split("|").map((s) => s.trim());
  for (const name of names.split(" ")) {
    if (!attributes.has(name)) attributes.set(name, new Map());
    for (const element of elements.split(" ")) attributes.get(name).set(element, [kind, group]);
  }
}

// properties maps the names of attributes to those of the properties that
// reflect them as URLs.
const properties = new Map(
  Object.entries({
    href: "href", src: "src", action: "action", formaction: "formAction", cite: "cite", data: "data",
    longdesc: "longDesc", poster: "poster", codebase: "codeBase", lowsrc: "lowsrc", icon: "icon", itemid: "itemId",
  }),
);

// linking are the SVG elements with a URL in href that Chromium does not reflect as a property: animations, and what
// it has not of SVG 1.1, SVG Tiny 1.2 and drafts of SVG 2. See isLinking.
const linking = new Set(
  ("animate animateColor animateMotion animateTransform discard set altGlyph color-profile cursor definition-src " +
    "font-face-uri glyphRef tref animation audio foreignObject handler prefetch video hatch mesh meshgradient").split(" "),
);

// presentation are the SVG attributes whose values are CSS.
const presentation = new Set(
  "fill stroke filter mask clip-path marker-start marker-mid marker-end cursor".split(" "),
);

// computed are the properties whose computed values hold URLs.
const computed = [
  "background-image", "list-style-image", "border-image-source", "cursor", "content", "mask-image", "filter",
  "clip-path", "fill", "stroke", "marker-start", "shape-outside",
];
