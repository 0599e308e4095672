"""Finds and loads libhrefix, and has its types for ctypes."""

import ctypes
import os
import shutil
import threading
from typing import Any, Optional

from ._errors import Error, ForkedError, InternalError, LibraryError, OptionsError, UnresolvedError, URLError

ABI = 0
_NAME = "libhrefix.so.%d" % ABI

OK, ARGUMENT, OPTIONS, UNRESOLVED, STOPPED, MEMORY, FORKED = range(7)
DEFAULT, KEEP, REPLACE, STOP = range(4)


_MAX_INT = 2**31 - 1


def memory(address: Optional[int], size: int) -> bytes:
    """Returns a copy of memory of C. The size of string_at is an int of C before Python 3.14."""
    if address is None or size == 0:
        return b""
    if size <= _MAX_INT:
        return ctypes.string_at(address, size)
    return bytes((ctypes.c_char * size).from_address(address))


class Text(ctypes.Structure):
    """A hrefix_text that Python passes to C. ctypes keeps the bytes alive as long as this object."""

    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class Span(ctypes.Structure):
    """A hrefix_text that C passes to Python."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    def read(self) -> bytes:
        return memory(self.data, self.size)


class LinkStruct(ctypes.Structure):
    """A hrefix_link."""

    _fields_ = [
        ("part", Span), ("element", Span), ("attr", Span), ("ref", Span), ("target", Span), ("base", Span),
        ("source", Span), ("reason", Span), ("text", Span), ("message", ctypes.c_uint64), ("offset", ctypes.c_uint64),
        ("status", ctypes.c_int32), ("layer", ctypes.c_int32),
    ]


class Result(ctypes.Structure):
    """A hrefix_result."""

    _fields_ = [("text", Span), ("links", ctypes.c_void_p), ("count", ctypes.c_size_t)]


Decide = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(LinkStruct), ctypes.POINTER(Text))

_EXCEPTIONS = {ARGUMENT: URLError, OPTIONS: OptionsError, UNRESOLVED: UnresolvedError, MEMORY: MemoryError, FORKED: ForkedError}

_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None
_forked = False  # whether the library was loaded in a parent of this process


def text(data: bytes) -> Text:
    """Returns bytes as a text, without a copy."""
    return Text(data, len(data))


def library() -> ctypes.CDLL:
    """Returns the library. It is loaded by the first call, so that a process which only imports the
    module can fork."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _check(_load_copy() if _forked else _load(_path()))
    return _loaded


def _path() -> str:
    """Returns the library that HREFIX_LIBRARY names, or the one of the wheel, or the one of the system."""
    bundled = os.path.join(os.path.dirname(os.path.abspath(__file__)), _NAME)
    return os.environ.get("HREFIX_LIBRARY") or (bundled if os.path.exists(bundled) else _NAME)


def _load(path: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path)
    except OSError as e:
        raise LibraryError("cannot load libhrefix: %s: install it by .ci/libhrefix, or set HREFIX_LIBRARY to its path" % e) from e


def _load_copy() -> ctypes.CDLL:
    """Loads the library once more, in a child of a process that has loaded it. The threads of the Go runtime
    do not exist in the child, and the runtime cannot start them again. The linker loads a second runtime if the
    library is another file: a copy in memory. Its path must be new, so it has the number of the process."""
    with open(_file(), "rb") as original:
        try:
            copy = os.memfd_create("libhrefix")
        except OSError as e:
            raise ForkedError("the process was forked after the library was loaded, and cannot load it again: %s" % e) from e
        try:
            with open(copy, "wb", closefd=False) as to:
                shutil.copyfileobj(original, to)
            return _load("/proc/%d/fd/%d" % (os.getpid(), copy))
        finally:
            os.close(copy)


def _file() -> str:
    """Returns the file that the process has loaded as the library. The linker may have searched for it."""
    path = _path()
    if os.path.dirname(path):
        return path
    with open("/proc/self/maps") as maps:
        for line in maps:
            fields = line.rstrip("\n").split(None, 5)
            if len(fields) == 6 and os.path.basename(fields[5]).startswith(_NAME):
                return fields[5]
    raise ForkedError("the process was forked after the library was loaded, and its file is not found")


def _check(lib: ctypes.CDLL) -> ctypes.CDLL:
    """Returns a library with the types of its functions, if it is the right one."""
    try:
        _declare(lib)
    except AttributeError as e:
        raise LibraryError("not libhrefix: %s" % e) from e
    abi = ctypes.c_int(-1)
    lib.hrefix_version(abi)
    if abi.value != ABI:
        raise LibraryError("libhrefix has the binary interface %d, and this module needs %d" % (abi.value, ABI))
    return lib


def _declare(lib: ctypes.CDLL) -> None:
    """Sets the types of the functions."""
    result = ctypes.POINTER(Result)
    lib.hrefix_rewrite.argtypes = [Text, Text, Text, Decide, ctypes.c_void_p, result]
    lib.hrefix_links.argtypes = [Text, Text, Text, result]
    lib.hrefix_resolve.argtypes = [Text, Text, Text, result]
    lib.hrefix_free.argtypes = [result]
    lib.hrefix_free.restype = None
    lib.hrefix_version.argtypes = [ctypes.POINTER(ctypes.c_int)]
    lib.hrefix_version.restype = ctypes.c_char_p


def _after_fork() -> None:
    """Forgets the library of the parent, and replaces a lock that another thread may have held."""
    global _lock, _loaded, _forked
    _lock = threading.Lock()
    _forked = _forked or _loaded is not None
    if hasattr(os, "memfd_create"):
        _loaded = None  # without it, calls raise ForkedError


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Call:
    """A call of a function. As a context manager it frees the result."""

    def __init__(self) -> None:
        self.library = library()
        self.result = Result()

    def __enter__(self) -> "Call":
        return self

    def __exit__(self, *_: Any) -> None:
        self.library.hrefix_free(self.result)

    def check(self, code: int) -> None:
        """Raises the exception for a code."""
        if code == OK:
            return
        message = self.result.text.read().decode("utf-8", "replace")
        if message.startswith("hrefix: "):
            message = message[len("hrefix: "):]
        raise _EXCEPTIONS.get(code, InternalError)(message)


__all__ = ["Call", "Decide", "Error", "LinkStruct", "Text", "library", "memory", "text"]
