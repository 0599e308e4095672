"""Writes messages as files of their own.

usage: split.py CORPUS DIR

Below CORPUS every file is a message, or a mailbox if it begins with "From ":
then the mailbox module says what its messages are. Each message is written to
DIR/NUMBER.eml as it is, and again with all its lines ending in LF, and in CRLF,
where that makes a difference. Since few messages have relative links, each of these
is written again with its links relative, and once more each in base64 and in
quoted-printable with links planted in its HTML parts, if it has any. For each,
NUMBER, the name of the file and what it is of that file are printed, with tabs
between.
"""

import base64
import email
import mailbox
import pathlib
import quopri
import re
import sys

ABSOLUTE = re.compile(rb"""((?:href|src|background|action)=(?:3D)?["']?)https?://""", re.IGNORECASE)
LINK = b"""<a href="planted/one.html?a=1&amp;b=2" title='two'>planted</a>"""
ENCODINGS = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}


def messages(path):
    """The messages in a file, each with a name that is unique in the file."""
    data = path.read_bytes()
    if not data.startswith(b"From "):
        yield "", data
        return
    box = mailbox.mbox(path, create=False)
    for key in box.iterkeys():
        yield f" #{key}", box.get_bytes(key)


def forms(data):
    """The forms of a message, each with its name."""
    for ending, twin in twins(data):
        yield ending, twin
        if relative(twin) != twin:
            yield f"{ending} relative", relative(twin)
        for name, encode in ENCODINGS.items():
            if encoded := recoded(twin, name, encode):
                yield f"{ending} {name}", encoded


def relative(data):
    """A message or document without scheme and slashes in its links, where they are
    spelled as usual."""
    return ABSOLUTE.sub(rb"\1", data)


def planted(html):
    """A document with a link in the middle, and one at the end."""
    middle = html.find(b"<", len(html) // 2)
    return b"".join((html[:middle], LINK, html[middle:], LINK))


def recoded(data, name, encode):
    """A message with its HTML parts in a transfer encoding and with links
    planted, None if there are no such parts."""
    message = email.message_from_bytes(data)
    parts = [p for p in message.walk() if p.get_content_type() == "text/html" and not p.is_multipart()]
    for part in parts:
        html = planted(relative(part.get_payload(decode=True)))
        del part["Content-Transfer-Encoding"]
        part["Content-Transfer-Encoding"] = name
        part.set_payload(encode(html).decode("ascii"))
    ending = "\r\n" if b"\r\n" in data else "\n"
    return message.as_bytes(policy=message.policy.clone(linesep=ending)) if parts else None


def twins(data):
    """A message with each line ending, and the name of that."""
    lf = data.replace(b"\r\n", b"\n")
    crlf = lf.replace(b"\n", b"\r\n")
    yield "", data
    if lf != data:
        yield " lf", lf
    if crlf != data:
        yield " crlf", crlf


def main(corpus, folder):
    number = 0
    for path in sorted(p for p in corpus.rglob("*") if p.is_file()):
        for which, data in messages(path):
            if not data:
                continue  # the command takes an empty file for a mistake
            for form, formed in forms(data):
                (folder / f"{number}.eml").write_bytes(formed)
                print(number, path.relative_to(corpus).as_posix(), (which + form).strip(), sep="\t")
                number += 1


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
