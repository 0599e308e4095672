"""Compares the speed with lxml.html on the pages of $HREFIX_CORPUS and on made ones that are dense with links, and
prints a table. The two take turns for 50 ms of processor time, and each time is the lower quartile of its turns."""

import glob
import gzip
import os
import statistics
import sys
import time

import lxml.etree
import lxml.html

import hrefix

BASE = "http://example.org/a/b/c.html"


def lxml_absolute(page):
    tree = lxml.html.document_fromstring(page)
    tree.make_links_absolute(BASE)
    return lxml.html.tostring(tree, encoding="utf-8")


def lxml_links(page):
    return [(e.tag, attr, link, pos) for e, attr, link, pos in lxml.html.document_fromstring(page).iterlinks()]


PAIRS = [
    ("make_links_absolute", lxml_absolute, lambda page: hrefix.make_links_absolute(page, BASE)),
    ("iterlinks", lxml_links, lambda page: list(hrefix.iterlinks(page))),
    ("rewrite_links", lambda page: lxml.html.rewrite_links(page, str, True, BASE), lambda page: hrefix.rewrite_links(page, str, base_href=BASE)),
]


def seconds(f, page):
    """Returns the seconds of a call, of as many as take 50 ms."""
    calls, begun = 0, time.process_time()
    while time.process_time() < begun + 0.05:
        f(page)
        calls += 1
    return (time.process_time() - begun) / calls


def quartiles(pair, page, rounds):
    """Returns the lower quartiles of both functions of a pair, which take turns."""
    times = [[seconds(f, page) for f in pair] for _ in range(rounds)]
    return [statistics.quantiles(column, n=4)[0] for column in zip(*times)]


def pages():
    for path in sorted(glob.glob(os.path.join(os.environ["HREFIX_CORPUS"], "pages", "*"))):
        with open(path, "rb") as f:
            data = f.read()
        yield os.path.basename(path).replace(".gz", ""), gzip.decompress(data) if path.endswith(".gz") else data
    for name, row, rows in MADE:
        yield "made: " + name, (row * rows).encode()


# Made pages: a row and how often it is there. lxml does not read srcset.
MADE = [
    ("a list of links", '<li><a href="p/1.html">1</a>\n', 5000),
    ("shortest links", "<a href=x>", 5000),
    ("style attributes", '<div style="background:url(a.png)">x</div>\n', 5000),
    ("srcset", '<img src=a.png srcset="a.png 1x, b.png 2x, c.png 3x">\n', 5000),
    ("280 bytes", '<p>See <a href="../news/?a=1">the news</a> and <img src=map.png>.</p>\n', 4),
]


def main(rounds):
    version = ".".join(map(str, lxml.etree.LXML_VERSION[:3]))
    print("In MB/s: hrefix, lxml %s, and the ratio. Python %s, one core." % (version, sys.version.split()[0]))
    print()
    print("| page | MB | " + " | ".join(name for name, _, _ in PAIRS) + " |")
    print("|---|---:|" + "---:|" * len(PAIRS))
    for name, page in pages():
        cells = []
        for _, theirs, ours in PAIRS:
            slow, fast = quartiles((theirs, ours), page, rounds)
            cells.append("%.0f, %.1f, %.2g times" % (len(page) / fast / 1e6, len(page) / slow / 1e6, slow / fast))
        print("| %s | %.2g | %s |" % (name, len(page) / 1e6, " | ".join(cells)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
