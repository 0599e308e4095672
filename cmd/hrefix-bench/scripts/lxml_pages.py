"""Pages, with lxml."""

import platform

import lxml.etree
import lxml.html

from protocol import serve


def work(page, base):
    tree = lxml.html.document_fromstring(page)
    tree.make_links_absolute(base)
    out = lxml.html.tostring(tree, encoding="utf-8")
    return lambda: out.count(base.rsplit("/", 2)[0].encode() + b"/")


version = ".".join(map(str, lxml.etree.LXML_VERSION[:3]))
serve(f"lxml {version}, Python {platform.python_version()}", work)
