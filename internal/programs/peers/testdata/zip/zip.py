"""Makes zip files of a directory, and lists what zip files contain.

zip.py make DIR OUT    makes zip files in OUT
zip.py list FILE...    prints all that Python reads of each file, as a line of JSON
"""

import base64
import io
import json
import os
import sys
import zipfile


class Pipe(io.RawIOBase):
    """A file that cannot be seeked."""

    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def paths(top):
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield path, os.path.relpath(path, top)


def make(top, out):
    def new(name, method=zipfile.ZIP_DEFLATED, pipe=False, wide=False, prefix=b"", comment=b"", rename=lambda n: n, extra=b""):
        with open(os.path.join(out, name), "wb") as file:
            file.write(prefix)
            file.flush()
            with zipfile.ZipFile(Pipe(file) if pipe else file, "w", method) as z:
                z.comment = comment
                for path, inside in paths(top):
                    info = zipfile.ZipInfo.from_file(path, rename(inside))
                    info.compress_type = method
                    info.extra = extra
                    info.comment = b"comment of an entry"
                    with open(path, "rb") as text, z.open(info, "w", force_zip64=wide) as entry:
                        entry.write(text.read())

    new("python.zip")
    new("python-store.zip", zipfile.ZIP_STORED)
    new("python-bzip2.zip", zipfile.ZIP_BZIP2)
    new("python-lzma.zip", zipfile.ZIP_LZMA)
    new("python-pipe.zip", pipe=True)
    new("python-wide.zip", wide=True)
    new("python-wide-pipe.zip", wide=True, pipe=True)
    new("python-prefix.zip", prefix=b"#!/usr/bin/env python3\n")
    new("python-comment.zip", comment=b"PK\x01\x02 is in this comment" * 20)
    new("python-extra.zip", extra=b"\x55\x54\x05\x00\x03\x00\x00\x00\x00\xfe\xca\x00\x00")
    new("windows.zip", rename=lambda n: n.replace("/", "\\"))
    new("twice.zip", rename=lambda n: "same" + os.path.splitext(n)[1])
    new("dots.zip", rename=lambda n: "../" + n)
    with open(os.path.join(out, "python.zip"), "rb") as file:
        data = file.read()
    # Names in the code page of DOS, without the flag for UTF-8.
    with open(os.path.join(out, "cp437.zip"), "wb") as file:
        file.write(data.replace(b"caf_", b"caf\x82"))
    # A program before the file, with offsets that do not count it.
    with open(os.path.join(out, "offsets.zip"), "wb") as file:
        file.write(b"MZ program\0" * 100 + data)


def describe(path):
    with zipfile.ZipFile(path) as z:
        entries = []
        for i in z.infolist():
            try:
                text = base64.b64encode(z.read(i)).decode()
            except (RuntimeError, NotImplementedError) as e:
                text = type(e).__name__
            entries.append({
                "name": i.orig_filename, "time": i.date_time, "method": i.compress_type, "comment": i.comment.hex(),
                "system": i.create_system, "flags": i.flag_bits, "mode": i.external_attr, "text": text,
            })
        try:
            bad = z.testzip()
        except (RuntimeError, NotImplementedError) as e:
            bad = type(e).__name__
        return {"comment": z.comment.hex(), "bad": bad, "entries": entries}


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    for path in sys.argv[2:]:
        print(json.dumps(describe(path)))
