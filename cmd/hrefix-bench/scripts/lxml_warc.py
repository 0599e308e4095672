"""The links of the pages in a WARC file, with lxml: a line for each."""

import gzip
import sys
from urllib.parse import urljoin

import lxml.etree
import lxml.html


def fields(block):
    """The fields of a header, after its first line."""
    found = {}
    for line in block.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        found[name.lower()] = value.strip()
    return found


def records(archive):
    """The header fields and the block of each record."""
    with gzip.open(archive) as f:
        while line := f.readline():
            if not line.strip():
                continue
            head = line
            while (line := f.readline()).strip():
                head += line
            of = fields(head)
            yield of, f.read(int(of[b"content-length"]))


def join(base, link):
    """The target of a link, or None if Python's URLs cannot be so."""
    try:
        return urljoin(base, link)
    except ValueError:
        return None


for of, block in records(sys.argv[1]):
    head, _, page = block.partition(b"\r\n\r\n")
    if of[b"warc-type"] != b"response" or not fields(head).get(b"content-type", b"").startswith(b"text/html"):
        continue
    try:
        tree = lxml.html.document_fromstring(page)
    except lxml.etree.ParserError:
        continue
    base = of[b"warc-target-uri"].decode()
    bases = [element.get("href") for element in tree.iterfind(".//base[@href]")][:1]
    base = join(base, bases[0]) or base if bases else base
    out = []
    for element, attribute, link, _ in tree.iterlinks():
        out.append(f"{join(base, link)}\t{element.tag}\t{attribute}\n")
    sys.stdout.buffer.write("".join(out).encode("utf-8", "surrogatepass"))
