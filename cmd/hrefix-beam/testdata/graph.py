#!/usr/bin/env python3
"""Counts the links between pages and between hosts.

Usage: hrefix links --json crawl.warc.gz ... | graph.py pages.tsv hosts.tsv

It writes what the job graph of hrefix-beam writes: the two ends of each edge and the number of links. The
lines are in the order of their bytes.
"""
import collections
import json
import string
import sys
import urllib.parse


def host(url):
    """Returns the net_loc of a URL (RFC 1808 section 2.4.3), without the user name."""
    scheme, colon, rest = url.partition(":")
    if not colon or not rest.startswith("//"):
        return ""
    rest = rest[2:]
    for end in "/?\\":
        rest = rest.partition(end)[0]
    return rest.rpartition("@")[2].lower()


def page(url):
    """Returns the URL of a page without its fragment, in the form in which targets are."""
    parts = urllib.parse.urlsplit(url)
    name = parts.netloc if parts.netloc.isascii() else parts.netloc.encode("idna").decode()
    path = urllib.parse.quote(parts.path or "/", safe=string.printable)
    return parts._replace(netloc=name, path=path, fragment="").geturl()


pages, hosts = collections.Counter(), collections.Counter()
for line in sys.stdin:
    link = json.loads(line)
    if "record_url" not in link or not link["target"]:
        continue
    source, target = page(link["record_url"]), link["target"].partition("#")[0]
    pages[source, target] += 1
    hosts[host(source), host(target)] += 1

for name, edges in zip(sys.argv[1:], (pages, hosts)):
    with open(name, "w", encoding="utf-8") as out:
        for line in sorted(f"{a}\t{b}\t{n}\n".encode() for (a, b), n in edges.items()):
            out.write(line.decode())
