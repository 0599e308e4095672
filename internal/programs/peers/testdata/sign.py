"""Signs and verifies a message by DKIM and ARC.

usage: sign.py dkim|arc KEY < MESSAGE    prints the message with its signature
       sign.py verify KEY < MESSAGE      prints whether its signature is right

KEY is a file with a private RSA key. Its public half is what the DNS is asked for.
"""

import subprocess
import sys

import dkim

what, key = sys.argv[1:]
message = sys.stdin.buffer.read()
private = open(key, "rb").read()


def public(name, timeout=5):
    pem = subprocess.run(["openssl", "pkey", "-in", key, "-pubout"], check=True, capture_output=True).stdout
    return b"v=DKIM1; k=rsa; p=" + b"".join(pem.splitlines()[1:-1])


def verified():
    if b"ARC-Seal:" in message:
        return dkim.arc_verify(message, dnsfunc=public)[0] == dkim.CV_Pass
    return dkim.verify(message, dnsfunc=public)


if what == "verify":
    print(verified())
elif what == "dkim":
    canonicalize = (b"relaxed", b"simple")
    signature = dkim.sign(message, b"peer", b"example.org", private, canonicalize=canonicalize)
    sys.stdout.buffer.write(signature + message)
else:
    fields = dkim.arc_sign(message, b"peer", b"example.org", private, b"example.org")
    sys.stdout.buffer.write(b"".join(fields) + message)
