"""Explains what differs between two texts by references that were resolved.

The two texts are compared from the start. At the first character that differs,
or a little before it, the next resolved reference of the message must be: the
original must read as the ref that hrefix reports, and the output, at the same
place, as the url that hrefix reports. The comparison continues after both.
Everything else that differs is a difference, and so is a resolved reference
that does not occur.

A URL reads as a text if it has each character of the text as it is, as a
character reference of HTML, or as an escape of CSS or JSON. White space between
characters is skipped where URLs may be folded. Characters beyond ASCII are
compared as bytes, since their meaning depends on the charset: those of the
original must be the last ones of the output.
"""

import html
import html.entities
import re

# A reference to a character: with a semicolon, or one of the old names without.
OLD = sorted((n for n in html.entities.html5 if not n.endswith(";")), key=len, reverse=True)
CHARACTER = (re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z0-9]+);?"), re.compile("&(?:" + "|".join(OLD) + ")"))

# An escape: of CSS by number, of JSON by number, and of either by the character.
NUMBERED = (re.compile(r"\\([0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?"), re.compile(r"\\u([0-9a-fA-F]{4})"))

# Quotes that come with a URL: none, those of an attribute that had none, and
# those of one that had no value.
QUOTES = (("", ""), ('"', '"'), ("'", "'"), ('="', '"'))

BEYOND = re.compile(r"[^\x00-\x7f]+")


def spelled(text, at):
    """The characters that text may spell at an offset, each with where it ends."""
    c = text[at : at + 1]
    if not c:
        return
    yield c, at + 1
    if c == "&":
        for pattern in CHARACTER:
            if m := pattern.match(text, at):
                yield html.unescape(m[0]), m.end()
    elif c == "\\":
        for pattern in NUMBERED:
            if m := pattern.match(text, at):
                yield chr(min(int(m[1], 16), 0x10FFFF)), m.end()
        yield text[at + 1 : at + 2], at + 2


def ends(text, at, want, white):
    """Where a URL ends that is at an offset of text and reads as want."""
    if want.isascii() and text.startswith(want, at):
        return {at + len(want)}
    states = {at}
    for c in BEYOND.sub("\x80", want):
        found, new = set(), states
        while new:
            reached = {(d, e) for s in new for d, e in spelled(text, s)}
            skipped = {e for d, e in reached if d in white}
            if c == "\x80":
                more = {e for d, e in reached if d > "\x7f"}
                skipped |= more - found
            else:
                more = {e for d, e in reached if d == c}
            found |= more
            new = skipped - new
        states = found
    return states


def common(a, i, b, j):
    """How long a from i on and b from j on are the same."""
    n, step = 0, 4096
    while step:
        if a[i + n : i + n + step] == b[j + n : j + n + step] and i + n + step <= len(a) and j + n + step <= len(b):
            n += step
        else:
            step //= 2
    return n


class References:
    """The resolved references of a message, found one after the other."""

    def __init__(self, links):
        self.links = sorted(links, key=lambda link: link["offset"])
        self.position = 0

    def rest(self):
        """The references that were not found."""
        return [link["ref"] for link in self.links[self.position :]]

    def explain(self, was, now, white="\t\r\n"):
        """Finds the references by which the texts differ. Returns the first
        difference that they do not explain, or None."""
        i = j = 0
        while True:
            n = common(was, i, now, j)
            if i + n == len(was) and j + n == len(now):
                return None
            after = self.position < len(self.links) and self.find(was, i, now, j, n, white)
            if not after:
                n = max(n - 20, 0)
                return was[i + n : i + n + 80], now[j + n : j + n + 80], *self.rest()[:1]
            i, j = after
            self.position += 1

    def find(self, was, i, now, j, n, white):
        """Finds the next reference within or directly after the n equal
        characters from i and j on. Returns its ends in both texts."""
        ref, url = (self.links[self.position][key] for key in ("ref", "url"))
        for k in range(n, max(n - 6 * len(url), 0) - 1, -1):
            a = ends(was, i + k, ref, white)
            if not a:
                continue
            for before, after in QUOTES:
                if not now.startswith(before, j + k):
                    continue
                b = {e + len(after) for e in ends(now, j + k + len(before), url, white) if now.startswith(after, e)}
                for x, y in sorted((x, y) for x in a for y in b):
                    kept = ("".join(BEYOND.findall(t)) for t in (was[i + k : x], now[j + k : y]))
                    if was[x : x + 1] == now[y : y + 1] and (lambda p, q: q.endswith(p))(*kept):
                        return x, y
        return None
