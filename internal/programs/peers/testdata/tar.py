"""Reads tar archives with tarfile, and prints each member as a line of JSON; or writes one.

tar.py read ARCHIVE
tar.py write FORMAT DIR ARCHIVE     (FORMAT: USTAR, GNU, PAX, or SIZE: PAX with sizes)
"""

import hashlib
import json
import sys
import tarfile


def read(name):
    with tarfile.open(name, "r:*") as archive:
        for m in archive:
            content = archive.extractfile(m) if m.isreg() else None
            digest = hashlib.sha256(content.read()).hexdigest() if content else ""
            pax = {k: v for k, v in m.pax_headers.items() if k != "size"}
            print(json.dumps({
                "name": m.name, "mode": m.mode, "mtime": m.mtime, "type": m.type.decode("latin-1"),
                "link": m.linkname, "owner": [m.uid, m.gid, m.uname, m.gname], "device": [m.devmajor, m.devminor],
                "pax": pax, "size": m.size, "digest": digest}, sort_keys=True))


def write(form, directory, name):
    size = form == "SIZE"
    with tarfile.open(name, "w", format=getattr(tarfile, ("PAX" if size else form) + "_FORMAT")) as archive:
        archive.add(directory, "tree", filter=with_size if size else None)


def with_size(member):
    """Puts the size into the extended header. That of the header is then 0."""
    if member.isreg():
        member.pax_headers = {"size": str(member.size)}
    return member


{"read": read, "write": write}[sys.argv[1]](*sys.argv[2:])
