"""Compares the speed with lxml.html on the pages of $HREFIX_CORPUS, and prints a table. The two take turns for
50 ms, and each time is the median of its turns."""

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
    calls, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + 0.05:
        f(page)
        calls += 1
    return (time.perf_counter() - begun) / calls


def medians(pair, page, rounds):
    """Returns the medians of both functions of a pair, which take turns."""
    times = [[seconds(f, page) for f in pair] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*times)]


def pages():
    for path in sorted(glob.glob(os.path.join(os.environ["HREFIX_CORPUS"], "pages", "*"))):
        with open(path, "rb") as f:
            data = f.read()
        yield os.path.basename(path).replace(".gz", ""), gzip.decompress(data) if path.endswith(".gz") else data


def main(rounds):
    version = ".".join(map(str, lxml.etree.LXML_VERSION[:3]))
    print("In MB/s: hrefix, lxml %s, and the ratio. Python %s, one core." % (version, sys.version.split()[0]))
    print()
    print("| page | MB | " + " | ".join(name for name, _, _ in PAIRS) + " |")
    print("|---|---:|" + "---:|" * len(PAIRS))
    for name, page in pages():
        cells = []
        for _, theirs, ours in PAIRS:
            slow, fast = medians((theirs, ours), page, rounds)
            cells.append("%.0f, %.1f, %.0f times" % (len(page) / fast / 1e6, len(page) / slow / 1e6, slow / fast))
        print("| %s | %.2f | %s |" % (name, len(page) / 1e6, " | ".join(cells)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
