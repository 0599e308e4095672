"""Makes a big mailbox, and counts what is in one.

usage: bigbox.py make CORPUS FILE BYTES
       bigbox.py count FILE DIR

make repeats the messages of the mailing list archives of CORPUS, and all others
that have an HTML part, those with their links made relative, until FILE has that
many bytes, and prints the number of messages, the size of the largest, and how
many are different. Each has a "From " line with a date before it and an empty
line after it, and is quoted as mboxrd is.

count prints the number of messages that the mailbox module finds in FILE, a
digest of their "From " lines, and how often the base of the test occurs. Each
317th message, and of the first 2,000 each in which HTML is named, is written to
DIR/NUMBER.eml as the mailbox module gives it.
"""

import email
import hashlib
import itertools
import mailbox
import pathlib
import re
import sys

from split import relative

SEPARATOR = b"From peer@example.org Thu Jan  1 00:00:00 1970\n"
BASE = b"http://base.example/dir/"


def quoted(separator, data):
    data = re.sub(rb"^(>*From )", rb">\1", data.replace(b"\r\n", b"\n"), flags=re.MULTILINE)
    return separator + data.rstrip(b"\n") + b"\n\n"


def archived(corpus):
    for path in sorted((corpus / "pipermail").iterdir()):
        box = mailbox.mbox(path, create=False)
        for key in box.iterkeys():
            separator, _, data = box.get_bytes(key, from_=True).partition(b"\n")
            yield quoted(separator + b"\n", data)


def with_html(corpus):
    for path in sorted(p for p in corpus.rglob("*") if p.is_file()):
        data = path.read_bytes()
        if data.startswith(b"From "):
            continue
        if any(p.get_content_type() == "text/html" for p in email.message_from_bytes(data).walk()):
            yield quoted(SEPARATOR, relative(data))


def make(corpus, name, size):
    corpus = pathlib.Path(corpus)
    messages = [*archived(corpus), *with_html(corpus)]
    number = written = 0
    with open(name, "wb") as file:
        for message in itertools.cycle(messages):
            if written >= int(size):
                break
            written += file.write(message)
            number += 1
    print(number, max(map(len, messages)), len(set(messages)), sep="\t")


def is_sample(number, data):
    return number % 317 == 0 or number < 2000 and b"text/html" in data


def count(name, folder):
    separators = hashlib.sha256()
    bases = 0
    box = mailbox.mbox(name, create=False)
    for number, key in enumerate(box.iterkeys()):
        separator, _, data = box.get_bytes(key, from_=True).partition(b"\n")
        separators.update(separator)
        bases += data.count(BASE)
        if is_sample(number, data):
            (pathlib.Path(folder) / f"{number}.eml").write_bytes(data)
    print(len(box), separators.hexdigest(), bases, sep="\t")


{"make": make, "count": count}[sys.argv[1]](*sys.argv[2:])
