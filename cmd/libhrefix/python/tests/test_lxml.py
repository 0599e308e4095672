"""Beside lxml: the links of rewritten pages, found by lxml, are those that lxml makes.

KNOWN counts the differences. A number that is too large fails, and so does one that is too small."""

import collections
import glob
import gzip
import os
import re
import unittest
from urllib.parse import urlsplit

import lxml.etree
import lxml.html

import hrefix

BASE = "http://example.org/a/b/c.html?q"
CORPUS = os.environ.get("HREFIX_CORPUS", "")

# The reasons why a target is another one, in the order in which they are tried. Each is a function of the
# element, the attribute, the reference, lxml's target and that of hrefix.
REASONS = {
    # urljoin drops an empty fragment. RFC 1808 keeps "#": it makes the browser scroll to the top.
    "empty fragment": lambda tag, attr, ref, theirs, ours: ours == theirs + "#" and ref.endswith("#"),
    # An empty URL of an image means no image in HTML, and not the page itself.
    "empty src": lambda tag, attr, ref, theirs, ours: attr == "src" and ref == ours == "",
    # lxml takes href and others for links in every element, hrefix in those that have links in HTML, SVG and MathML.
    "not a link": lambda tag, attr, ref, theirs, ours: ref == ours and (tag.startswith("emu-") or tag in ("body", "svg", "g") and attr == "xlink:href"),
    # A link that leads to a part of its own page, or to its top, works wherever the page is. See the option fragments.
    "own anchor": lambda tag, attr, ref, theirs, ours: ref == ours and ref.startswith("#"),
    # A line break in an absolute URL: urljoin removes it, as browsers do. hrefix leaves absolute URLs alone.
    "line break": lambda tag, attr, ref, theirs, ours: ref == ours and "\n" in ref and ref.replace("\n", "") == theirs,
    # urljoin joins "//" in a path to "/", also in an absolute URL that it joins with BASE. RFC 1808 keeps it.
    "empty segment": lambda tag, attr, ref, theirs, ours: "//" in urlsplit(ours).path and joined(theirs) == joined(ours),
}


def joined(url):
    """Returns a URL with each "//" in its path joined to "/"."""
    parts = urlsplit(url)
    return parts._replace(path=re.sub("/+", "/", parts.path))


# How many links each page has that lxml knows, and how many of them differ for which reason.
KNOWN = {
    "bbc.html": (282, {"own anchor": 3}),
    "ecma402-spec.html": (1059, {"not a link": 305, "own anchor": 442}),
    "es6.html": (3382, {"own anchor": 2985}),
    "stackoverflow.html": (722, {"own anchor": 7}),
    "yahoo-jp.html": (280, {"empty fragment": 6, "empty segment": 84, "line break": 1}),
    "tree-construction": (31, {"not a link": 12, "empty src": 1}),
}

# What iterlinks of lxml finds and hrefix does not, and the reverse, by element and attribute.
FOUND = {
    "bbc.html": ({}, {}),
    "ecma402-spec.html": ({("emu-import", "href"): 18, ("emu-xref", "href"): 287}, {}),  # not links
    "es6.html": ({}, {}),
    "stackoverflow.html": ({}, {}),
    # The src of a script has a line break, which hrefix removes from the links that it lists. The image is in
    # a noscript after </html>, where libxml2 finds no elements.
    "yahoo-jp.html": ({("script", "src"): 1}, {("script", "src"): 1, ("img", "src"): 1}),
}


def found(tree):
    """Returns the element, the attribute and the link of each link that lxml finds."""
    return [(str(element.tag), attr, link) for element, attr, link, _ in tree.iterlinks() if element.tag != "base"]


def compare(page):
    """Returns the number of links that lxml knows, and counts the differences by their reasons."""
    tree = lxml.html.document_fromstring(page)
    refs = found(tree)
    tree.make_links_absolute(BASE)
    theirs = found(tree)
    ours = found(lxml.html.document_fromstring(hrefix.make_links_absolute(page, BASE)))
    differences = collections.Counter()
    if not len(refs) == len(theirs) == len(ours):
        raise AssertionError("%d, %d and %d links" % (len(refs), len(theirs), len(ours)))
    for (tag, attr, ref), (_, _, their), (_, _, our) in zip(refs, theirs, ours):
        if their != our:
            reason = next((name for name, holds in REASONS.items() if holds(tag, attr, ref, their, our)), None)
            if reason is None:
                raise AssertionError("%s %s %r: lxml has %r, hrefix %r" % (tag, attr, ref, their, our))
            differences[reason] += 1
    return len(ours), differences


def documents():
    """Yields the name and the documents of each page, and of the tests of html5lib."""
    for path in sorted(glob.glob(os.path.join(CORPUS, "pages", "*"))):
        with open(path, "rb") as f:
            page = f.read()
        yield os.path.basename(path).replace(".gz", ""), [gzip.decompress(page) if path.endswith(".gz") else page]
    cases = []
    for path in sorted(glob.glob(os.path.join(CORPUS, "html", "tree-construction", "**", "*.dat"), recursive=True)):
        with open(path, "rb") as f:
            cases += re.findall(rb"(?:^|\n)#data\n(.*?)\n#errors", f.read(), re.S)
    yield "tree-construction", cases


@unittest.skipUnless(CORPUS, "HREFIX_CORPUS is not set")
class TestLxml(unittest.TestCase):
    def test_targets(self):
        seen = set()
        for name, pages in documents():
            links, differences = 0, collections.Counter()
            for page in pages:
                try:
                    n, some = compare(page)
                except lxml.etree.ParserError:  # "Document is empty"
                    continue
                links, differences = links + n, differences + some
            self.assertEqual((links, dict(differences)), KNOWN[name], name)
            seen.add(name)
        self.assertEqual(seen, set(KNOWN))

    def test_iterlinks(self):
        """iterlinks finds what lxml finds, and what it finds beyond that is counted."""
        for name, pages in documents():
            if len(pages) > 1:
                continue
            tree = lxml.html.document_fromstring(pages[0])
            theirs = collections.Counter((tag, attr, link.strip()) for tag, attr, link in found(tree))
            ours = collections.Counter(
                (element, attribute, link) for element, attribute, link, _ in hrefix.iterlinks(pages[0]) if element != "base")
            self.assertEqual((places(theirs - ours), places(ours - theirs)), FOUND[name], name)

    def test_order(self):
        """The order is that of the document, in which lxml reverses the links of one value."""
        page = "<p style='a:url(1);b:url(2)'><a href=3>"
        self.assertEqual([link for _, _, link in found(lxml.html.document_fromstring(page))], ["2", "1", "3"])
        self.assertEqual([link for _, _, link, _ in hrefix.iterlinks(page)], ["1", "2", "3"])


def places(links):
    """Counts links by their elements and attributes."""
    return dict(collections.Counter((element, attr) for element, attr, _ in links.elements()))


if __name__ == "__main__":
    unittest.main()
