"""Writes seeds for fuzz.c into a directory: bytes that decide, the base, 0xff, and the source."""

import pathlib
import sys

TYPES = ["", "html", "xml", "css", "json", "ndjson", "message", "mbox", "emlx", "auto"]  # those of fuzz.c
TESTDATA = pathlib.Path(__file__).parents[3] / "testdata"

SOURCES = [
    ("html", (TESTDATA / "walks.html").read_bytes()),
    ("message", (TESTDATA / "nested.eml").read_bytes()),
    ("html", b"<base href=x/><a href=y style='background:url(z)'><img srcset='a 1x,b 2x'><style>@import 'q';</style>"
             b"<meta http-equiv=refresh content='1;url=x'><iframe srcdoc='<a href=z>'><svg><a xlink:href=u></svg>"),
    ("css", b"@import 'a';b{c:url(d)}"),
    ("xml", b"<?xml version='1.0'?><a xml:base='b/' xmlns:x='http://www.w3.org/1999/xlink' x:href='c'/>"),
    ("mbox", b"From a Mon Jan  1 00:00:00 2024\nBase: http://h/\nContent-Type: text/html\n\n<a href=x>\n\n" * 2),
    ("json", b'{"version":"https://jsonfeed.org/version/1","items":[{"content_html":"<a href=x>","url":"y"}]}'),
    ("ndjson", b'{"a":"<a href=x>"}\n{"b":1}\n'),
    ("emlx", b"31\nBase: http://h/\n\n<a href=x>..\n"),
    ("auto", b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h/\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n"),
]

for i, (name, source) in enumerate(SOURCES):
    for how in range(4):
        for kind in (name, ""):
            for flags in (0, 9, 31):
                head = bytes([how, TYPES.index(kind) + 10 * (i % 3), flags])
                seed = head + b"http://example.org/a/b?c\xff" + source
                (pathlib.Path(sys.argv[1]) / ("%s-%d-%d-%s-%d" % (name, i, how, kind, flags))).write_bytes(seed)
