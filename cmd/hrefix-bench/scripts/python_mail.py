"""Messages, with the email package, and lxml for HTML parts."""

import email
import email.encoders
import email.policy
import platform

import lxml.etree
import lxml.html

from protocol import serve

POLICY = email.policy.compat32


def work(data, base):
    message = email.message_from_bytes(data, policy=POLICY)
    changed = [rewrite(part, base) for part in message.walk() if part.get_content_type() == "text/html"]
    try:
        message.as_bytes()
    except (UnicodeError, LookupError, KeyError):
        pass  # it cannot write what it has read
    return lambda: sum(html.count(base.rsplit("/", 2)[0].encode() + b"/") for html in changed)


def rewrite(part, base):
    """Make the links of a part absolute, and return its text."""
    if part.is_multipart():
        return b""
    html = part.get_payload(decode=True)
    try:
        tree = lxml.html.fromstring(html)
        tree.make_links_absolute(base)
    except (lxml.etree.LxmlError, ValueError, AssertionError):
        return b""
    html = lxml.html.tostring(tree)  # ASCII, with character references
    encoding = part.get("Content-Transfer-Encoding", "7bit").lower()
    del part["Content-Transfer-Encoding"]
    part.set_payload(html)
    if encoding == "base64":
        email.encoders.encode_base64(part)
    elif encoding == "quoted-printable":
        email.encoders.encode_quopri(part)
    else:
        part["Content-Transfer-Encoding"] = "7bit"
    return html


version = ".".join(map(str, lxml.etree.LXML_VERSION[:3]))
serve(f"lxml {version}, Python {platform.python_version()}", work)
