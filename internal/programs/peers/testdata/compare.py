"""Compares messages with what hrefix made of them, as Python's email package
reads both, by each of its two policies.

usage: compare.py DIR NUMBER...

For each number, DIR holds NUMBER.eml, the message; NUMBER.out, what hrefix abs
made of it; and NUMBER.json, what hrefix links --json says of it. Each difference
is printed as a line: NUMBER, the part, what differs, and how, with tabs between.
The last line has the numbers of messages, of messages that are changed at all, of
parts compared, of references explained, and of differences. Where the output is
the message, there is nothing to read: its parts are counted, and there need not
be a NUMBER.json.

Message and output must have the same tree of parts, and in each part the same
header fields, preamble, epilogue and defects, and the same decoded content, but
for URLs: see explain.py. A field that tells of the body may differ if it was
right before and is right now.
"""

import base64
import email.parser
import email.policy
import hashlib
import json
import multiprocessing
import pathlib
import re
import sys

from explain import References

POLICIES = (email.policy.compat32, email.policy.default)

# Header fields that hold references.
REFERRING = ("content-location", "content-base", "link")


class Failure(str):
    """A failure of the package; it must be the same for both messages."""


def attempt(read):
    """What read returns, or how it fails."""
    try:
        return read()
    except Exception as e:
        return Failure(type(e).__name__)


class Comparison:
    """The comparison of a message and its rewritten form by one policy."""

    def __init__(self, name, policy):
        self.policy = policy
        self.number = name.name
        self.raw = tuple(name.with_suffix(suffix).read_bytes() for suffix in (".eml", ".out"))
        links = [json.loads(line) for line in name.with_suffix(".json").read_bytes().splitlines()]
        self.references = References([l for l in links if l["status"] == "resolved"])
        self.parts = 0
        self.differences = []

    def run(self):
        parse = email.parser.BytesParser(policy=self.policy).parsebytes
        was, now = (attempt(lambda raw=raw: parse(raw)) for raw in self.raw)
        if isinstance(was, Failure) or isinstance(now, Failure):
            self.same("", "parsing", was, now)
            return self
        self.entity("", was, now)
        for missing in self.references.rest():
            self.differ("", "not met", missing)
        return self

    def differ(self, path, what, *values):
        policy = "compat32" if self.policy is POLICIES[0] else "default"
        how = ", ".join(ascii(v)[:200] for v in values)
        self.differences.append((self.number, path or "0", what, f"policy {policy}: {how}"))

    def same(self, path, what, was, now):
        if was != now:
            self.differ(path, what, was, now)
        return was == now

    def entity(self, path, was, now):
        """Compares two entities, and all in them."""
        self.parts += 1
        for what in ("get_content_type", "get_content_charset", "get_filename", "get_boundary", "is_multipart"):
            self.same(path, what, attempt(getattr(was, what)), attempt(getattr(now, what)))
        for what in ("preamble", "epilogue", "get_unixfrom"):
            value = [getattr(e, what) for e in (was, now)]
            self.same(path, what, *(v() if callable(v) else v for v in value))
        self.same(path, "defects", *([type(d).__name__ for d in e.defects] for e in (was, now)))
        self.header(path, was, now)
        if was.is_multipart() and now.is_multipart():
            self.same(path, "number of parts", len(was.get_payload()), len(now.get_payload()))
            for i, (a, b) in enumerate(zip(was.get_payload(), now.get_payload()), 1):
                self.entity(f"{path}.{i}".lstrip("."), a, b)
        elif not was.is_multipart() and not now.is_multipart():
            self.content(path, was, now)

    def header(self, path, was, now):
        fields = [list(e.raw_items()) for e in (was, now)]
        if not self.same(path, "names of header fields", *([n for n, _ in f] for f in fields)):
            return
        for (name, a), (_, b) in zip(*fields):
            if a == b:
                continue
            field = name.lower()
            external = was.get_content_type() == "message/external-body" and field == "content-type"
            if field in REFERRING or external:
                self.explained(path, name, str(a), str(b), white=" \t\r\n")
            elif not (self.tells(was, path, field, a, 0) and self.tells(now, path, field, b, 1)):
                self.differ(path, name, a, b)

    def tells(self, part, path, field, value, which):
        """Whether a field that describes the body is right."""
        body = re.split(rb"\r?\n\r?\n", self.raw[which], maxsplit=1)[-1] if path == "" else None
        if field == "content-length" and body is not None:
            return value.strip() == str(len(body))
        if field == "lines" and body is not None:
            return value.strip() == str(body.count(b"\n"))
        if field == "content-md5":
            data = part.get_payload(decode=True)
            canonical = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            return value.strip() in (base64.b64encode(hashlib.md5(d).digest()).decode() for d in (data, canonical))
        return False

    def content(self, path, was, now):
        """Compares the content of leaves: as bytes, and as text if it is text."""
        mark = self.references.position
        payloads = [attempt(lambda e=e: e.get_payload(decode=True)) for e in (was, now)]
        if not all(isinstance(p, bytes) for p in payloads):
            self.same(path, "payload", *payloads)
            return
        self.explained(path, "payload", *(p.decode("latin-1") for p in payloads))
        if was.get_content_maintype() != "text":
            return
        texts = [attempt(lambda e=e, p=p: self.text(e, p)) for e, p in zip((was, now), payloads)]
        if any(isinstance(text, Failure) for text in texts):
            self.same(path, "text", *texts)
            return
        after, self.references.position = self.references.position, mark
        self.explained(path, "text", *texts)
        self.same(path, "references in payload and text", after, self.references.position)

    def text(self, part, payload):
        if self.policy is POLICIES[0]:
            return payload.decode(part.get_content_charset("us-ascii"), "replace")
        return part.get_content()

    def explained(self, path, what, was, now, **kw):
        """Compares two texts except for references."""
        unexplained = self.references.explain(was, now, **kw)
        if unexplained:
            self.differ(path, what, *unexplained)


def compare(name):
    """Compares a message with its rewritten form. Returns whether it is changed,
    the numbers of parts and of references, and the differences."""
    message = name.with_suffix(".eml").read_bytes()
    if message == name.with_suffix(".out").read_bytes():
        return False, sum(1 for _ in email.message_from_bytes(message).walk()), 0, []
    runs = [Comparison(name, policy).run() for policy in POLICIES]
    return True, runs[0].parts, runs[0].references.position, [d for r in runs for d in r.differences]


def main(folder, numbers):
    with multiprocessing.Pool() as pool:
        results = pool.map(compare, [folder / n for n in numbers], chunksize=8)
    changed, parts, references, differences = zip(*results)
    lines = [d for found in differences for d in found]
    for line in lines:
        print(*line, sep="\t")
    print(len(results), sum(changed), sum(parts), sum(references), len(lines), sep="\t")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
