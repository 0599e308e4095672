"""Prints what Debian's python3-feedparser reads in each feed, as a line of JSON.

    read.py URL FILE [URL FILE...]

Each URL is that of the feed. Feedparser removes no markup, and resolves no URLs in it.
"""

import json
import sys
import warnings

warnings.simplefilter("ignore")
import feedparser

# Values that depend on the time, or that are the same as others in another form.
LEFT_OUT = ("headers", "bozo_exception", "namespaces")


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if not k.endswith("_parsed")}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


for url, name in zip(sys.argv[1::2], sys.argv[2::2]):
    with open(name, "rb") as f:
        text = f.read()
    feed = feedparser.parse(text, response_headers={"content-location": url}, resolve_relative_uris=False, sanitize_html=False)
    print(json.dumps({k: plain(v) for k, v in feed.items() if k not in LEFT_OUT}))
