"""Makes and compares web archives of Safari with plistlib.

webarchive.py write FILE SIZE       an archive whose documents have about SIZE bytes
webarchive.py compare BEFORE AFTER  prints each path whose values differ, with those of AFTER
"""

import datetime
import plistlib
import sys

BASE = "http://h.example/dir/"


def resource(name, kind, text):
    return {
        "WebResourceData": text, "WebResourceURL": BASE + name, "WebResourceMIMEType": kind,
        "WebResourceTextEncodingName": "UTF-8", "WebResourceFrameName": "",
        "WebResourceResponse": b"\x00\x01" + name.encode()}


def write(name, size):
    def page(n):
        return b"<title>%d</title>" % n + b"<a href=x.html>a link</a>\n" * (1 + int(size) // 26)
    frame = {"WebMainResource": resource("frame.html", "text/html", page(2))}
    archive = {
        "WebMainResource": resource("ä.html", "text/html", page(1)),
        "WebSubresources": [resource("%d.png" % i, "image/png", b"\x89PNG" * i) for i in range(300)]
        + [resource("s.css", "text/css", b"a { background: url(i.png) }")],
        "WebSubframeArchives": [dict(frame, WebSubframeArchives=[{"WebMainResource": resource("deep.html", "text/html", page(3))}])],
        "Other": [1, -5, 2**40, 1.5, True, datetime.datetime(2020, 1, 2), plistlib.UID(7)]}
    with open(name, "wb") as out:
        plistlib.dump(archive, out, fmt=plistlib.FMT_BINARY, sort_keys=False)


def compare(before, after, path=""):
    if type(before) is not type(after):
        print(path, type(before), type(after))
    elif isinstance(before, dict):
        if list(before) != list(after):
            print(path, list(before), list(after))
        for key in before:
            compare(before[key], after[key], path + "/" + key)
    elif isinstance(before, list):
        if len(before) != len(after):
            print(path, len(before), len(after))
        for i, value in enumerate(before):
            compare(value, after[i], path + "/%d" % i)
    elif before != after:
        print(path, len(after), after.count(b"=" + BASE.encode()) + after.count(b"(" + BASE.encode()), b"=x.html" in after)


def load(name):
    with open(name, "rb") as file:
        return plistlib.load(file, fmt=plistlib.FMT_BINARY)


if sys.argv[1] == "write":
    write(*sys.argv[2:])
else:
    compare(*map(load, sys.argv[2:]))
