"""Processes: fork before and after the library is used, and the other ways of multiprocessing."""

import multiprocessing
import os
import subprocess
import sys
import threading
import unittest
import unittest.mock

import hrefix
from hrefix import _library

PAGE = "<a href=x>y</a>" * 100


def work(i):
    return hrefix.make_links_absolute(PAGE, "http://h/%d/" % i)


def in_child(f):
    """Runs f in a forked child, and returns its exit status."""
    pid = os.fork()
    if pid == 0:
        status = 99
        try:
            status = f()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def script(code, **env):
    """Runs a program in Python, and returns what it prints."""
    return subprocess.run([sys.executable, "-c", code], env=dict(os.environ, **env), capture_output=True, text=True, timeout=60)


class TestFork(unittest.TestCase):
    def test_pools(self):
        want = [work(i) for i in range(50)]  # the library is loaded now
        for method in ("fork", "spawn", "forkserver"):
            with multiprocessing.get_context(method).Pool(3) as pool:
                self.assertEqual(pool.map(work, range(50)), want, method)

    def test_deep(self):
        work(0)

        def deeper(n):
            if work(n) != PAGE.replace("=x", "=http://h/%d/x" % n):
                return 1
            return in_child(lambda: deeper(n - 1)) if n else 0

        self.assertEqual(in_child(lambda: deeper(4)), 0)
        self.assertEqual(work(1), PAGE.replace("=x", "=http://h/1/x"))

    def test_callbacks(self):
        work(0)
        self.assertEqual(in_child(lambda: len(hrefix.rewrite_links("<a href=x>", lambda link: "http://n/")) - len("<a href=http://n/>")), 0)

    def test_other_threads(self):
        """A fork while other threads are in calls."""
        stop = threading.Event()

        def busy():
            while not stop.is_set():
                hrefix.links(PAGE, "http://h/")

        threads = [threading.Thread(target=busy) for _ in range(4)]
        for t in threads:
            t.start()
        try:
            for i in range(10):
                self.assertEqual(in_child(lambda: int(work(i) != PAGE.replace("=x", "=http://h/%d/x" % i))), 0)
        finally:
            stop.set()
            for t in threads:
                t.join()

    def test_import_loads_nothing(self):
        self.assertEqual(script("import hrefix; print(any('libhrefix' in l for l in open('/proc/self/maps')))").stdout, "False\n")

    def test_without_memfd(self):
        code = """
import os
del os.memfd_create
import hrefix
hrefix.version()
pid = os.fork()
if pid == 0:
    try:
        hrefix.rewrite("")
    except hrefix.ForkedError as e:
        os._exit(7 if "forked" in str(e) else 8)
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
        out = script(code)
        self.assertEqual((out.stdout, out.stderr), ("7\n", ""))

    def test_library_of_the_system(self):
        folder = os.path.dirname(os.environ["HREFIX_LIBRARY"])
        code = "import os, hrefix; hrefix.version(); pid = os.fork()\nif pid == 0: print(hrefix.rewrite('<a href=x>', 'http://h/'))"
        out = script(code, HREFIX_LIBRARY="", LD_LIBRARY_PATH=folder)
        self.assertEqual((out.stdout, out.stderr), ("<a href=http://h/x>\n", ""))

    def test_no_library(self):
        out = script("import hrefix; hrefix.version()", HREFIX_LIBRARY="/nowhere/libhrefix.so")
        self.assertIn("LibraryError: cannot load libhrefix: /nowhere/libhrefix.so", out.stderr)
        out = script("import hrefix; hrefix.version()", HREFIX_LIBRARY="libc.so.6")
        self.assertIn("LibraryError: not libhrefix", out.stderr)

    def test_interrupt(self):
        out = script("""
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background
import hrefix
hrefix.version()
try:
    os.kill(os.getpid(), signal.SIGINT)
    hrefix.rewrite("")
except KeyboardInterrupt:
    print("interrupted")
""")
        self.assertEqual(out.stdout, "interrupted\n")


class TestABI(unittest.TestCase):
    def test_layout(self):
        self.assertEqual(_library.ctypes.sizeof(_library.LinkStruct), hrefix._RECORD.size)

    def test_memory(self):
        data = b"a\0b" * 1000
        buffer = _library.ctypes.create_string_buffer(data, len(data))
        address = _library.ctypes.addressof(buffer)
        for limit in (10, 10000):
            with unittest.mock.patch.object(_library, "_MAX_INT", limit):
                self.assertEqual(_library.memory(address, len(data)), data)
        self.assertEqual(_library.memory(None, 0), b"")

    @unittest.skipUnless(os.environ.get("HREFIX_LIBRARY_LARGE"), "HREFIX_LIBRARY_LARGE is not set: it takes 7 GiB of memory")
    def test_large(self):
        page = b"<a href=x>".ljust(2_200_000_000) + b"<a href=y>"
        got = hrefix.make_links_absolute(page, "http://h/")
        self.assertEqual(len(got), len(page) + 18)
        self.assertEqual((got[:19], got[-19:]), (b"<a href=http://h/x>", b"<a href=http://h/y>"))
        del got
        self.assertEqual([l.offset for l in hrefix.links(page, type="html")], [8, len(page) - 2])


if __name__ == "__main__":
    unittest.main()
