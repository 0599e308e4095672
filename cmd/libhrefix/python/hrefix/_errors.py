"""The exceptions."""


class Error(Exception):
    """The base class of the exceptions of this module."""


class OptionsError(Error, ValueError):
    """An option is unknown or wrong, or the base cannot be one."""


class UnresolvedError(Error, ValueError):
    """resolve() found no target."""


class URLError(Error, ValueError):
    """A function that decides returned text that is not a URL: empty, with spaces around it, with control
    characters, or with halves of characters."""


class LibraryError(Error, OSError):
    """libhrefix cannot be loaded, or is another version."""


class ForkedError(Error, RuntimeError):
    """The process was forked after libhrefix was used in its parent."""


class InternalError(Error, RuntimeError):
    """A bug in libhrefix."""
