"""Makes the relative links of HTML and of mail absolute, and changes no other byte.

    >>> import hrefix
    >>> hrefix.make_links_absolute('<a href="x?a=1&amp;b=2">', "http://example.org/a/")
    '<a href="http://example.org/a/x?a=1&amp;b=2">'

make_links_absolute, iterlinks and rewrite_links are those of lxml.html for documents that are text.
README.md lists what is different. rewrite is for all kinds of documents, such as messages, and links
returns all that is known about each link.

Documents are str or bytes, and the functions return the same type. URLs are str. bytes are in the encoding that the
document declares, and keep it. The functions may be called from any number of threads, and run at the same time.

The keyword options are those of README.md of libhrefix, such as type, dialect, also or fragments.
"""

import contextlib
import json
import struct
import sys
import threading
import typing
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Tuple, TypeVar

from . import _library
from ._errors import Error, ForkedError, InternalError, LibraryError, OptionsError, UnresolvedError, URLError

__all__ = [
    "KEEP", "Link", "make_links_absolute", "rewrite_links", "iterlinks", "links", "resolve", "rewrite", "version",
    "Error", "ForkedError", "InternalError", "LibraryError", "OptionsError", "UnresolvedError", "URLError",
]

Source = TypeVar("Source", str, bytes)


class _Keep:
    """The type of KEEP."""

    def __repr__(self) -> str:
        return "hrefix.KEEP"

    def __reduce__(self) -> str:
        return "KEEP"  # so that a copy, and what pickle loads in another process, is KEEP itself


KEEP = _Keep()
"""What a function that decides returns to leave a link as it is."""


class Link(NamedTuple):
    """A link: a URL, relative or absolute, in an attribute, in the content of an element, in a style sheet
    or in a header field. The texts of bytes are decoded by UTF-8 with surrogateescape."""

    element: str
    """The name of the element. It is empty for a header field and in a style sheet."""
    attr: str
    """The name of the attribute or of the header field. It is empty for content."""
    ref: str
    """The reference as a reader sees it: decoded, and without white space around it."""
    target: str
    """What it becomes if status is resolved, and ref otherwise."""
    status: str
    """resolved, absolute, unresolved, left or relative."""
    reason: str
    """A code: why the link stays as it is."""
    text: str
    """The same in a sentence, which may change."""
    base: str
    """The URL that ref is resolved against."""
    layer: str
    """embedded, encapsulating, retrieval or default: RFC 1808 section 3."""
    source: str
    """What gives the base, such as "BASE element"."""
    part: str
    """The number of the part of a message, as in IMAP, such as "2.1"."""
    message: int
    """The number of the message in a mailbox, from 1; 0 elsewhere."""
    offset: int
    """Where the link begins: the index in a str, or in bytes."""


_STATUSES = ("", "unresolved", "absolute", "resolved", "left", "relative")
_LAYERS = ("default", "embedded", "encapsulating", "retrieval")
_BINARY = ("message", "mbox", "emlx")


class _Document:
    """A source, its bytes, and how they are decoded."""

    def __init__(self, source: typing.Union[str, bytes], options: "dict[str, Any]") -> None:
        options = {key: value for key, value in options.items() if value is not None}
        self.is_text = isinstance(source, str)
        self.errors = "surrogatepass" if self.is_text else "surrogateescape"
        if isinstance(source, str):
            if options.setdefault("type", "html") in _BINARY:
                raise TypeError("a source of type %s must be bytes, because its parts have encodings of their own" % options["type"])
            if options.setdefault("charset", "utf-8") != "utf-8":
                raise OptionsError("charset %r: a str is decoded already: give bytes, or leave charset out" % (options["charset"],))
            self.data = source.encode("utf-8", "surrogatepass")
        elif isinstance(source, bytes):
            self.data = source
        else:
            raise TypeError("a document must be str or bytes, not %s" % type(source).__name__)
        self.source = source
        try:
            self.options = json.dumps(options).encode() if options else b""
        except (TypeError, ValueError) as e:
            raise OptionsError("the options cannot be written as JSON: %s" % e) from e

    def decode(self, data: bytes) -> str:
        return data.decode("utf-8", self.errors)

    def result(self, data: bytes) -> Any:
        """Returns a new document of the type of the source."""
        return self.decode(data) if self.is_text else data

    def index(self) -> Callable[[int], int]:
        """Returns a function that returns the index of an offset in bytes. The offsets must not decrease
        much, because the text between two of them is decoded."""
        if not isinstance(self.source, str) or len(self.source) == len(self.data):
            return lambda offset: offset
        last = count = 0

        def index(offset: int) -> int:
            nonlocal last, count
            if offset >= last:
                count += len(self.decode(self.data[last:offset]))
            else:
                count -= len(self.decode(self.data[offset:last]))
            last = offset
            return count

        return index


def _base(url: Optional[str]) -> "_library.Text":
    """Returns the base as a text."""
    return _library.text(_url("a base", url or "").encode())


def _url(what: str, url: Any) -> str:
    if not isinstance(url, str):
        raise TypeError("%s must be str, not %s" % (what, _name(url)))
    return url


def make_links_absolute(html: Source, base_url: Optional[str] = None, *, type: Optional[str] = "html", **options: Any) -> Source:
    """Returns a document with its links made absolute. A BASE element counts, and stays unless
    drop_base=True. Without base_url, links become absolute only if the document itself has a base."""
    return rewrite(html, base_url, type=type, **options)


def rewrite(
    source: Source, base_url: Optional[str] = None, *,
    decide: Optional[Callable[[Link], Any]] = None, type: Optional[str] = None, **options: Any,
) -> Source:
    """Returns a document, a message or a mailbox with its links rewritten. If type is None, it is html for
    str, and found out by the content for bytes.

    decide is called once for each link that can be changed, in their order. It returns None for what rewrite does by itself, KEEP,
    or the URL that the link gets, which must not be empty. Its exceptions end the call."""
    document = _Document(source, dict(options, type=type))
    return typing.cast(Source, _rewrite(document, base_url, _Callback(decide, _link(document))))


def _rewrite(document: _Document, base_url: Optional[str], callback: "_Callback") -> Any:
    """Returns the new document."""
    with _library.Call() as call:
        base, options = _base(base_url), _library.text(document.options)
        with callback.watch():
            code = call.library.hrefix_rewrite(_library.text(document.data), base, options, callback.function, None, call.result)
        if callback.error is not None:
            raise callback.error
        call.check(code)
        return document.result(call.result.text.read())


class _Callback:
    """The callback for a function that decides. show makes the argument of the function from a link."""

    def __init__(self, decide: Optional[Callable[[Any], Any]], show: Callable[[Any], Any]) -> None:
        self.decide = decide
        self.show = show
        self.error: Optional[BaseException] = None
        self.url = b""  # C reads it after the callback has returned
        self.function = _library.Decide(self.call) if decide is not None else _library.Decide(0)

    @contextlib.contextmanager
    def watch(self) -> Iterator[None]:
        """Keeps the exceptions that come before the try of call. Signal handlers raise them, in the main thread and since
        Python 3.11. ctypes gives them to sys.unraisablehook, and the answer that C gets is then any number."""
        if self.decide is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        other, name = sys.unraisablehook, repr(self.call)

        def hook(unraisable: Any) -> None:
            # Since Python 3.13 only the message names the function.
            if unraisable.object == self.call or name in (unraisable.err_msg or ""):
                self.error = self.error or unraisable.exc_value
            else:
                other(unraisable)

        sys.unraisablehook = hook
        try:
            yield
        finally:
            sys.unraisablehook = other

    def call(self, _: Any, link: Any, url: Any) -> int:
        if self.error is not None:
            return _library.STOP
        try:
            assert self.decide is not None
            answer = self.decide(self.show(link[0]))
            if answer is None:
                return _library.DEFAULT
            if answer is KEEP:
                return _library.KEEP
            if not isinstance(answer, str):
                raise TypeError("a decision must be str, None or KEEP, not %s" % type(answer).__name__)
            self.url = answer.encode("utf-8", "surrogatepass")  # C refuses surrogates
            url[0].data, url[0].size = self.url, len(self.url)
            return _library.REPLACE
        except BaseException as e:  # which ctypes would only print
            self.error = e
            return _library.STOP


def _link(document: _Document) -> Callable[[Any], Link]:
    """Returns a function that returns a link of C as a Link."""
    index = document.index()

    def read(span: Any) -> str:
        return document.decode(span.read())

    def show(link: Any) -> Link:
        return Link(
            read(link.element), read(link.attr), read(link.ref), read(link.target), _STATUSES[link.status],
            read(link.reason), read(link.text), read(link.base), _LAYERS[link.layer], read(link.source),
            read(link.part), link.message, index(link.offset))

    return show


_RECORD = struct.Struct("@" + "PN" * 9 + "QQii")


class _Listed:
    """The links of a document as numbers, and their texts."""

    def __init__(self, document: _Document, base_url: Optional[str]) -> None:
        with _library.Call() as call:
            call.check(call.library.hrefix_links(
                _library.text(document.data), _base(base_url), _library.text(document.options), call.result))
            self.start: int = call.result.text.data
            self.texts: bytes = call.result.text.read()
            self.records = _library.memory(call.result.links, call.result.count * _RECORD.size)

    def text(self, document: _Document) -> Callable[[int, int], str]:
        """Returns a function that returns the text at an address."""
        start, texts = self.start, self.texts
        if texts.isascii():
            all_texts = texts.decode("ascii")
            return lambda address, size: all_texts[address - start:address - start + size]
        return lambda address, size: document.decode(texts[address - start:address - start + size])

    def __iter__(self) -> Iterator[Tuple[int, ...]]:
        return _RECORD.iter_unpack(self.records)


def links(source: typing.Union[str, bytes], base_url: Optional[str] = None, *, type: Optional[str] = None, **options: Any) -> List[Link]:
    """Returns the links of a document, a message or a mailbox, in their order."""
    document = _Document(source, dict(options, type=type))
    listed = _Listed(document, base_url)
    t, index = listed.text(document), document.index()
    return [
        Link(t(r[2], r[3]), t(r[4], r[5]), t(r[6], r[7]), t(r[8], r[9]), _STATUSES[r[20]], t(r[14], r[15]), t(r[16], r[17]),
             t(r[10], r[11]), _LAYERS[r[21]], t(r[12], r[13]), t(r[0], r[1]), r[18], index(r[19]))
        for r in listed
    ]


def iterlinks(html: typing.Union[str, bytes], *, type: Optional[str] = "html", **options: Any) -> Iterator[Tuple[str, Optional[str], str, int]]:
    """Yields (element, attribute, link, pos) for each link. element is the name of the element, attribute is
    None for a link in the content of an element, and pos is where the link begins in html. The link is that of
    the document, without white space around it: BASE does not count."""
    document = _Document(html, dict(options, type=type))
    listed = _Listed(document, None)
    t, index = listed.text(document), document.index()
    for r in listed:
        yield t(r[2], r[3]), t(r[4], r[5]) or None, t(r[6], r[7]), index(r[19])


def rewrite_links(
    html: Source, link_repl_func: Callable[[str], str], *,
    base_href: Optional[str] = None, type: Optional[str] = "html", **options: Any,
) -> Source:
    """Returns a document in which each link is replaced by what link_repl_func returns for it. The function
    gets the link, made absolute if base_href or the document gives a base, also a link within the document."""

    if "keep_fragments" not in options:
        options.setdefault("fragments", "absolute")
    document = _Document(html, dict(options, type=type))

    def decide(target: str) -> Optional[str]:
        new = link_repl_func(target)
        if not isinstance(new, str):
            raise TypeError("link_repl_func must return str, not %s: hrefix removes no attributes" % _name(new))
        return None if new == target else new

    callback = _Callback(decide, lambda link: document.decode(link.target.read()))
    return typing.cast(Source, _rewrite(document, base_href, callback))


def _name(value: Any) -> str:
    return str(value.__class__.__name__)


def resolve(base: str, ref: str, dialect: str = "rfc1808") -> str:
    """Returns the URL that a reference stands for, by RFC 1808, RFC 3986 (rfc3986) or the URL Standard
    (whatwg). Raises UnresolvedError without one."""
    options = _library.text(json.dumps({"dialect": dialect}).encode())
    with _library.Call() as call:
        reference = _library.text(_url("a reference", ref).encode("utf-8", "surrogateescape"))
        call.check(call.library.hrefix_resolve(_library.text(_url("a base", base).encode()), reference, options, call.result))
        target: bytes = call.result.text.read()
        return target.decode("utf-8", "surrogateescape")


def version() -> str:
    """Returns the version of the library."""
    return (_library.library().hrefix_version(None) or b"").decode()
